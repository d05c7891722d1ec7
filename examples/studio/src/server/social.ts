import { type MediaHost, type RetrySettings, SocialClient } from '@social/core'

import { LIMITS, type Platforms } from './networks.js'
import type { Stores } from './storage/stores.js'

/**
 * The only client of this process. Its stores contain connections, sign-in states, seen updates and the publish
 * journal.
 *
 * @param retries - Retry limits. A worker puts a post back instead of a long wait, so that other posts can run.
 *
 * `allowLoopback` allows requests to the emulator on this machine. Leave it out in an application that uses real
 * servers.
 */
export function openSocial(
  stores: Stores,
  platforms: Platforms,
  mediaHost: MediaHost,
  retries: RetrySettings = {},
) {
  return new SocialClient({
    ...stores,
    platforms,
    mediaHost,
    retries,
    spending: { limits: LIMITS },
    allowLoopback: true,
  })
}
