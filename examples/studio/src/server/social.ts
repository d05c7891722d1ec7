import { type MediaHost, type RetrySettings, SocialClient } from '@social/core'

import type { Platforms } from './networks.js'
import type { Stores } from './stores.js'

const DAY_SECONDS = 86_400

/** What the studio may spend in any 24 hours: fifty dollars at X, and the usual quota at YouTube. */
const LIMITS = {
  x: { credits: { units: 50_000, perSeconds: DAY_SECONDS } },
  youtube: { units: { units: 10_000, perSeconds: DAY_SECONDS } },
} as const

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
