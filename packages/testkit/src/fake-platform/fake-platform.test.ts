import {
  AuthError,
  ConfigError,
  Feature,
  InvalidPostError,
  makePerson,
  NotFoundError,
  NotSupportedError,
  PostGoneError,
  type PostInput,
  RateLimitError,
  SignatureError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aPost, aReceipt } from '../builders/content.js'
import { aLoginRequest } from '../builders/login.js'
import { aPicture, aVideo } from '../builders/media.js'
import { aCall, aLoginCall } from '../calls/a-call.js'
import { aPublishCall } from '../calls/a-publish-call.js'
import { FakeClock } from '../time/fake-clock.js'
import { RecordingTransport } from '../transport/recording-transport.js'
import { fakePlatform } from './factory.js'
import { FakePlatform } from './fake-platform.js'
import type { FakePlatformSettings } from './settings.js'

const ana = makePerson({ id: 'ana' })
const callOf = (platform: FakePlatform<string>) => aCall({ platform, connection: platform.connection() })
const publishCallOf = (platform: FakePlatform<string>, idempotencyKey = 'key-1') =>
  aPublishCall({ platform, connection: platform.connection(), idempotencyKey })
const texts = (items: readonly { readonly text: string }[]) => items.map(({ text }) => text)
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

function withUpdates(count: number): FakePlatform {
  const platform = new FakePlatform()
  for (let made = 0; made < count; made += 1) platform.addUpdate('MENTION', { actor: ana })
  return platform
}
const updatesAfter = (platform: FakePlatform, marker: string | null, limit: number | null = null) =>
  platform.fetchUpdatesAfter(marker, { limit }, callOf(platform))

describe('the settings of a fake platform', () => {
  it('switch on every flag but four unless told otherwise', () => {
    const left = Object.values(Feature).filter((flag) => !new FakePlatform().features.has(flag))

    expect(left.toSorted()).toEqual(['NEEDS_NO_APP', 'READ_STATS', 'SCHEDULE', 'SUBSCRIBE_UPDATES'])
  })

  it.each([
    [
      { features: [] },
      [
        'publish',
        'deletePost',
        'readPost',
        'like',
        'checkSignature',
        'readUpdates',
        'answerSetupCheck',
        'createApp',
      ],
    ],
    [{}, ['resumeLogin', 'checkState', 'readStats', 'reconcile']],
    [{ answersSetupChecks: false }, ['answerSetupCheck']],
  ] as const)('%j leave out what they switch off', (settings, methods) => {
    const platform: FakePlatform = new FakePlatform(settings)

    expect(methods.map((method) => platform[method])).toEqual(methods.map(() => undefined))
  })

  it('bring in what they switch on', () => {
    const platform = new FakePlatform({
      accounts: [{ id: '1' }],
      states: ['DONE'],
      features: ['READ_STATS', 'POST_TEXT'],
      findsLostPosts: true,
    })

    for (const method of ['resumeLogin', 'checkState', 'readStats', 'reconcile', 'publish'] as const)
      expect(platform[method]).toBeTypeOf('function')
  })

  it('have a name that everything follows', async () => {
    const platform = new FakePlatform({ name: 'photos' })
    const connection = platform.connection()

    expect(platform.name).toBe('photos')
    expect(platform.apiBase(connection)).toBe('https://photos.example')
    expect(connection).toMatchObject({ id: 'photos:42', accountName: 'someone@photos.example', host: null })
    expect(platform.authHeaders(connection)).toEqual({ authorization: 'Bearer fake-access' })
  })

  it.each([
    [{ tokenLifetime: 3 }, 'Did you mean "tokenLifetimeSeconds"?'],
    [{ name: 'Fake' }, '"Fake" is no name for a platform'],
    [{ pageSize: 0 }, 'pageSize must be a whole number'],
  ])('%j are refused', (settings, message) => {
    // A misspelt setting of a caller without types.
    expect(() => new FakePlatform(settings as FakePlatformSettings)).toThrow(message)
  })

  it('never take away the method of a subclass, which can ask its parent', async () => {
    class Chatty extends FakePlatform {
      asked = 0

      override async readStats(...given: Parameters<FakePlatform['readStats']>) {
        this.asked += 1
        return super.readStats(...given)
      }
    }
    const platform = new Chatty()
    platform.addPost()

    expect(await platform.readStats('post-1', callOf(platform))).toMatchObject({ likes: 0, comments: 0 })
    expect(platform.asked).toBe(1)
  })

  it('never take away an override', async () => {
    const platform = fakePlatform(
      { name: 'slow', features: [] },
      {
        async readProfile() {
          return { name: `the one of ${this.name}`, avatarUrl: null }
        },
        async deleteComment() {},
      },
    )

    expect(await platform.readProfile(callOf(platform))).toMatchObject({ name: 'the one of slow' })
    expect(platform).toHaveProperty('deleteComment')
  })

  it('put a picture on every connection and profile', async () => {
    const avatarUrl = 'https://fake.example/me.png'
    const platform = new FakePlatform({ avatarUrl, accounts: [{ id: '7' }] })
    const finished = await platform.resumeLogin(
      aLoginRequest(),
      { resumeToken: 'fake-resume', accountId: '7', remember: {} },
      aLoginCall(),
    )

    expect(platform.connection().avatarUrl).toBe(avatarUrl)
    expect(finished).toMatchObject({ connection: { id: 'fake:7', avatarUrl } })
    expect(await platform.readProfile(callOf(platform))).toEqual({ name: 'someone@fake.example', avatarUrl })
  })
})

describe('signing in to a fake platform', () => {
  const clock = new FakeClock()
  const call = () => aLoginCall({ clock })
  const login = { ...aLoginRequest({ state: 'abc' }), remember: { verifier: 'fake-verifier' } }

  it('sends people to a page', async () => {
    const step = await new FakePlatform().startLogin(
      aLoginRequest({ state: 'abc', scopes: ['read'] }),
      call(),
    )

    expect(step).toEqual({
      step: 'SEND_TO_NETWORK',
      url: 'https://fake.example/login?redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=abc&client_id=fake-client&scope=read',
      state: 'abc',
      remember: { verifier: 'fake-verifier' },
    })
  })

  it('makes a state where none was given', async () => {
    expect(await new FakePlatform().startLogin(aLoginRequest({ state: '' }), call())).toMatchObject({
      state: 'fake-state',
    })
  })

  it('asks for details when told to', async () => {
    const platform = new FakePlatform({
      askFor: [{ name: 'handle' }, { name: 'app_password', label: 'Password', secret: true }],
    })

    expect(await platform.startLogin(aLoginRequest(), call())).toMatchObject({
      step: 'ASK_FOR_DETAILS',
      helpUrl: 'https://fake.example/help/signing-in',
      fields: [
        { name: 'handle', label: 'handle', secret: false, helpText: null },
        { name: 'app_password', label: 'Password', secret: true, helpText: null },
      ],
    })
  })

  it('finishes with account 42 and a token that lasts an hour', async () => {
    const platform = new FakePlatform()
    const step = await platform.finishLogin(login, { code: 'c', state: 'abc' }, call())

    expect(step).toMatchObject({ step: 'FINISHED', connection: { id: 'fake:42' } })
    expect(step.step === 'FINISHED' && step.connection.token).toMatchObject({
      accessToken: 'fake-access',
      refreshToken: 'fake-refresh',
      expiresAt: new Date('2024-01-01T01:00:00Z'),
    })
    expect(platform.lastRemember).toEqual({ verifier: 'fake-verifier' })
  })

  it('asks which account when there are several, and even when there is one', async () => {
    const platform = new FakePlatform({ accounts: [{ id: '7', name: 'Seven', kind: 'page' }] })

    expect(await platform.finishLogin(login, { state: 'abc' }, call())).toEqual({
      step: 'CHOOSE_ACCOUNT',
      options: [{ id: '7', name: 'Seven', kind: 'page' }],
      resumeToken: 'fake-resume',
    })
    expect(await platform.finishLogin(login, { account: '7' }, call())).toMatchObject({
      step: 'FINISHED',
      connection: { id: 'fake:7', accountName: 'Seven' },
    })
  })

  it('goes on with the account that was picked, and refuses one that was not offered', async () => {
    const platform = new FakePlatform({ accounts: [{ id: '7' }, { id: '8' }] })
    const choose = (accountId: string, resumeToken = 'fake-resume') =>
      platform.resumeLogin(login, { resumeToken, accountId, remember: { verifier: 'v' } }, call())

    expect(await choose('8')).toMatchObject({ step: 'FINISHED', connection: { id: 'fake:8' } })
    await expect(choose('9')).rejects.toThrow('It offered: 7, 8.')
    await expect(choose('8', 'made up')).rejects.toThrow(AuthError)
    expect(platform.resumed).toEqual([
      { resumeToken: 'fake-resume', accountId: '8' },
      { resumeToken: 'fake-resume', accountId: '9' },
      { resumeToken: 'made up', accountId: '8' },
    ])
    expect(platform.lastRemember).toEqual({ verifier: 'v' })
  })

  it('refuses a callback with an error or a wrong state', async () => {
    const platform = new FakePlatform()

    await expect(platform.finishLogin(login, { error: 'access_denied' }, call())).rejects.toThrow(AuthError)
    await expect(platform.finishLogin(login, { state: 'other' }, call())).rejects.toThrow(AuthError)
  })

  it('fails when told to, though never at the start', async () => {
    const loginFailsWith = new AuthError('no')
    const platform = new FakePlatform({ loginFailsWith, accounts: [{ id: '7' }] })

    await expect(platform.startLogin(login, call())).resolves.toMatchObject({ step: 'SEND_TO_NETWORK' })
    await expect(platform.finishLogin(login, {}, call())).rejects.toBe(loginFailsWith)
    await expect(
      platform.resumeLogin(login, { resumeToken: 'fake-resume', accountId: '7', remember: {} }, call()),
    ).rejects.toBe(loginFailsWith)
    expect(platform.lastRemember).toEqual({})
  })

  it('renews tokens, and tells with which credentials', async () => {
    const platform = new FakePlatform()
    const renewal = aCall({ platform, clock, connection: platform.connection() })
    const token = await platform.refresh(renewal)
    await platform.refresh(aCall({ platform, connection: platform.connection(), app: null }))

    expect(token).toMatchObject({
      accessToken: 'fake-access-after-refresh',
      refreshToken: 'fake-refresh-after-refresh',
      expiresAt: new Date('2024-01-01T01:00:00Z'),
    })
    expect(platform.refreshed).toEqual(['fake:42', 'fake:42'])
    expect(platform.refreshedWith).toMatchObject([{ clientId: 'fake-client' }, null])
  })

  it('makes tokens that never run out when told to', () => {
    expect(new FakePlatform({ tokenLifetimeSeconds: null }).connection().token.expiresAt).toBeNull()
  })

  it('registers apps', async () => {
    const platform = new FakePlatform()
    const request = {
      name: 'Studio',
      redirectUri: 'https://app.example',
      host: 'one.example',
      scopes: [],
      website: null,
    }

    expect(await platform.createApp(request, call())).toMatchObject({
      platform: 'fake',
      host: 'one.example',
      clientId: 'fake-client-for-Studio',
    })
    expect(platform.createdApps).toEqual([request])
  })

  it('withdraws tokens', async () => {
    const platform = new FakePlatform()
    await platform.revoke(callOf(platform))

    expect(platform.revoked).toEqual(['fake:42'])
  })

  it('makes connections by account and by id', () => {
    const platform = new FakePlatform()

    expect(platform.connection({ accountId: '7' }).id).toBe('fake:7')
    expect(platform.connection({ connectionId: 'fake:did:x' }).accountId).toBe('did:x')
    expect(() => platform.connection({ connectionId: 'other:7' })).toThrow(ConfigError)
  })
})

describe('publishing on a fake platform', () => {
  it('numbers posts, and keeps what was published', async () => {
    const platform = new FakePlatform()
    const first = await platform.publish(aPost({ text: 'one' }), publishCallOf(platform))
    const second = await platform.publish(
      aPost({ text: 'two', media: [aVideo()] }),
      publishCallOf(platform, 'k2'),
    )

    expect(first).toMatchObject({
      id: '1',
      url: 'https://fake.example/p/1',
      state: 'DONE',
      idempotencyKey: 'key-1',
    })
    expect(second.id).toBe('2')
    expect(platform.published).toMatchObject([
      { connectionId: 'fake:42', post: { text: 'one' }, postId: '1', idempotencyKey: 'key-1' },
      { post: { text: 'two' }, postId: '2', idempotencyKey: 'k2' },
    ])
    expect(await platform.readPost('1', callOf(platform))).toMatchObject({ text: 'one', isMine: true })
  })

  it('writes the visible step down first', async () => {
    const platform = new FakePlatform()
    const stopped = new Error('stopped')
    const call = aPublishCall({
      platform,
      onCheckpoint: () => {
        throw stopped
      },
    })

    await expect(platform.publish(aPost(), call)).rejects.toBe(stopped)
    expect(platform.published).toEqual([])
  })

  it('checks the post like every platform', async () => {
    const platform = new FakePlatform({ features: ['POST_IMAGE'] })
    const publish = (post: PostInput) => platform.publish(aPost(post), publishCallOf(platform))

    await expect(publish({ text: 'a'.repeat(301), media: [aPicture()] })).rejects.toThrow(InvalidPostError)
    await expect(publish({ text: 'words' })).rejects.toThrow(NotSupportedError)
    await expect(publish({ media: [aVideo()] })).rejects.toThrow(NotSupportedError)
    await expect(publish({ media: [aPicture()], publishAt: new Date(), replyTo: '1' })).rejects.toThrow(
      NotSupportedError,
    )
    expect(platform.published).toEqual([])
  })

  it('fails when told to, after the checks', async () => {
    const publishFailsWith = new RateLimitError('slow down', { retryAfter: 5 })
    const platform = new FakePlatform({ publishFailsWith })

    await expect(platform.publish(aPost(), publishCallOf(platform))).rejects.toBe(publishFailsWith)
    await expect(platform.publish(aPost({ text: 'a'.repeat(301) }), publishCallOf(platform))).rejects.toThrow(
      InvalidPostError,
    )
  })

  it('says that a post for later is scheduled', async () => {
    const platform = new FakePlatform({ features: ['POST_TEXT', 'SCHEDULE'] })
    const post = aPost({ publishAt: '2030-01-01T00:00:00Z' })

    expect(await platform.publish(post, publishCallOf(platform))).toMatchObject({
      state: 'SCHEDULED',
      isDone: false,
    })
  })

  it('really sends requests when told to, and takes the id of the reply', async () => {
    const platform = new FakePlatform({ sendsRequests: true })
    const transport = new RecordingTransport({ 'POST /posts': { id: 77 } })
    const call = aPublishCall({ platform, transport, connection: platform.connection() })

    expect(await platform.publish(aPost({ text: 'hi' }), call)).toMatchObject({ id: '77' })
    expect(transport.requests).toMatchObject([
      {
        url: 'https://fake.example/posts',
        json: { text: 'hi' },
        headers: { authorization: 'Bearer fake-access' },
      },
    ])
  })

  it('tells the states it was given, one per call; the last one repeats', async () => {
    const platform = new FakePlatform({ states: ['PROCESSING', 'DONE'] })
    const states = []
    for (let asked = 0; asked < 3; asked += 1)
      states.push((await platform.checkState('9', callOf(platform))).state)

    expect(states).toEqual(['PROCESSING', 'DONE', 'DONE'])
    expect(platform.stateAsked[0]).toEqual({ connectionId: 'fake:42', postId: '9' })
  })

  it('finds a post whose reply was lost by its key, when told to', async () => {
    const platform = new FakePlatform({ findsLostPosts: true })
    await platform.publish(aPost(), publishCallOf(platform))
    const found = aReceipt({ step: 'FINISH', data: { idempotencyKey: 'key-1' } })
    const lost = aReceipt({ step: 'FINISH', data: { idempotencyKey: 'key-2' } })

    expect(await platform.reconcile(found, callOf(platform))).toMatchObject({
      state: 'FOUND',
      result: { id: '1' },
    })
    expect(await platform.reconcile(lost, callOf(platform))).toEqual({ state: 'NOT_PUBLISHED' })
  })

  it('deletes what it published, and nothing else', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    await platform.publish(aPost(), publishCallOf(platform))
    await platform.deletePost('1', callOf(platform))

    expect(platform.deleted).toEqual(['1'])
    await expect(platform.deletePost('1', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.deletePost('post-1', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.readPost('1', callOf(platform))).rejects.toThrow(PostGoneError)
  })

  it('keeps one account from seeing the posts of another as its own', async () => {
    const platform = new FakePlatform()
    await platform.publish(aPost(), publishCallOf(platform))
    const other = aCall({ platform, connection: platform.connection({ accountId: '43' }) })

    expect(await platform.readPost('1', other)).toMatchObject({ isMine: false, author: { id: '42' } })
  })
})

describe('the posts of a fake platform', () => {
  it('have ids and moments that are the same in every run', async () => {
    const platform = new FakePlatform()
    const first = platform.addPost({ text: 'one' })
    platform.addReply('post-1', { text: 'two' })

    expect(first).toMatchObject({
      id: 'post-1',
      author: { id: 'person-1' },
      createdAt: new Date('2024-01-01T00:00:00Z'),
    })
    expect(await platform.readPost('post-2', callOf(platform))).toMatchObject({
      createdAt: new Date('2024-01-01T00:00:01Z'),
      parentId: 'post-1',
      rootId: 'post-1',
      isReply: true,
      isMine: false,
      visibility: 'PUBLIC',
    })
  })

  it('count replies and likes when they are read', async () => {
    const platform = new FakePlatform({ features: ['READ_POST', 'READ_STATS'] })
    platform.addPost({ isMine: true })
    platform.addReply('post-1')
    platform.addLike('post-1')
    platform.addLike('post-1', ana)

    expect(await platform.readPost('post-1', callOf(platform))).toMatchObject({
      replyCount: 1,
      likeCount: 2,
      repostCount: 0,
      quoteCount: 0,
      likedByMe: false,
      isMine: true,
    })
    expect(await platform.readStats('post-1', callOf(platform))).toMatchObject({
      likes: 2,
      comments: 1,
      shares: 0,
    })
  })

  it('refuse what is not there', async () => {
    const platform = new FakePlatform()
    const call = callOf(platform)

    expect(() => platform.addReply('nowhere')).toThrow(PostGoneError)
    expect(() => platform.addLike('nowhere')).toThrow(PostGoneError)
    await expect(platform.readPost('nowhere', call)).rejects.toThrow(PostGoneError)
    await expect(platform.readThread('nowhere', { depth: null, limit: null }, call)).rejects.toThrow(
      PostGoneError,
    )
    await expect(platform.like('nowhere', call)).rejects.toThrow(PostGoneError)
    await expect(
      platform.reply('nowhere', { text: 'hi', media: [], options: {} }, publishCallOf(platform)),
    ).rejects.toThrow(PostGoneError)
  })

  it('are read as a thread, in the order they were made', async () => {
    const platform = new FakePlatform()
    platform.addPost({ text: 'root' })
    platform.addReply('post-1', { text: 'a' })
    platform.addReply('post-1', { text: 'b' })
    platform.addReply('post-2', { text: 'a.a' })
    const thread = (depth: number | null, limit: number | null) =>
      platform.readThread('post-1', { depth, limit }, callOf(platform))

    const whole = await thread(null, null)
    const shallow = await thread(1, null)
    const short = await thread(null, 2)

    expect([texts(whole.replies), whole.complete]).toEqual([['a', 'b', 'a.a'], true])
    expect([texts(shallow.replies), shallow.complete]).toEqual([['a', 'b'], false])
    expect([texts(short.replies), short.complete]).toEqual([['a', 'b'], false])
    expect(
      ids((await platform.readThread('post-2', { depth: null, limit: null }, callOf(platform))).replies),
    ).toEqual(['post-4'])
  })

  it('stay in a thread as placeholders when they were deleted', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const reply = await platform.reply(
      'post-1',
      { text: 'mine', media: [], options: {} },
      publishCallOf(platform),
    )
    platform.addReply(reply.id, { text: 'below' })
    await platform.deletePost(reply.id, callOf(platform))

    const { replies } = await platform.readThread('post-1', { depth: null, limit: null }, callOf(platform))

    expect(replies).toMatchObject([
      { id: '1', unavailable: 'DELETED', text: '', author: null, parentId: 'post-1' },
      { text: 'below', parentId: '1', unavailable: null },
    ])
    expect(platform.replied).toEqual([{ connectionId: 'fake:42', postId: 'post-1', text: 'mine' }])
  })

  it('are liked once, however often', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const call = callOf(platform)
    const first = await platform.like('post-1', call)

    expect(await platform.like('post-1', call)).toEqual(first)
    expect(await platform.readPost('post-1', call)).toMatchObject({
      likeCount: 1,
      likedByMe: true,
      myLikeId: 'like-1',
    })
    expect(platform.liked).toHaveLength(2)
  })

  it('lose the like that is taken back: the one named, or the own', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const others = platform.addLike('post-1', ana)
    const call = callOf(platform)
    await platform.like('post-1', call)
    await platform.unlike('post-1', { likeId: null }, call)
    await platform.unlike('post-1', { likeId: null }, call)

    expect(await platform.readPost('post-1', call)).toMatchObject({ likeCount: 1, likedByMe: false })

    await platform.unlike('post-1', { likeId: others.likeId }, call)
    await platform.unlike('nowhere', { likeId: null }, call)

    expect(await platform.readPost('post-1', call)).toMatchObject({ likeCount: 0 })
    expect(platform.unliked).toHaveLength(4)
  })

  it('tell their likes page by page', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    for (let like = 0; like < 3; like += 1) platform.addLike('post-1')
    const page = (after: string | null, limit: number | null) =>
      platform.readLikes('post-1', { after, limit }, callOf(platform))

    const first = await page(null, null)

    expect(ids(first.items.map(({ person }) => person))).toEqual(['liker-1', 'liker-2'])
    expect(first.next).toBe('2')
    expect(await page(first.next, null)).toMatchObject({ items: [{ person: { id: 'liker-3' } }], next: null })
    expect((await page(null, 3)).next).toBeNull()
    await expect(page('abc', null)).rejects.toThrow(ConfigError)
  })
})

describe('the updates of a fake platform', () => {
  it('are polled by time, strictly newer', async () => {
    const platform = withUpdates(3)
    const [, second] = await platform.fetchUpdates(null, callOf(platform))

    expect(ids(await platform.fetchUpdates(second?.timestamp ?? null, callOf(platform)))).toEqual([
      'update-3',
    ])
  })

  it('begin with those of the settings', async () => {
    const [update] = await withUpdates(1).fetchUpdates(null, callOf(new FakePlatform()))
    const platform = new FakePlatform({ updates: update ? [update] : [] })

    expect(ids(await platform.fetchUpdates(null, callOf(platform)))).toEqual(['update-1'])
  })

  it('give the newest page without a marker: as many as asked for, or a page', async () => {
    const platform = withUpdates(5)

    expect(await updatesAfter(platform, null)).toMatchObject({
      updates: [{ id: 'update-4' }, { id: 'update-5' }],
      marker: 'update-5',
      more: false,
    })
    expect(ids((await updatesAfter(platform, null, 4)).updates)).toEqual([
      'update-2',
      'update-3',
      'update-4',
      'update-5',
    ])
  })

  it('give what is newer with a marker, and say when there is more', async () => {
    const platform = withUpdates(4)

    expect(await updatesAfter(platform, 'update-1', 2)).toMatchObject({ marker: 'update-3', more: true })
    expect(await updatesAfter(platform, 'update-1')).toMatchObject({ marker: 'update-4', more: false })
    expect(await updatesAfter(platform, 'update-4')).toEqual({ updates: [], marker: 'update-4', more: false })
    expect(await updatesAfter(new FakePlatform(), null)).toEqual({ updates: [], marker: null, more: false })
  })

  it('refuse a marker that is none of theirs', async () => {
    const platform = withUpdates(1)

    await expect(updatesAfter(platform, 'nonsense')).rejects.toThrow(ConfigError)
    await expect(platform.markSeen('nonsense', callOf(platform))).rejects.toThrow(ConfigError)

    await platform.markSeen('update-1', callOf(platform))

    expect(platform.markedSeen).toEqual([{ connectionId: 'fake:42', marker: 'update-1' }])
  })

  it('are those of one account', async () => {
    const platform = withUpdates(1)
    platform.addUpdate('FOLLOWED', { connectionId: 'fake:43' })

    expect(ids(await platform.fetchUpdates(null, callOf(platform)))).toEqual(['update-1'])
  })
})

describe('the pushed requests of a fake platform', () => {
  const platform = new FakePlatform()
  const change = { id: 'u1', kind: 'MENTION', connection_id: 'fake:42', at: '2024-05-01T00:00:00Z' }
  const body = Buffer.from(JSON.stringify(change))

  it('are proven by their signature', () => {
    const headers = platform.signPush(body)
    const check = (secret: string, sent: typeof headers) => platform.checkSignature(body, sent, { secret })

    expect(headers['x-fake-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(() => check('fake-secret', headers)).not.toThrow()
    expect(() => check('another', headers)).toThrow(SignatureError)
    expect(() => check('another', platform.signPush(body, { secret: 'another' }))).not.toThrow()
    expect(() => check('fake-secret', {})).toThrow(SignatureError)
  })

  it('are read: one change, several, or a word nobody knows', () => {
    const several = Buffer.from(JSON.stringify([change, { ...change, id: 'u2', kind: 'boosted' }]))

    expect(platform.readUpdate(body)).toMatchObject({
      id: 'u1',
      kind: 'MENTION',
      connectionId: 'fake:42',
      raw: change,
    })
    expect(platform.readUpdates(body)).toHaveLength(1)
    expect(platform.readUpdates(several)).toMatchObject([
      { id: 'u1' },
      { id: 'u2', kind: 'UNKNOWN', kindName: 'boosted' },
    ])
    expect(() => platform.readUpdates(Buffer.from('{}'))).toThrow('A pushed body of fake is JSON of')
  })

  it('begin with a setup check', () => {
    const params = { 'hub.mode': 'subscribe', 'hub.verify_token': 't', 'hub.challenge': '123' }

    expect(platform.answerSetupCheck(params, { verifyToken: 't' })).toBe('123')
    expect(() => platform.answerSetupCheck(params, { verifyToken: 'other' })).toThrow(SignatureError)
  })
})

describe('the conversations of a fake platform', () => {
  const page = { after: null, limit: null }

  it('come newest first, by the last message', async () => {
    const platform = new FakePlatform({ pageSize: 5 })
    platform.addConversation([ana])
    platform.addConversation([makePerson({ id: 'ben' })], { unreadCount: 3, fullHistory: false })
    platform.addMessage('conversation-1', ana, 'hello')

    expect(await platform.readConversations(page, callOf(platform))).toMatchObject({
      items: [
        { id: 'conversation-1', unreadCount: 1, lastMessage: { text: 'hello' }, fullHistory: true },
        { id: 'conversation-2', unreadCount: 3, lastMessage: null, fullHistory: false },
      ],
      next: null,
    })
  })

  it('hold messages, newest first', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    for (const text of ['one', 'two', 'three']) platform.addMessage('conversation-1', ana, text)
    const read = (after: string | null) =>
      platform.readMessages('conversation-1', { after, limit: null }, callOf(platform))

    const first = await read(null)

    expect(texts(first.items)).toEqual(['three', 'two'])
    expect(texts((await read(first.next)).items)).toEqual(['one'])
  })

  it('take messages and marks', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    platform.addMessage('conversation-1', ana, 'hello')
    const sent = await platform.sendMessage(
      'conversation-1',
      { text: 'hi', options: {} },
      publishCallOf(platform),
    )
    await platform.markRead('conversation-1', callOf(platform))

    expect(sent).toMatchObject({
      id: 'message-2',
      isMine: true,
      sender: { id: '42' },
      conversationId: 'conversation-1',
    })
    expect(platform.sentMessages).toEqual([
      { connectionId: 'fake:42', conversationId: 'conversation-1', text: 'hi' },
    ])
    expect(platform.markedRead).toEqual([{ connectionId: 'fake:42', conversationId: 'conversation-1' }])
    expect((await platform.readConversations(page, callOf(platform))).items).toMatchObject([
      { unreadCount: 0 },
    ])
  })

  it('are used again by exactly the same people', async () => {
    const platform = new FakePlatform()
    platform.addConversation([ana])
    const start = (people: readonly string[]) =>
      platform.startConversation(people, 'hi', publishCallOf(platform))

    expect((await start(['ana'])).conversationId).toBe('conversation-1')
    expect((await start(['ana', 'ben'])).conversationId).toBe('conversation-2')
    expect((await start(['ben', 'ana'])).conversationId).toBe('conversation-2')
  })

  it('refuse what is not there', async () => {
    const platform = new FakePlatform()

    expect(() => platform.addMessage('nowhere', ana, 'hi')).toThrow(NotFoundError)
    await expect(platform.readMessages('nowhere', page, callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(platform.markRead('nowhere', callOf(platform))).rejects.toThrow(NotFoundError)
    await expect(
      platform.sendMessage('nowhere', { text: 'hi', options: {} }, publishCallOf(platform)),
    ).rejects.toThrow(NotFoundError)
  })
})

describe('failNext', () => {
  it('makes one call fail', async () => {
    const platform = new FakePlatform()
    platform.addPost()
    const error = new RateLimitError('slow down')
    platform.failNext('readPost', error)

    await expect(platform.readPost('post-1', callOf(platform))).rejects.toBe(error)
    await expect(platform.readPost('post-1', callOf(platform))).resolves.toMatchObject({ id: 'post-1' })
  })

  it('takes thirteen methods, and names them when it is given another', () => {
    // @ts-expect-error publish has a setting of its own
    expect(() => new FakePlatform().failNext('publish', new Error('no'))).toThrow(
      'It takes: readPost, readThread, reply, like, unlike, readLikes, fetchUpdatesAfter, markSeen, readConversations, readMessages, sendMessage, markRead, startConversation.',
    )
  })
})
