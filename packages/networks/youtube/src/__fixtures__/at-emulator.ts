import {
  AppCredentials,
  Connection,
  InMemoryStorage,
  type RetrySettings,
  SocialClient,
  type SocialClientOptions,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { youtubeNetwork, type YoutubeOperations, type YoutubeOptions as NetworkOptions } from '@social/emulator/youtube'
import { FakeClock } from '@social/testkit/platform'

import { walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { YoutubeOptions } from '../options.js'
import { youtube, type YoutubePlatform } from '../platform.js'

const REDIRECT_URI = 'https://app.example/callback/youtube'

/** Test controls for actions of people at the emulated YouTube. */
interface People extends ControlOf<YoutubeOperations> {}

/** A video as stored by the emulated YouTube. */
interface SeenVideo {
  readonly id: string
  readonly channelId: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly privacyStatus: string
  readonly publishAt: Date | null
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
  readonly notifySubscribers: boolean
}

/** Options of the emulated YouTube and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: YoutubeOptions
  readonly retries?: RetrySettings
}

/**
 * Starts an emulated YouTube on loopback, and a real client that calls it over HTTP. Both use the
 * same fake clock.
 */
export async function atEmulator({ network, platform, retries }: AtEmulatorOptions = {}) {
  // Pauses of up to 60 seconds end without `advance`. Timeouts end only with `advance`.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [youtubeNetwork(network)], clock })
  const people: People = emulator.control.youtube
  const storage = new InMemoryStorage()
  const app = people.createClient({ redirectUris: [REDIRECT_URI] })
  await storage.saveApp(new AppCredentials({ platform: 'youtube', ...app }))
  const makeClient = (more: Pick<SocialClientOptions<{ youtube: YoutubePlatform }>, 'clock' | 'journal' | 'spending'> = {}) =>
    new SocialClient({
      storage,
      platforms: { youtube: youtube({ addresses: emulator.addresses('youtube'), ...platform }) },
      clock,
      allowLoopback: true,
      ...(retries && { retries }),
      ...more,
    })
  const client = makeClient()

  /** Signs a person in, up to the step that offers a choice of channels. */
  async function finishLogin(person = 'Ada', scopes: readonly string[] = []) {
    const approve = (url: string) => people.approve({ url, person })
    return walkThroughSignIn(client, 'youtube', { redirectUri: REDIRECT_URI, scopes, approve })
  }

  return {
    clock,
    client,
    makeClient,
    storage,
    people,
    emulator,
    redirectUri: REDIRECT_URI,
    faults: emulator.faults('youtube'),
    /** Number of requests to each route since the last call of `forget`. */
    counts: () => emulator.counts('youtube'),
    requests: () => emulator.requests('youtube'),
    forget: () => emulator.clearRequests(),
    videos: (): readonly SeenVideo[] => people.state().videos,
    finishLogin,
    /** Creates a signed-in account with tokens of the emulator, without the sign-in flow. */
    async signIn(person = 'Ada', scopes?: readonly string[]) {
      const tokens = people.signIn({ person, ...(scopes && { scopes }) })
      const { channelId, accessToken, refreshToken, expiresAt, clientId, clientSecret } = tokens
      if (channelId === null) throw new Error(`${person} has no channel`)
      await storage.saveApp(new AppCredentials({ platform: 'youtube', clientId, clientSecret }))
      const connection = new Connection({
        platform: 'youtube',
        accountId: channelId,
        accountName: person,
        token: { accessToken, refreshToken, expiresAt },
        scopes: tokens.scopes,
      })
      await storage.saveConnection(connection)
      emulator.clearRequests()
      return client.accountOf('youtube', connection.id)
    },
    async close() {
      await client.close()
      await emulator.close()
    },
  }
}

/** Starts the same setup for `await using`, which closes it at the end of the test. */
export async function usingEmulator(options: AtEmulatorOptions = {}) {
  const at = await atEmulator(options)
  return Object.assign(at, { [Symbol.asyncDispose]: () => at.close() })
}
