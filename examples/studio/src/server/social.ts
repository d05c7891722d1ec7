import { type MediaHost, type RetrySettings, SocialClient } from '@social/core'

import { LIMITS, type Platforms } from './networks.js'
import type { Stores } from './storage/stores.js'

/**
 * Opens the only client of this process. Its stores contain connections, sign-in states, seen
 * updates and the publish journal.
 *
 * `allowLoopback` allows requests to the emulator on this machine. Remove it in an application
 * that uses real servers.
 *
 * @param retries - Retry limits. A worker sets them, so that it returns a post to the queue
 * instead of waiting for a long time.
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
