import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { bluesky } from '@social/bluesky'
import {
  AppCredentials,
  Connection,
  discoverPlatforms,
  Dispatcher,
  Follower,
  InMemoryLoginMemory,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
  InMemoryStorage,
  Media,
  Poller,
  PollerPool,
  ShardedPoller,
  SocialClient,
  Token,
  workerStorage,
} from '@social/core'
import { EventStreamReader, HttpEngine, paginate } from '@social/core/platform'
import { Routes, SignedMediaHost, toNodeHandler } from '@social/core/routes'
import { socialRoutes as express } from '@social/express'
import { facebook } from '@social/facebook'
import { socialRoutes as fastify } from '@social/fastify'
import { googleBusiness, googleKeys } from '@social/google-business'
import { instagram } from '@social/instagram'
import { InMemoryJobQueue, SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { SocialModule } from '@social/nestjs'
import { pinterest } from '@social/pinterest'
import { sqliteStores } from '@social/sqlite'
import { sqliteQueue } from '@social/sqlite-queue'
import {
  aConnection,
  aLoginRequest,
  anApp,
  anUpdate,
  aPerson,
  aPicture,
  aPost,
  aReceipt,
  aToken,
  aVideo,
  FakeClock,
  FakePlatform,
  fakePlatform,
  fakeRandom,
  RecordingStorage,
  RecordingTransport,
} from '@social/testkit/application'
import { aCall, aLoginCall, aPublishCall, aReconcileCall, PlatformChecks } from '@social/testkit/platform'
import { routeChecks } from '@social/testkit/routes'
import { LocksChecks } from '@social/testkit/store'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { tiktokBusiness } from '@social/tiktok-business'
import { x } from '@social/x'
import { youtube } from '@social/youtube'

type Options = Readonly<Record<string, unknown>>

const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { fake: new FakePlatform() } })
const redirectUri = 'https://app.example/social/callback/{platform}'
const callback = 'https://app.example/social/callback/fake'
const account = client.account('fake:42')
const markers = new InMemoryMarkers()
const dispatcher = new Dispatcher()
const journal = new InMemoryPublishJournal()
const key = 'a'.repeat(64)
const init = { platform: 'fake', accountId: '1', accountName: 'Ada', token: { accessToken: 'a' } }
const app = { platform: 'fake', clientId: 'a', clientSecret: 'b' }
const body = new Uint8Array()

/**
 * Every entry point with options. Each entry makes a call with valid options and adds the options
 * in `more`.
 */
export const ENTRY_POINTS: Readonly<Record<string, (more: Options) => unknown>> = {
  'new SocialClient': (more) => new SocialClient({ storage: new InMemoryStorage(), platforms: {}, ...more }),
  'new SocialClient: retries': (more) =>
    new SocialClient({ storage: new InMemoryStorage(), platforms: {}, retries: more }),
  'new SocialClient: spending': (more) =>
    new SocialClient({ storage: new InMemoryStorage(), platforms: {}, spending: more as never }),
  'new Connection': (more) => new Connection({ ...init, ...more }),
  'connection.with': (more) => new Connection(init).with(more),
  'new Token': (more) => new Token({ accessToken: 'a', ...more }),
  'new AppCredentials': (more) => new AppCredentials({ ...app, ...more }),
  discoverPlatforms: (more) => discoverPlatforms({ from: import.meta.url, ...more }),
  workerStorage: (more) => workerStorage(new URL('file:///none.js'), more),
  'new InMemoryStorage': (more) => new InMemoryStorage(more),
  'new InMemoryPublishJournal': (more) => new InMemoryPublishJournal(more),
  'new InMemoryLoginMemory': (more) => new InMemoryLoginMemory(more),
  'new InMemorySeenUpdates': (more) => new InMemorySeenUpdates(more),
  'new InMemoryMarkers': (more) => new InMemoryMarkers(more),
  'new InMemorySpendingCounter': (more) => new InMemorySpendingCounter(more),
  'new Dispatcher': (more) => new Dispatcher(more),
  'new Poller': (more) => new Poller({ account, markers, dispatcher, ...more }),
  'new PollerPool': (more) => new PollerPool({ account: () => account, markers, dispatcher, ...more }),
  'new Follower': (more) => new Follower({ account, markers, dispatcher, ...more }),
  'new ShardedPoller': (more) =>
    new ShardedPoller({
      name: 'a',
      journal,
      connections: () => [],
      account: () => account,
      markers,
      dispatcher,
      ...more,
    }),
  'Media.fromFile': (more) => Media.fromFile('a.png', more),
  'Media.fromBytes': (more) => Media.fromBytes(body, { filename: 'a.png', ...more }),
  'Media.fromUrl': (more) => Media.fromUrl('https://app.example/a.png', more),
  'client.startLogin': (more) => client.startLogin('fake', { redirectUri: callback, ...more }),
  'client.finishLogin': (more) =>
    client.finishLogin('fake', { redirectUri: callback, state: 's', callback: {}, ...more }),
  'client.choose': (more) =>
    client.choose('fake', { redirectUri: callback, accountId: '1', resumeToken: 't', ...more }),
  'client.createApp': (more) => client.createApp('fake', { name: 'Mine', redirectUri: callback, ...more }),
  'client.renewDue': (more) => client.renewDue(['fake:42'], more),
  'client.disconnect': (more) => client.disconnect('fake:42', more),
  'client.checkSignature': (more) => client.checkSignature('fake', body, {}, { secret: 's', ...more }),
  'client.answerSetupCheck': (more) => client.answerSetupCheck('fake', {}, { verifyToken: 't', ...more }),
  'account.post': (more) => account.post({ text: 'x' }, more),
  'account.postThread': (more) => account.postThread([{ text: 'x' }, { text: 'y' }], more),
  'account.reply': (more) => account.reply('1', 'x', more),
  'account.readLikes': (more) => account.readLikes('1', more),
  'account.readThread': (more) => account.readThread('1', more),
  'account.checkPost': (more) => account.checkPost({ text: 'x' }, more),
  'account.run': (more) => account.run(async () => 1, more),
  'account.limits': (more) => account.limits(more),
  'account.direct.request': (more) => account.direct.request('GET', '/x', more),
  'new Routes': (more) => new Routes(client, { redirectUri, ...more }),
  toNodeHandler: (more) => toNodeHandler(new Routes(client, { redirectUri }), more),
  'new SignedMediaHost': (more) => new SignedMediaHost({ key, baseUrl: 'https://app.example', ...more }),
  'socialRoutes of Express': (more) => express({ client, redirectUri, ...more }),
  'socialRoutes of Fastify': (more) =>
    fastify({ addContentTypeParser: () => {} } as never, { client, redirectUri, ...more }),
  'SocialModule.forRoot': (more) => SocialModule.forRoot({ client, routes: { redirectUri }, ...more }),
  'new SocialJobs': (more) => new SocialJobs({ client, queue: new InMemoryJobQueue(), ...more }),
  'new SocialJobs: sweep': (more) =>
    new SocialJobs({ client, queue: new InMemoryJobQueue(), sweep: { connectionIds: () => [], ...more } }),
  'new InMemoryJobQueue': (more) => new InMemoryJobQueue(more),
  sqliteStores: (more) => sqliteStores(':memory:', more),
  sqliteQueue: async (more) => {
    const folder = mkdtempSync(join(tmpdir(), 'social-careless-'))
    try {
      await sqliteQueue(join(folder, 'jobs.db'), more).close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  bluesky: (more) => bluesky(more),
  'bluesky: oauth': (more) => bluesky({ oauth: more }),
  facebook: (more) => facebook(more),
  googleBusiness: (more) => googleBusiness(more),
  googleKeys: (more) => googleKeys({ audience: 'a', serviceAccount: 'b', ...more }),
  instagram: (more) => instagram(more),
  mastodon: (more) => mastodon(more),
  pinterest: (more) => pinterest(more),
  threads: (more) => threads(more),
  tiktok: (more) => tiktok(more),
  tiktokBusiness: (more) => tiktokBusiness(more),
  x: (more) => x(more),
  youtube: (more) => youtube(more),
  'new HttpEngine': (more) =>
    new HttpEngine({
      clock: new FakeClock(),
      random: fakeRandom(),
      transport: new RecordingTransport(),
      ...more,
    }),
  'new EventStreamReader': (more) => new EventStreamReader({ onEvent: () => {}, onTooLong: () => {} }, more),
  paginate: (more) => paginate(async () => ({ items: [], next: null }), more).next(),
  aToken: (more) => aToken(more),
  aConnection: (more) => aConnection(more),
  'aConnection: token': (more) => aConnection({ token: more }),
  anApp: (more) => anApp(more),
  aPost: (more) => aPost(more),
  aPerson: (more) => aPerson(more),
  anUpdate: (more) => anUpdate(more),
  aReceipt: (more) => aReceipt(more),
  aLoginRequest: (more) => aLoginRequest(more),
  aPicture: (more) => aPicture(more),
  aVideo: (more) => aVideo(more),
  aCall: (more) => aCall(more),
  aReconcileCall: (more) => aReconcileCall(more),
  aLoginCall: (more) => aLoginCall(more),
  aPublishCall: (more) => aPublishCall(more),
  'new FakeClock': (more) => new FakeClock(more),
  'new FakePlatform': (more) => new FakePlatform(more),
  'fakePlatform.connection': (more) => new FakePlatform().connection(more),
  'fakePlatform.addPost': (more) => new FakePlatform().addPost(more),
  'fakePlatform.addReply': (more) => {
    const platform = new FakePlatform()
    return platform.addReply(platform.addPost(), more)
  },
  'fakePlatform.addLike': (more) => {
    const platform = new FakePlatform()
    return platform.addLike(platform.addPost().id, aPerson(), more)
  },
  'fakePlatform.addUpdate': (more) => new FakePlatform().addUpdate('COMMENT_CREATED', more),
  'fakePlatform.addConversation': (more) => new FakePlatform().addConversation([aPerson()], more),
  'fakePlatform.addMessage': (more) => {
    const platform = new FakePlatform()
    return platform.addMessage(platform.addConversation([aPerson()]).id, aPerson(), 'x', more)
  },
  'fakePlatform.signPush': (more) => new FakePlatform().signPush('x', more),
  fakePlatform: (more) => fakePlatform(more),
  'new RecordingStorage': (more) => new RecordingStorage(more),
  'new RecordingTransport': (more) => new RecordingTransport({}, more),
  'new PlatformChecks': (more) =>
    new PlatformChecks({
      makePlatform: () => new FakePlatform(),
      makeConnection: () => aConnection(),
      ...more,
    }),
  'new LocksChecks': (more) => new LocksChecks({ make: () => ({}), ...more } as never),
  routeChecks: (more) => routeChecks({ mount: () => {}, ...more } as never),
}
