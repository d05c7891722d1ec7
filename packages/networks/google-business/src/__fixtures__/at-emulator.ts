import {
  AppCredentials,
  type Clock,
  InMemoryPublishJournal,
  InMemoryStorage,
  type RetrySettings,
  SocialClient,
  type SocialClientOptions,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  googleBusinessNetwork,
  type GoogleBusinessOperations,
  type GoogleBusinessOptions as ServerOptions,
} from '@social/emulator/google-business'
import { FakeClock } from '@social/testkit/platform'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { GoogleBusinessOptions } from '../options.js'
import { googleBusiness } from '../platform.js'

const REDIRECT_URI = 'https://app.example/social/callback/google_business'

/** Test controls for actions of people and of Google. */
interface Network extends ControlOf<GoogleBusinessOperations> {}

/** Settings of the emulated Google and of the client that uses it. */
export interface AtEmulatorOptions {
  readonly server?: ServerOptions
  readonly platform?: GoogleBusinessOptions
  readonly retries?: RetrySettings
  readonly client?: Partial<Pick<SocialClientOptions<{}>, 'mediaHost'>>
}

/**
 * Starts an emulated Google Business Profile on loopback, and a real client that calls it over
 * HTTP. Both use the same fake clock.
 */
export async function usingEmulator({ server, platform, retries, client: more }: AtEmulatorOptions = {}) {
  // Pauses of up to 60 seconds end without `advance`. Timeouts end only with `advance`.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [googleBusinessNetwork(server)], clock })
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const network: Network = emulator.control.google_business
  const { keys, notifications: _notifications, ...addresses } = emulator.addresses('google_business')
  const clients: SocialClient<{ google_business: ReturnType<typeof googleBusiness> }>[] = []

  /**
   * Creates a client for a second process, which shares only storage and journal with the first.
   */
  function anotherClient(by: Clock = clock) {
    const made = new SocialClient({
      storage,
      journal,
      platforms: { google_business: googleBusiness({ ...platform, addresses }) },
      clock: by,
      allowLoopback: true,
      ...(retries && { retries }),
      ...more,
    })
    clients.push(made)
    return made
  }
  const client = anotherClient()
  const app = network.createClient({ redirectUris: [REDIRECT_URI] })
  await storage.saveApp(
    new AppCredentials({
      platform: 'google_business',
      clientId: app.clientId,
      clientSecret: app.clientSecret,
    }),
  )

  /** Signs a person in, up to the step that offers a choice of locations. */
  async function finishLogin(person: string, options: { readonly without?: readonly string[] } = {}) {
    const approve = (url: string) => network.approve({ url, person, ...options })
    return walkThroughSignIn(client, 'google_business', { redirectUri: REDIRECT_URI, approve })
  }

  return {
    clock,
    client,
    anotherClient,
    storage,
    network,
    keys,
    addresses,
    redirectUri: REDIRECT_URI,
    faults: emulator.faults('google_business'),
    effects: () => emulator.effects('google_business'),
    requests: () => emulator.requests('google_business'),
    counts: () => emulator.counts('google_business'),
    forget: () => emulator.clearRequests(),
    finishLogin,
    /** Signs a person in and chooses a location by its title. Default: the first one. */
    async signIn(person = 'Ada', title?: string) {
      const step = await finishLogin(person)
      if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(`expected a choice, got ${step.step}`)
      const chosen = step.options.find(({ name }) => title === undefined || name === title)
      const end = await client.choose('google_business', {
        redirectUri: REDIRECT_URI,
        resumeToken: step.resumeToken,
        accountId: chosen?.id ?? '',
      })
      const { id } = connectionFrom(end)
      emulator.clearRequests()
      return client.accountOf('google_business', id)
    },
    async [Symbol.asyncDispose]() {
      for (const one of clients) await one.close()
      await emulator.close()
    },
  }
}
