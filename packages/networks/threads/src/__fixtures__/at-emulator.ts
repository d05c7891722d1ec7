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
  threadsNetwork,
  type ThreadsOperations,
  type ThreadsOptions as NetworkOptions,
} from '@social/emulator/threads'
import { FakeClock } from '@social/testkit'

import type { ThreadsOptions } from '../options.js'
import { threads } from '../platform.js'

const REDIRECT_URI = 'https://app.example/callback/threads'

/** What people do at the network. */
export interface People extends ControlOf<ThreadsOperations> {}

/** What is special about a network and the client that speaks to it. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: ThreadsOptions
  readonly retries?: RetrySettings
  readonly mediaHost?: MediaHost
}

/** Threads on loopback, and a real client that speaks to it over HTTP; both live by one fake clock. */
export async function usingEmulator({ network, platform, retries, mediaHost }: AtEmulatorOptions = {}) {
  // Waits pass by themselves, deadlines do not.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [threadsNetwork(network)], clock })
  const people: People = emulator.control.threads
  const storage = new InMemoryStorage()
  const journal = new InMemoryPublishJournal({ clock })
  const { appId, appSecret } = people.app()
  await storage.saveApp(
    new AppCredentials({ platform: 'threads', clientId: appId, clientSecret: appSecret }),
  )
  const makeClient = () =>
    new SocialClient({
      storage,
      journal,
      platforms: { threads: threads({ addresses: emulator.addresses('threads'), ...platform }) },
      clock,
      allowLoopback: true,
      ...(retries && { retries }),
      ...(mediaHost && { mediaHost }),
    })
  const client = makeClient()

  /** Signs somebody in as an application does. */
  async function finishLogin(account = 'adascakes', more: { readonly without?: readonly string[] } = {}) {
    const start = await client.startLogin('threads', { redirectUri: REDIRECT_URI })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${start.step}`)
    const { location } = people.approve({ url: start.url, account, ...more })
    if (location === null) throw new Error('the person was sent nowhere')
    return client.finishLogin('threads', {
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
    faults: emulator.faults('threads'),
    effects: () => emulator.effects('threads'),
    counts: () => emulator.counts('threads'),
    requests: () => emulator.requests('threads'),
    forget: () => emulator.clearRequests(),
    finishLogin,
    async signIn(account = 'adascakes') {
      const step = await finishLogin(account)
      if (step.step !== 'FINISHED') throw new Error(`expected a connection, got ${step.step}`)
      emulator.clearRequests()
      return client.accountOf('threads', step.connection.id)
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await emulator.close()
    },
  }
}
