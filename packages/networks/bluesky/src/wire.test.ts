import {
  AuthError,
  BlockedError,
  ConfigError,
  InvalidPostError,
  Media,
  MissingPermissionError,
  NetworkError,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  TokenExpiredError,
} from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { aNetwork } from './__fixtures__/a-network.js'

type Network = Awaited<ReturnType<typeof aNetwork>>
type Account = Awaited<ReturnType<Network['signIn']>>

let net: Network
let ada: Account
beforeAll(async () => {
  net = await aNetwork()
  ada = await net.signIn()
})
beforeEach(() => net.clear())
afterAll(() => net.close())

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(64, 48), { filename: 'a.png', ...(altText !== undefined && { altText }) })
const didOf = (handle: string) => net.network.state().people.find((one) => one.handle === handle)?.did ?? ''

/** What the last call of that name carried. */
function lastJson(path: string): unknown {
  return net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}

describe('a sign-in', () => {
  it('finds the server from the handle, and reads the picture with one more request', async () => {
    const start = await net.client.startLogin('bluesky', { redirectUri: 'https://app.example/callback' })
    expect(start).toMatchObject({
      step: 'ASK_FOR_DETAILS',
      fields: [
        { name: 'handle', secret: false },
        { name: 'app_password', secret: true },
      ],
    })
    net.clear()

    const account = await net.signIn('@Ada.bsky.test\u202C ')

    expect(net.routes()).toEqual([
      'GET com.atproto.identity.resolveHandle',
      `GET /${didOf('ada.bsky.test')}`,
      'POST com.atproto.server.createSession',
      'GET app.bsky.actor.getProfile',
    ])
    const connection = await net.storage.getConnection(account.id)
    expect(connection).toMatchObject({
      id: `bluesky:${didOf('ada.bsky.test')}`,
      accountName: '@ada.bsky.test',
      host: net.emulator.host('bluesky'),
      scopes: [],
    })
    expect(connection?.avatarUrl).toMatch(/\/img\/avatar\/did:plc:/)
    expect(connection?.extra).toMatchObject({ handle: 'ada.bsky.test', directMessages: true })
  })

  it('takes the app password in camel case too, and a server that is named', async () => {
    const step = await net.client.finishLogin('bluesky', {
      redirectUri: 'https://app.example/callback',
      state: 's',
      host: net.emulator.host('bluesky'),
      callback: { handle: 'bea.bsky.test', appPassword: WITHOUT_MESSAGES },
    })

    expect(step.step).toBe('FINISHED')
    expect(net.routes()[0]).toBe('POST com.atproto.server.createSession')
  })

  it('takes an e-mail address, at the entryway', async () => {
    await net.signIn('ada@example.com')

    expect(net.routes()[0]).toBe('POST com.atproto.server.createSession')
  })

  it('ends without a picture when the profile cannot be read, after one try', async () => {
    const fault = net.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 500, path: '/xrpc/app.bsky.actor.getProfile', count: 'all' })

    const account = await net.signIn()
    fault.remove()

    expect((await net.storage.getConnection(account.id))?.avatarUrl).toBeNull()
    expect(net.routes().filter((route) => route.endsWith('getProfile'))).toHaveLength(1)
    ada = await net.signIn()
  })

  it.each([
    ['a wrong password', 'ada.bsky.test', 'nope', /app password/],
    ['the password of the account', 'ada.bsky.test', 'the-password-of-ada.bsky.test', /account itself/],
    ['a handle nobody has', 'nobody.bsky.test', 'nope', /Nobody on bluesky/],
    ['half a handle', 'ada', 'nope', /no handle/],
    ['no handle', '', 'nope', /needs the handle/],
    ['no password', 'ada.bsky.test', ' ', /needs an app password/],
  ])('is refused for %s', async (_what, handle, password, words) => {
    const failure: unknown = await net.signIn(handle, password).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(AuthError)
    expect(String(failure)).toMatch(words)
    expect(String(failure)).not.toContain('nope')
  })

  it('is refused after too many, with the time to wait', async () => {
    const other = await aNetwork({ sessionsPerFiveMinutes: 1 })
    await other.signIn()
    const failure: unknown = await other.signIn().catch((error: unknown) => error)
    await other.close()

    expect(failure).toBeInstanceOf(RateLimitError)
    expect(failure).toMatchObject({ retryAfter: expect.any(Number) })
  })
})

describe('a session', () => {
  it('is renewed before it ends, both tokens at once, and saved before it is used', async () => {
    const before = await net.storage.getConnection(ada.id)
    await net.clock.advance(7100)
    await ada.profile()
    const after = await net.storage.getConnection(ada.id)

    expect(net.routes()).toEqual(['POST com.atproto.server.refreshSession', 'GET app.bsky.actor.getProfile'])
    expect(after?.token.accessToken).not.toBe(before?.token.accessToken)
    expect(after?.token.refreshToken).not.toBe(before?.token.refreshToken)
  })

  it('is renewed once by many calls at the same time', async () => {
    await net.clock.advance(7300)

    await Promise.all(Array.from({ length: 8 }, () => ada.profile()))

    expect(net.routes().filter((route) => route.includes('refreshSession'))).toHaveLength(1)
  })

  it('is renewed when the server refuses the token with a 400', async () => {
    net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 400,
      body: { error: 'ExpiredToken', message: 'Token has expired' },
      path: '/xrpc/app.bsky.actor.getProfile',
    })

    await expect(ada.profile()).resolves.toMatchObject({ name: '@ada.bsky.test' })
  })

  it('that was revoked ends in TokenExpiredError; an outage does not', async () => {
    const other = await aNetwork()
    const bea = await other.signIn('bea.bsky.test')
    await other.clock.advance(7300)
    const outage = other.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.server.refreshSession', count: 'all' })
    await expect(bea.profile()).rejects.toThrow(PlatformError)
    outage.remove()
    other.network.revokeAppPasswords({ person: 'bea' })
    await expect(bea.profile()).rejects.toThrow(TokenExpiredError)
    await other.close()
  })

  it('is deleted at the server when the account is disconnected', async () => {
    const bea = await net.signIn('bea.bsky.test')
    net.clear()

    await net.client.disconnect(bea.id)

    expect(net.routes()).toEqual(['POST com.atproto.server.deleteSession'])
  })
})

describe('a post', () => {
  it('carries links, mentions and tags at the offsets of its bytes', async () => {
    const text = '🦋 hallo @bea.bsky.test, größe: https://example.com/a_(b). #Übung'
    const result = await ada.post({ text, options: { langs: ['de', 'en'] } })
    const read = await ada.readPost(result.id)

    expect(result).toMatchObject({ state: 'DONE', url: expect.stringContaining('/profile/did:plc:') })
    expect(read.text).toBe(text)
    expect(read.links.map(({ start, end, kind, target }) => [text.slice(start, end), kind, target])).toEqual([
      ['@bea.bsky.test', 'MENTION', didOf('bea.bsky.test')],
      ['https://example.com/a_(b)', 'LINK', 'https://example.com/a_(b)'],
      ['#Übung', 'TAG', 'Übung'],
    ])
    expect(lastJson('createRecord')).toMatchObject({ record: { langs: ['de', 'en'] } })
  })

  it('leaves a mention of nobody as text', async () => {
    const result = await ada.post({ text: 'hi @nobody.bsky.test' })

    expect((await ada.readPost(result.id)).links).toEqual([])
  })

  it('carries pictures with their words and sizes, and tells how far it has come', async () => {
    const seen: number[] = []
    const result = await ada.post(
      { text: 'two', media: [picture('A lilac square'), picture()] },
      { onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes / totalBytes) },
    )
    const { attachments } = await ada.readPost(result.id)

    expect(attachments).toMatchObject([
      { kind: 'image', altText: 'A lilac square', width: 64, height: 48 },
      { kind: 'image', altText: null },
    ])
    expect(seen.at(-1)).toBe(1)
  })

  it('carries a video, which its own service works out first', async () => {
    const video = Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4', altText: 'A film' })
    const result = await ada.post({ text: 'film', media: [video] })

    expect(net.routes()).toEqual([
      'GET com.atproto.server.getServiceAuth',
      'POST app.bsky.video.uploadVideo',
      'GET app.bsky.video.getJobStatus',
      'POST com.atproto.repo.createRecord',
    ])
    expect((await ada.readPost(result.id)).attachments).toMatchObject([{ kind: 'video', altText: 'A film' }])

    net.clear()
    await ada.post({ text: 'again', media: [video] })
    expect(net.routes()).toContain('GET app.bsky.video.getJobStatus')
  })

  it('with a video that cannot be worked out is refused, and nothing comes out', async () => {
    net.network.failVideos({ count: 1 })
    const video = Media.fromBytes(sampleMp4(5000), { filename: 'b.mp4' })

    await expect(ada.post({ text: 'x', media: [video] })).rejects.toThrow(InvalidPostError)
    expect(net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  it('carries a link card with a picture, labels and tags', async () => {
    const result = await ada.post({
      text: 'read this',
      media: [picture()],
      options: {
        external: { uri: 'https://example.com/', title: 'Example' },
        labels: ['nudity'],
        tags: ['art'],
      },
    })

    expect((await ada.readPost(result.id)).attachments).toMatchObject([
      { kind: 'link', url: 'https://example.com/', altText: 'Example' },
    ])
    expect(lastJson('createRecord')).toMatchObject({
      record: { labels: { values: [{ val: 'nudity' }] }, tags: ['art'] },
    })
  })

  it('quotes, with one look-up, and with pictures beside', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'quote me' })
    await ada.post({ text: 'look', media: [picture('x')], options: { quote: uri } })

    expect(net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.uploadBlob',
      'POST com.atproto.repo.createRecord',
    ])
    expect(lastJson('createRecord')).toMatchObject({
      record: {
        embed: { $type: 'app.bsky.embed.recordWithMedia', record: { record: { uri } } },
      },
    })
  })

  it.each([
    ['301 letters', { text: 'a'.repeat(301) }],
    ['3,001 bytes in few letters', { text: '👩‍👩‍👧‍👧'.repeat(121) }],
    ['five pictures', { media: [1, 2, 3, 4, 5].map(() => picture()) }],
    ['a picture beside a video', { media: [picture(), Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })] }],
    ['a file at an address', { media: [Media.fromUrl('https://a.example/a.png')] }],
    [
      'a picture that is too big',
      { media: [Media.fromBytes(new Uint8Array(2_000_001), { filename: 'a.png' })] },
    ],
    ['a video of another kind', { media: [Media.fromBytes(new Uint8Array(9), { filename: 'a.mov' })] }],
    ['an unknown option', { text: 'hi', options: { lang: 'en' } }],
    ['a language that is none', { text: 'hi', options: { langs: '' } }],
  ])('of %s is refused before any request', async (_what, post) => {
    // The options are wrong on purpose: callers without types can pass anything.
    await expect(ada.post(post as object)).rejects.toThrow(InvalidPostError)
    expect(net.routes()).toEqual([])
  })

  it('is never scheduled, and has no state to ask for', async () => {
    await expect(ada.post({ text: 'x', publishAt: '2027-01-01T00:00:00Z' })).rejects.toThrow(
      NotSupportedError,
    )
    const untyped = net.client.account(ada.id)
    await expect(untyped.checkState('x')).rejects.toThrow(/bluesky/)
    await expect(untyped.readStats('x')).rejects.toThrow(NotSupportedError)
    expect(net.routes()).toEqual([])
  })

  it('whose answer is lost is looked up by its own key, and never made twice', async () => {
    net.emulator.faults('bluesky').add({ fault: 'replyLost', path: '/xrpc/com.atproto.repo.createRecord' })
    const text = 'only once'

    const result = await ada.post({ text })

    expect(net.routes()).toEqual(['POST com.atproto.repo.createRecord', 'GET com.atproto.repo.getRecord'])
    expect(result).toMatchObject({ state: 'DONE', cid: expect.stringMatching(/^bafy/) })
    expect(net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
  })

  it('that never arrived is made under the same key by the next try', async () => {
    const fault = net.emulator
      .faults('bluesky')
      .add({ fault: 'closeBeforeEffect', path: '/xrpc/com.atproto.repo.createRecord' })
    await expect(ada.post({ text: 'later' }, { idempotencyKey: 'later-1' })).rejects.toThrow(NetworkError)
    const first = fault.hits
    await ada.post({ text: 'later' }, { idempotencyKey: 'later-1' })
    const keys = net.emulator
      .requests('bluesky')
      .filter(({ path }) => path.endsWith('getRecord'))
      .map(({ query }) => query['rkey'])

    expect(first).toBe(1)
    expect(lastJson('createRecord')).toMatchObject({ rkey: keys[0] })
    expect(net.network.state().posts.filter((post) => post.text === 'later')).toHaveLength(1)
  })

  it('whose outcome nobody can tell is said to be unknown, and settled by the next try', async () => {
    const faults = net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: '/xrpc/com.atproto.repo.createRecord' })
    const down = faults.add({
      fault: 'status',
      status: 502,
      path: '/xrpc/com.atproto.repo.getRecord',
      count: 'all',
    })
    await expect(ada.post({ text: 'who knows' }, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )
    down.remove()

    const result = await ada.post({ text: 'who knows' }, { idempotencyKey: 'k' })

    expect(result.isDone).toBe(true)
    expect(net.network.state().posts.filter((post) => post.text === 'who knows')).toHaveLength(1)
  })

  it('does not upload a picture twice that an earlier try has uploaded', async () => {
    net.emulator.faults('bluesky').add({
      fault: 'closeBeforeEffect',
      path: '/xrpc/com.atproto.repo.uploadBlob',
      nth: 2,
      count: 4,
    })
    const post = { text: 'pictures', media: [picture('1'), picture('2')] }
    await expect(ada.post(post, { idempotencyKey: 'up' })).rejects.toThrow(NetworkError)
    net.emulator.faults('bluesky').clear()
    net.clear()

    await ada.post(post, { idempotencyKey: 'up' })

    expect(net.routes()).toEqual(['POST com.atproto.repo.uploadBlob', 'POST com.atproto.repo.createRecord'])
  })

  it('is deleted once and again; that of somebody else is not', async () => {
    const { id } = await ada.post({ text: 'bye' })
    await ada.deletePost(id)
    await ada.deletePost(id.split('/').at(-1) ?? '')
    const { uri } = net.network.post({ by: 'bea', text: 'mine' })

    await expect(ada.deletePost(uri)).rejects.toThrow(NotAllowedError)
    await expect(ada.readPost(id)).rejects.toThrow(PostGoneError)
  })
})

describe('an answer', () => {
  it('names root and parent from one look-up, at any depth', async () => {
    const root = net.network.post({ by: 'bea', text: 'root' })
    const middle = net.network.comment({ by: 'cleo', on: root.uri, text: 'middle' })

    const result = await ada.reply(middle.uri, 'deep')

    expect(net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.createRecord'])
    expect(await ada.readPost(result.id)).toMatchObject({
      parentId: middle.uri,
      rootId: root.uri,
      isReply: true,
    })
  })

  it('to an own post of just now is asked of the own server, which knows it already', async () => {
    const { id } = await ada.post({ text: 'one' })
    net.clear()

    await ada.post({ text: 'two', replyTo: id })

    expect(net.routes()).toEqual(['GET com.atproto.repo.getRecord', 'POST com.atproto.repo.createRecord'])
  })

  it('that nobody would see is refused before it is written', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'no answers please' })
    net.network.limitReplies({ on: uri })
    net.network.limitQuotes({ on: uri })

    await expect(ada.reply(uri, 'but')).rejects.toThrow(NotAllowedError)
    await expect(ada.post({ text: 'q', options: { quote: uri } })).rejects.toThrow(NotAllowedError)
    expect(net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  it('to what is gone, or to nothing, is refused', async () => {
    const { id } = await ada.post({ text: 'gone soon' })
    await ada.deletePost(id)

    await expect(ada.reply(id, 'x')).rejects.toThrow(PostGoneError)
    await expect(ada.reply('at://did:plc:nobody/app.bsky.feed.post/3k', 'x')).rejects.toThrow(PostGoneError)
    await expect(ada.reply('not an id', 'x')).rejects.toThrow(/no id of a bluesky post/)
  })
})

describe('reading', () => {
  it('a post takes one request; its page will do as id', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'hello' })
    const post = await ada.readPost(uri)

    expect(net.routes()).toEqual(['GET app.bsky.feed.getPosts'])
    expect(post).toMatchObject({
      id: uri,
      author: { handle: 'bea.bsky.test', displayName: 'Bea' },
      likedByMe: false,
      isMine: false,
      isReply: false,
      rootId: uri,
      likeCount: 0,
    })
    expect((await ada.readPost(post.url ?? '')).id).toBe(uri)
  })

  it('a thread takes one request, six levels deep unless asked for', async () => {
    const root = net.network.post({ by: 'bea', text: 'root' })
    let last = root.uri
    for (let level = 0; level < 8; level += 1)
      last = net.network.comment({ by: 'cleo', on: last, text: `level ${level}` }).uri

    const usual = await ada.readThread(root.uri)
    expect(net.routes()).toEqual(['GET app.bsky.feed.getPostThread'])
    expect(net.emulator.requests('bluesky')[0]?.query).toMatchObject({ depth: '6' })
    expect(usual.replies).toHaveLength(6)
    expect(usual.complete).toBe(false)

    const whole = await ada.readThread(root.uri, { depth: 5000 })
    expect(net.emulator.requests('bluesky').at(-1)?.query).toMatchObject({ depth: '1000' })
    expect(whole.replies.map(({ text }) => text)).toEqual(
      Array.from({ length: 8 }, (_value, level) => `level ${level}`),
    )
    expect(whole.complete).toBe(true)
    expect((await ada.readThread(root.uri, { depth: 20, limit: 2 })).complete).toBe(false)
  })

  it('a thread shows blocked answers as placeholders; a blocked or deleted post is an error', async () => {
    const root = net.network.post({ by: 'bea', text: 'root' })
    net.network.comment({ by: 'cleo', on: root.uri, text: 'hidden' })
    net.network.block({ by: 'cleo', person: 'ada' })
    const thread = await ada.readThread(root.uri)
    expect(thread.replies).toMatchObject([{ unavailable: 'BLOCKED', author: null, parentId: root.uri }])

    const own = net.network.post({ by: 'cleo', text: 'not for ada' })
    await expect(ada.readThread(own.uri)).rejects.toThrow(BlockedError)
    await expect(ada.readPost(own.uri)).rejects.toThrow(PostGoneError)
    net.network.unblock({ by: 'cleo', person: 'ada' })
    net.network.deleteRecord({ uri: own.uri })
    await expect(ada.readThread(own.uri)).rejects.toThrow(PostGoneError)
  })

  it('an own post of just now is asked for twice where the reading servers lag', async () => {
    const slow = await aNetwork({ appViewLagSeconds: 1 })
    const bea = await slow.signIn('bea.bsky.test')
    const { id } = await bea.post({ text: 'fresh' })

    expect((await bea.readPost(id)).text).toBe('fresh')
    await slow.close()
  })
})

describe('likes', () => {
  it('are there once, whoever likes twice', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'like me' })
    const first = await ada.like(uri)
    const second = await ada.like(uri)

    expect(second.likeId).toBe(first.likeId)
    expect(net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.createRecord',
      'GET app.bsky.feed.getPosts',
    ])
    expect(await ada.readPost(uri)).toMatchObject({ likedByMe: true, myLikeId: first.likeId, likeCount: 1 })
  })

  it('are taken back with one request by their id, with two without', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'unlike me' })
    const { likeId } = await ada.like(uri)
    net.clear()
    await ada.unlike(uri, { likeId: likeId ?? '' })
    expect(net.routes()).toEqual(['POST com.atproto.repo.deleteRecord'])

    await ada.like(uri)
    net.clear()
    await ada.unlike(uri)
    expect(net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.deleteRecord'])
    await ada.unlike(uri)
    expect((await ada.readPost(uri)).likedByMe).toBe(false)
  })

  it('are found by the post when the id is stale; that of somebody else is refused', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'stale' })
    const { likeId } = await ada.like(uri)
    await ada.unlike(uri)
    await ada.like(uri)

    await ada.unlike(uri, { likeId: likeId ?? '' })

    expect((await ada.readPost(uri)).likedByMe).toBe(false)
    await expect(ada.unlike(uri, { likeId: 'at://did:plc:other/app.bsky.feed.like/3k' })).rejects.toThrow(
      NotAllowedError,
    )
  })

  it('are listed page by page, with their moments', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'popular' })
    net.network.like({ by: 'bea', on: uri })
    net.network.like({ by: 'cleo', on: uri })
    const first = await ada.readLikes(uri, { limit: 1 })
    const rest = await ada.readLikes(uri, { after: first.next ?? '', limit: 500 })

    expect(first.items).toMatchObject([
      { person: { handle: 'cleo.example.test' }, likedAt: expect.any(Date) },
    ])
    expect(rest).toMatchObject({ items: [{ person: { handle: 'bea.bsky.test' } }], next: null })
  })
})

describe('private messages', () => {
  it('go through the proxy header, from the first to the read mark', async () => {
    const message = await ada.startConversation([didOf('bea.bsky.test')], 'hi, see https://example.com')
    net.network.message({ by: 'bea', to: 'ada', text: 'hello back' })
    const { items } = await ada.readConversations()
    const [conversation] = items
    const messages = await ada.readMessages(message.conversationId)
    await ada.sendMessage(message.conversationId, 'bye')
    await ada.markRead(message.conversationId)

    expect(conversation).toMatchObject({
      people: [{ handle: 'bea.bsky.test' }],
      unreadCount: 1,
      fullHistory: true,
      lastMessage: { text: 'hello back', isMine: false },
    })
    expect(messages.items).toMatchObject([
      { text: 'hello back', sender: { handle: 'bea.bsky.test' }, isMine: false },
      { text: 'hi, see https://example.com', sender: { handle: 'ada.bsky.test' }, isMine: true },
    ])
    expect((await ada.readConversations()).items[0]?.unreadCount).toBe(0)
    const chat = net.emulator.requests('bluesky').filter(({ path }) => path.includes('chat.bsky'))
    expect(new Set(chat.map(({ headers }) => headers['atproto-proxy']))).toEqual(
      new Set(['did:web:api.bsky.chat#bsky_chat']),
    )
  })

  it('leave out notes of the system, and empty what was deleted', async () => {
    const { convoId, id } = net.network.message({ by: 'cleo', to: 'ada', text: 'oops' })
    net.network.deleteMessage({ convoId, id })
    net.network.systemMessage({ convoId })
    const { items } = await ada.readMessages(convoId)

    expect(items).toMatchObject([{ id, text: '', deleted: true }])
    const conversation = (await ada.readConversations()).items.find((one) => one.id === convoId)
    expect(conversation?.lastMessage).toBeNull()
  })

  it('need the box of the app password', async () => {
    const bea = await net.signIn('bea.bsky.test', WITHOUT_MESSAGES)
    const failure: unknown = await bea.readConversations().catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(MissingPermissionError)
    expect(failure).toMatchObject({ needs: 'direct messages' })
    expect(String(failure)).toMatch(/app password/)
  })

  it('are refused for several people, for handles, behind a block, and when too long', async () => {
    const [bea, cleo] = [didOf('bea.bsky.test'), didOf('cleo.example.test')]
    await expect(ada.startConversation([bea, cleo], 'hi')).rejects.toThrow(NotSupportedError)
    await expect(ada.startConversation(['bea.bsky.test'], 'hi')).rejects.toThrow(/DID/)
    await expect(ada.startConversation([bea], 'a'.repeat(1001))).rejects.toThrow(InvalidPostError)
    expect(net.routes()).toEqual([])
    net.network.block({ by: 'cleo', person: 'ada' })
    await expect(ada.startConversation([cleo], 'hi')).rejects.toThrow(BlockedError)
    net.network.unblock({ by: 'cleo', person: 'ada' })
  })

  it('whose answer is lost are never sent again', async () => {
    const { conversationId } = await ada.startConversation([didOf('bea.bsky.test')], 'x')
    net.emulator.faults('bluesky').add({ fault: 'replyLost', path: '/xrpc/chat.bsky.convo.sendMessage' })
    const key = { idempotencyKey: 'message-1' }

    await expect(ada.sendMessage(conversationId, 'once', key)).rejects.toThrow(OutcomeUnknownError)
    await expect(ada.sendMessage(conversationId, 'once', key)).rejects.toThrow(OutcomeUnknownError)
    const { items } = await ada.readMessages(conversationId)
    expect(items.filter(({ text }) => text === 'once')).toHaveLength(1)
  })
})

describe('the rate limit', () => {
  it('of writes does not stop the reading', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'read me' })
    const resets = Math.floor(net.clock.now().getTime() / 1000) + 3000
    net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 429,
      headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(resets) },
      body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      path: '/xrpc/com.atproto.repo.createRecord',
    })
    await expect(ada.post({ text: 'too many' })).rejects.toThrow(RateLimitError)
    net.clear()

    await expect(ada.post({ text: 'still too many' })).rejects.toThrow(RateLimitError)
    expect(net.routes()).toEqual([])
    expect((await ada.readPost(uri)).text).toBe('read me')
    await net.clock.advance(3000)
  })
})

describe('what bluesky has not', () => {
  it('is an app: none is ever looked for', async () => {
    const looked = vi.spyOn(net.storage, 'getApp')
    const account = await net.signIn()
    await account.post({ text: 'no app' })

    expect(looked).not.toHaveBeenCalled()
  })

  it('is refused by name', async () => {
    await expect(
      net.client.createApp('bluesky', { name: 'x', redirectUri: 'https://app.example/' }),
    ).rejects.toThrow(/No app exists/)
    const untyped = net.client.account(ada.id)
    await expect(untyped.readReplies('x')).rejects.toThrow(NotSupportedError)
    expect(() => net.client.answerSetupCheck('bluesky', {}, { verifyToken: 'x' })).toThrow(/poll/i)
  })

  it('is a marker of another network', async () => {
    await expect(ada.fetchUpdatesAfter('12345')).rejects.toThrow(ConfigError)
    await expect(ada.markSeen('12345')).rejects.toThrow(ConfigError)
  })
})
