import { type MediaHost, type RetrySettings, SocialClient } from '@social/core'

import { LIMITS, type Platforms } from './networks.js'
import type { Stores } from './storage/stores.js'

/**
 * The one client of this process. Connections, sign-in notes, seen updates and the publish journal live in its stores.
 *
 * @param retries - A worker puts a post back rather than wait long for a network: others can go meanwhile.
 *
 * `allowLoopback` lets it talk to the emulator on this machine; an application that meets real servers leaves it out.
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
