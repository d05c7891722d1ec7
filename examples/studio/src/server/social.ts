import { type MediaHost, SocialClient } from '@social/core'

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
 * `allowLoopback` lets it talk to the emulator on this machine; an application that meets real servers leaves it out.
 */
export function openSocial(stores: Stores, platforms: Platforms, mediaHost: MediaHost) {
  const social = new SocialClient({
    ...stores,
    platforms,
    mediaHost,
    spending: { limits: LIMITS },
    allowLoopback: true,
  })
  return {
    social,
    close: async () => {
      await social.close()
      await stores.close()
    },
  }
}
