import { join } from 'node:path'

import { mastodonNetwork, startEmulator } from '@social/emulator'

import { lasting, StandingClock } from './lasting-network.js'

/** Starts the emulated networks beside the studio. What happened there is still so after a restart. */
export async function startNetworks(dataFolder: string, port: number) {
  const clock = new StandingClock()
  const network = mastodonNetwork({
    videoReady: { afterSeconds: 2 },
    // Several pages looking every few seconds are more than the real server would take from one account.
    rateLimits: { paging: { requests: 5000, seconds: 900 }, perToken: { requests: 5000, seconds: 300 } },
  })
  const mastodon = lasting(network, join(dataFolder, 'emulator'), clock)
  const emulator = await startEmulator({ networks: [mastodon], clock, port })
  await mastodon.ready()
  return emulator
}

/** The emulator with the studio's networks. */
export type Networks = Awaited<ReturnType<typeof startNetworks>>
