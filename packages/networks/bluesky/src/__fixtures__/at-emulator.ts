import { InMemoryStorage, SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { blueskyNetwork, WITH_MESSAGES } from '@social/emulator/bluesky'
import { FakeClock } from '@social/testkit/platform'

import type { BlueskyOptions } from '../options.js'
import { bluesky } from '../platform.js'

type NetworkOptions = Parameters<typeof blueskyNetwork>[0]

/**
 * Starts a Bluesky emulator on loopback and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function atEmulator(options: NetworkOptions = {}, platformOptions: BlueskyOptions = {}) {
  // The fake clock ends waits of up to 30 seconds by itself. Longer timeouts do not expire.
  const clock = new FakeClock({ now: '2026-11-21T10:00:00Z', autoAdvance: { upToSeconds: 30 } })
  const emulator = await startEmulator({ networks: [blueskyNetwork(options)], clock })
  const storage = new InMemoryStorage()
  const platform = bluesky({
    addresses: emulator.addresses('bluesky'),
    videoWaitSeconds: 0,
    ...platformOptions,
  })
  const client = new SocialClient({
    storage,
    allowLoopback: true,
    clock,
    platforms: { bluesky: platform },
  })
  const { control } = emulator

  /** Signs a user in with an app password and returns the account. */
  async function signIn(handle = 'ada.bsky.test', password = WITH_MESSAGES) {
    const step = await client.finishLogin('bluesky', {
      redirectUri: 'https://app.example/callback',
      state: 'state',
      callback: { handle, app_password: password },
    })
    if (step.step !== 'FINISHED') throw new Error('the sign-in did not finish')
    return client.accountOf('bluesky', step.connection.id)
  }

  return {
    emulator,
    clock,
    network: control.bluesky,
    client,
    storage,
    signIn,
    /** Returns the requests since the last call of `clear`, as `METHOD /path`. */
    routes: () =>
      emulator.requests('bluesky').map(({ method, path }) => `${method} ${path.replace('/xrpc/', '')}`),
    clear: () => emulator.clearRequests(),
    close: async () => {
      await client.close()
      await emulator.close()
    },
  }
}

/** Calls `atEmulator` for use with `await using`. The emulator is closed at the end of the test. */
export async function usingEmulator(...options: Parameters<typeof atEmulator>) {
  const at = await atEmulator(...options)
  return Object.assign(at, { [Symbol.asyncDispose]: () => at.close() })
}
