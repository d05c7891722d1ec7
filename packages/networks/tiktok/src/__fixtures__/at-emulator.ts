import {
  AppCredentials,
  InMemoryPublishJournal,
  InMemoryStorage,
  type PublishJournal,
  type RetrySettings,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { tiktokNetwork, type TiktokOperations, type TiktokOptions as ServerOptions } from '@social/emulator/tiktok'
import { FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { TiktokOptions } from '../options.js'
import { tiktok } from '../platform.js'

const REDIRECT_URI = 'https://tunnel.example/social/callback/tiktok'

/** Test controls for actions of people and of TikTok. */
interface Network extends ControlOf<TiktokOperations> {}

/** A video as stored by the emulated TikTok. */
interface SeenVideo {
  readonly publishId: string
  readonly destination: string
  readonly stage: string
  readonly postInfo: Readonly<Record<string, unknown>>
  readonly privacyLevel: string | null
  readonly contentType: string | null
  readonly bytes: number
  readonly pieceBytes: number
  readonly pieceCount: number
  readonly uploadedBytes: number
  readonly sha256: string | null
  readonly postIds: readonly string[]
}

/** Settings of the emulated TikTok and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: TiktokOptions
  readonly retries?: RetrySettings
}

/**
 * Starts an emulated TikTok on loopback, and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function usingEmulator({ server, platform, retries }: AtEmulatorOptions = {}) {
  // Pauses of up to 60 seconds end without `advance`. Timeouts end only with `advance`.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [tiktokNetwork(server)], clock })
  const storage = new InMemoryStorage()
  const journal: PublishJournal = new InMemoryPublishJournal({ clock })
  const clients: SocialClient<{ tiktok: ReturnType<typeof tiktok> }>[] = []
  const network: Network = emulator.control.tiktok
  const addresses = emulator.addresses('tiktok')

  /**
   * Creates a client for a second process, which shares only storage and journal with the first. A
   * process that dies gets its own clock as `ownClock`.
   */
  function anotherClient(changes: TiktokOptions = {}, { ownClock = clock } = {}) {
    const made = new SocialClient({
      storage,
      journal,
      platforms: { tiktok: tiktok({ ...platform, ...changes, addresses }) },
      clock: ownClock,
      allowLoopback: true,
      ...(retries && { retries }),
    })
    clients.push(made)
    return made
  }
  const client = anotherClient()
  const { clientKey, clientSecret } = network.app()
  await storage.saveApp(new AppCredentials({ platform: 'tiktok', clientId: clientKey, clientSecret }))

  /** Signs a user in as an application does, up to the callback. */
  async function finishLogin(
    person: string,
    options: { readonly scopes?: readonly string[]; readonly untick?: readonly string[] } = {},
  ) {
    const { scopes = [], untick = [] } = options
    const approve = (url: string) => network.approve({ url, person, untick })
    return walkThroughSignIn(client, 'tiktok', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  return {
    clock,
    client,
    storage,
    network,
    anotherClient,
    faults: emulator.faults('tiktok'),
    /** Returns everything that the emulated TikTok published. */
    effects: () => emulator.effects("tiktok"),
    requests: () => emulator.requests('tiktok'),
    /** Returns the number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('tiktok'),
    forget: () => emulator.clearRequests(),
    /** Returns every video whose upload was started. */
    videos: (): readonly SeenVideo[] => network.state().videos,
    finishLogin,
    async signIn(person = 'ada', options: Parameters<typeof finishLogin>[1] = {}) {
      const { id } = connectionFrom(await finishLogin(person, options))
      emulator.clearRequests()
      return client.accountOf('tiktok', id)
    },
    async [Symbol.asyncDispose]() {
      for (const one of clients) await one.close()
      await emulator.close()
    },
  }
}
