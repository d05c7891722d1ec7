import { bluesky } from '@social/bluesky'
import {
  Dispatcher,
  InMemoryLocks,
  InMemoryLoginMemory,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
  InMemoryStorage,
  Media,
  Poller,
  PollerPool,
  SocialClient,
  syncStorage,
} from '@social/core'
import { Deadline, EventStreamReader, HttpEngine, openUpload, type Platform } from '@social/core/platform'
import { Routes, SignedMediaHost } from '@social/core/routes'
import { facebook } from '@social/facebook'
import { googleBusiness } from '@social/google-business'
import { instagram } from '@social/instagram'
import { InMemoryJobQueue, SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { pinterest } from '@social/pinterest'
import { sqliteStores } from '@social/sqlite'
import {
  aConnection,
  anApp,
  FakeClock,
  FakePlatform,
  fakeRandom,
  RecordingStorage,
  RecordingTransport,
} from '@social/testkit/application'
import { aCall, aPublishCall } from '@social/testkit/platform'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { tiktokBusiness } from '@social/tiktok-business'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { describe, expect, it } from 'vitest'

import { bareErrors, type EntryPoint } from './bare-errors.js'
import { methodsOf } from './methods-of.js'

const key = 'a'.repeat(64)
const redirectUri = 'https://app.example/social/callback/{platform}'

/** Creates a client whose requests all get status 404 and whose waits end immediately. */
function aClientOf(platform: Platform) {
  const clock = new FakeClock({ autoAdvance: true })
  const connection = aConnection({ platform: platform.name })
  const storage = new InMemoryStorage({
    connections: [connection],
    apps: [anApp({ platform: platform.name })],
  })
  const transport = new RecordingTransport()
  return {
    clock,
    transport,
    connection,
    client: new SocialClient({
      storage,
      platforms: { [platform.name]: platform },
      clock,
      transport,
      random: fakeRandom(),
    }),
  }
}

const NETWORKS: readonly Platform[] = [
  new FakePlatform(),
  bluesky(),
  facebook(),
  googleBusiness(),
  instagram(),
  mastodon(),
  pinterest(),
  threads(),
  tiktok(),
  tiktokBusiness(),
  x(),
  youtube(),
]

/**
 * Returns the methods that prepare the data of a fake platform. The client calls the other methods
 * itself.
 */
function seeding(platform: FakePlatform): object {
  const names = [
    'addPost',
    'addReply',
    'addLike',
    'addUpdate',
    'addConversation',
    'addMessage',
    'failNext',
    'connection',
    'signPush',
  ] as const
  return Object.fromEntries(names.map((name) => [name, (platform[name] as EntryPoint).bind(platform)]))
}

/**
 * Objects that applications and authors of networks use. A new object is created for each tested
 * method.
 */
const OBJECTS: Readonly<Record<string, () => object | Promise<object>>> = {
  client: () => aClientOf(new FakePlatform()).client,
  ...Object.fromEntries(
    NETWORKS.map((platform) => [
      `account of ${platform.name}`,
      () => {
        const { client, connection } = aClientOf(platform)
        return client.account(connection.id)
      },
    ]),
  ),
  'account.direct': () => aClientOf(new FakePlatform()).client.account('fake:42').direct,
  connection: () => aConnection(),
  token: () => aConnection().token,
  app: () => anApp(),
  'media of bytes': () => Media.fromBytes(new Uint8Array(8), { filename: 'a.png' }),
  'media of a file': () => Media.fromFile('none.png'),
  'media of a URL': () => Media.fromUrl('https://app.example/a.png'),
  upload: () => openUpload(Media.fromBytes(new Uint8Array(8), { filename: 'a.png' })),
  storage: () => new InMemoryStorage(),
  'synchronous storage': () =>
    syncStorage({
      getConnection: () => null,
      saveConnection() {},
      deleteConnection() {},
      getApp: () => null,
      saveApp() {},
    }),
  locks: () => new InMemoryLocks(),
  'login memory': () => new InMemoryLoginMemory(),
  'seen updates': () => new InMemorySeenUpdates(),
  journal: () => new InMemoryPublishJournal(),
  markers: () => new InMemoryMarkers(),
  'spending counter': () => new InMemorySpendingCounter(),
  'queue of jobs': () => new InMemoryJobQueue(),
  'SQLite: storage': () => sqliteStores(':memory:').storage,
  'SQLite: locks': () => sqliteStores(':memory:').locks,
  'SQLite: login memory': () => sqliteStores(':memory:').loginMemory,
  'SQLite: seen updates': () => sqliteStores(':memory:').seenUpdates,
  'SQLite: journal': () => sqliteStores(':memory:').journal,
  'SQLite: markers': () => sqliteStores(':memory:').markers,
  'SQLite: spending counter': () => sqliteStores(':memory:').spendingCounter,
  dispatcher: () => new Dispatcher(),
  poller: () => {
    const { client, clock } = aClientOf(new FakePlatform())
    return new Poller({
      account: client.account('fake:42'),
      markers: new InMemoryMarkers(),
      dispatcher: new Dispatcher(),
      clock,
    })
  },
  'pool of pollers': () => {
    const { client, clock } = aClientOf(new FakePlatform())
    return new PollerPool({
      account: (id: string) => client.account(id),
      markers: new InMemoryMarkers(),
      dispatcher: new Dispatcher(),
      clock,
    })
  },
  routes: () => new Routes(aClientOf(new FakePlatform()).client, { redirectUri }),
  'media host': () => new SignedMediaHost({ key, baseUrl: 'https://app.example/social' }),
  jobs: () => new SocialJobs({ client: aClientOf(new FakePlatform()).client, queue: new InMemoryJobQueue() }),
  engine: () =>
    new HttpEngine({
      clock: new FakeClock({ autoAdvance: true }),
      random: fakeRandom(),
      transport: new RecordingTransport(),
    }),
  'http of a call': () => aCall().http,
  call: () => aCall(),
  'call of a publish': () => aPublishCall(),
  deadline: () => new Deadline({ clock: new FakeClock(), seconds: 60 }),
  'reader of events': () => new EventStreamReader({ onEvent: () => {}, onTooLong: () => {} }),
  'fake clock': () => new FakeClock(),
  'fake platform': () => seeding(new FakePlatform()),
  'recording storage': () => new RecordingStorage(),
  'recording transport': () => new RecordingTransport(),
}

/** Methods that run until they are stopped. `without-end.test.ts` tests these methods. */
const WITHOUT_END: ReadonlySet<string> = new Set([
  'runForever',
  'pool of pollers: run',
  'account of fake: listen',
])

/**
 * Matches accounts of every network except the fake one. Core reads the arguments for all
 * networks, so fewer argument lists are sufficient here.
 */
const SHARED = /^account of (?!fake)/

/** Returns the methods of an object that end without being stopped. */
const endingMethodsOf = (what: string, object: object): readonly string[] =>
  methodsOf(object).filter((name) => !WITHOUT_END.has(name) && !WITHOUT_END.has(`${what}: ${name}`))

describe.each(Object.entries(OBJECTS))('%s explains wrong arguments of', (what, make) => {
  it('every method', async () => {
    const bare: string[] = []
    for (const name of endingMethodsOf(what, await make())) {
      const object = await make()
      const method = Reflect.get(object, name) as EntryPoint
      bare.push(
        ...(await bareErrors(
          name,
          (...args) => Reflect.apply(method, object, args),
          SHARED.test(what) ? 5 : 1,
        )),
      )
    }
    expect(bare).toEqual([])
  })
})
