import {
  AppCredentials,
  InMemoryPublishJournal,
  InMemoryStorage,
  type MediaHost,
  type RetrySettings,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  instagramNetwork,
  type InstagramOperations,
  type InstagramOptions as NetworkOptions,
} from '@social/emulator/instagram'
import { FakeClock } from '@social/testkit'

import type { InstagramOptions } from '../options.js'
import { instagram } from '../platform.js'

const REDIRECT_URI = 'https://app.example/callback/instagram'

/** What people do at the network. */
export interface People extends ControlOf<InstagramOperations> {}

/** What is special about a network and the client that speaks to it. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: InstagramOptions
  readonly retries?: RetrySettings
  readonly mediaHost?: MediaHost
}

/** Instagram on loopback, and a real client that speaks to it over HTTP; both live by one fake clock. */
export async function usingEmulator({ network, platform, retries, mediaHost }: AtEmulatorOptions = {}) {
  // Waits pass by themselves, deadlines do not.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [instagramNetwork(network)], clock })
  const people: People = emulator.control.instagram
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const { appId, appSecret } = people.app()
  await storage.saveApp(
    new AppCredentials({ platform: 'instagram', clientId: appId, clientSecret: appSecret }),
  )
  const makeClient = () =>
    new SocialClient({
      storage,
      journal,
      platforms: { instagram: instagram({ addresses: emulator.addresses('instagram'), ...platform }) },
      clock,
      allowLoopback: true,
      ...(retries && { retries }),
      ...(mediaHost && { mediaHost }),
    })
  const client = makeClient()

  /** Signs somebody in as an application does. */
  async function finishLogin(account = 'adascakes', more: { readonly without?: readonly string[] } = {}) {
    const start = await client.startLogin('instagram', { redirectUri: REDIRECT_URI })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${start.step}`)
    const { location } = people.approve({ url: start.url, account, ...more })
    if (location === null) throw new Error('the person was sent nowhere')
    return client.finishLogin('instagram', {
      redirectUri: REDIRECT_URI,
      state: start.state,
      remember: start.remember,
      callback: Object.fromEntries(new URL(location).searchParams),
    })
  }

  return {
    clock,
    client,
    makeClient,
    storage,
    people,
    appSecret,
    redirectUri: REDIRECT_URI,
    faults: emulator.faults('instagram'),
    effects: () => emulator.effects('instagram'),
    counts: () => emulator.counts('instagram'),
    requests: () => emulator.requests('instagram'),
    forget: () => emulator.clearRequests(),
    finishLogin,
    async signIn(account = 'adascakes') {
      const step = await finishLogin(account)
      if (step.step !== 'FINISHED') throw new Error(`expected a connection, got ${step.step}`)
      emulator.clearRequests()
      return client.accountOf('instagram', step.connection.id)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await emulator.close()
    },
  }
}
