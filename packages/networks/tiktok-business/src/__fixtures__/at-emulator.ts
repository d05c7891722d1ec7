import {
  AppCredentials,
  InMemoryPublishJournal,
  InMemoryStorage,
  type RetrySettings,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  tiktokBusinessNetwork,
  type TiktokBusinessOperations,
  type TiktokBusinessOptions as ServerOptions,
} from '@social/emulator/tiktok-business'
import { FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { TiktokBusinessOptions } from '../options.js'
import { tiktokBusiness } from '../platform.js'

const REDIRECT_URI = 'https://tunnel.example/social/callback/tiktok_business/'

/** Test controls for actions of people and of TikTok. */
interface Network extends ControlOf<TiktokBusinessOperations> {}

/** Settings of the emulated TikTok and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: TiktokBusinessOptions
  readonly retries?: RetrySettings
}

/**
 * Starts an emulated TikTok Business on loopback, and a real client that calls it over HTTP. Both
 * use the same fake clock.
 */
export async function usingEmulator({ server, platform, retries }: AtEmulatorOptions = {}) {
  // Pauses of up to 70 seconds end without `advance`. Timeouts end only with `advance`.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 70 } })
  const emulator = await startEmulator({ networks: [tiktokBusinessNetwork(server)], clock })
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const network: Network = emulator.control.tiktok_business
  const addresses = emulator.addresses('tiktok_business')
  const client = new SocialClient({
    storage,
    journal,
    platforms: { tiktok_business: tiktokBusiness({ ...platform, webhooks: true, addresses }) },
    clock,
    allowLoopback: true,
    ...(retries && { retries }),
  })
  const { appId, appSecret } = network.app()
  await storage.saveApp(
    new AppCredentials({ platform: 'tiktok_business', clientId: appId, clientSecret: appSecret }),
  )

  /** Signs a user in as an application does, up to the callback. */
  async function finishLogin(
    person: string,
    { scopes = [], untick = [] }: { readonly scopes?: readonly string[]; readonly untick?: readonly string[] } = {},
  ) {
    const approve = (url: string) => network.approve({ url, person, untick })
    return walkThroughSignIn(client, 'tiktok_business', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  return {
    clock,
    client,
    storage,
    network,
    appSecret,
    faults: emulator.faults('tiktok_business'),
    effects: () => emulator.effects('tiktok_business'),
    requests: () => emulator.requests('tiktok_business'),
    counts: () => emulator.counts('tiktok_business'),
    forget: () => emulator.clearRequests(),
    finishLogin,
    async signIn(person = 'ada', options: Parameters<typeof finishLogin>[1] = {}) {
      const { id } = connectionFrom(await finishLogin(person, options))
      emulator.clearRequests()
      return client.accountOf('tiktok_business', id)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await emulator.close()
    },
  }
}
