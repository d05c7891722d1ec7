import {
  AppCredentials,
  Connection,
  InMemoryPublishJournal,
  InMemoryStorage,
  type PublishJournal,
  type RetrySettings,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import {
  facebookNetwork,
  type FacebookOperations,
  type FacebookOptions as NetworkOptions,
} from '@social/emulator/facebook'
import { FakeClock } from '@social/testkit'

import type { FacebookOptions } from '../options.js'
import { facebook } from '../platform.js'

const REDIRECT_URI = 'https://app.example/callback/facebook'

/** What people do at the network. */
export interface People extends ControlOf<FacebookOperations> {}

/** What is special about a network and the client that speaks to it. */
export interface AtEmulatorOptions {
  readonly network?: NetworkOptions
  readonly platform?: FacebookOptions
  readonly retries?: RetrySettings
  readonly journal?: PublishJournal
}

/** Facebook on loopback, and a real client that speaks to it over HTTP; both live by one fake clock. */
export async function atEmulator({ network, platform, retries, journal }: AtEmulatorOptions = {}) {
  // Waits pass by themselves, deadlines do not.
  const clock = new FakeClock({ now: '2026-11-21T12:00:00Z', autoAdvance: { upToSeconds: 60 } })
  const emulator = await startEmulator({ networks: [facebookNetwork(network)], clock })
  const people: People = emulator.control.facebook
  const storage = new InMemoryStorage()
  const { appId, appSecret } = people.app()
  const app = new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret })
  await storage.saveApp(app)
  const shared = journal ?? new InMemoryPublishJournal({ clock })
  const makeClient = (more: { readonly platform?: FacebookOptions } = {}) =>
    new SocialClient({
      storage,
      platforms: {
        facebook: facebook({ addresses: emulator.addresses('facebook'), ...platform, ...more.platform }),
      },
      clock,
      allowLoopback: true,
      journal: shared,
      ...(retries && { retries }),
    })
  const client = makeClient()

  return {
    clock,
    client,
    makeClient,
    storage,
    people,
    emulator,
    appSecret,
    redirectUri: REDIRECT_URI,
    faults: emulator.faults('facebook'),
    effects: () => emulator.effects('facebook'),
    /** How many requests each route had since the last call of `forget`. */
    counts: () => emulator.counts('facebook'),
    requests: () => emulator.requests('facebook'),
    forget: () => emulator.clearRequests(),
    /** Signs somebody in as an application does, up to the choice of a page. */
    async finishLogin(
      person = 'Ada',
      more: Partial<Parameters<People['approve']>[0]> & { readonly scopes?: readonly string[] } = {},
    ) {
      const { scopes = [], ...answer } = more
      const start = await client.startLogin('facebook', { redirectUri: REDIRECT_URI, scopes })
      if (start.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${start.step}`)
      const { location } = people.approve({ url: start.url, person, ...answer })
      if (location === null) throw new Error('the person was sent nowhere')
      return {
        start,
        step: await client.finishLogin('facebook', {
          redirectUri: REDIRECT_URI,
          scopes,
          state: start.state,
          remember: start.remember,
          callback: Object.fromEntries(new URL(location).searchParams),
        }),
      }
    },
    /** A page that is signed in, without the pages of the sign-in. */
    async signIn(person = 'Ada', scopes?: readonly string[]) {
      const { accessToken, pageId, personId } = people.signIn({ person, ...(scopes && { scopes }) })
      const connection = new Connection({
        platform: 'facebook',
        accountId: pageId,
        accountName: person,
        token: { accessToken },
        scopes: scopes ?? [],
        extra: { pageId, personId },
      })
      await storage.saveConnection(connection)
      emulator.clearRequests()
      return client.accountOf('facebook', connection.id)
    },
    async close() {
      await client.close()
      await emulator.close()
    },
  }
}

/** The same, opened and closed around a test by `await using`. */
export async function usingEmulator(options: AtEmulatorOptions = {}) {
  const at = await atEmulator(options)
  return Object.assign(at, { [Symbol.asyncDispose]: () => at.close() })
}
