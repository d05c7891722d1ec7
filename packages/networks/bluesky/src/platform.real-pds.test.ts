import { createHmac } from 'node:crypto'

import { AppBskyFeedPost, jsonToLex, RichText } from '@atproto/api'
import {
  AuthError,
  InvalidPostError,
  Media,
  type PostInput,
  SocialClient,
  TokenExpiredError,
} from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { loseOneResponse, videoService } from './__fixtures__/beside-real-pds.js'
import {
  makePerson,
  realBluesky,
  type RealPds,
  type RealPerson,
  signIn,
  startRealPds,
} from './__fixtures__/real-pds.js'
import type { BlueskyPostOptions } from './options.js'
import { makeTid } from './publish/index.js'
import { writtenReply } from './schemas.js'

const started = await startRealPds()
afterAll(() => started?.stop())

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(64, 48), { filename: 'a.png', ...(altText !== undefined && { altText }) })

/** Returns true if Bluesky's official library accepts a record as a post. */
function isPost(record: unknown): boolean {
  return AppBskyFeedPost.validateRecord(jsonToLex(record)).success
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a token with the server's own secret, so that the server accepts the token. */
function makeToken(secret: string, type: string, claims: Readonly<Record<string, unknown>>): string {
  const body = `${part({ typ: type, alg: 'HS256' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

describe.runIf(started !== null)('a real server', () => {
  let pds: RealPds
  let ada: RealPerson
  let signedIn: Awaited<ReturnType<typeof signIn>>
  beforeAll(async () => {
    if (!started) return
    pds = started
    ada = await makePerson(pds, 'ada')
    await makePerson(pds, 'bea')
    signedIn = await signIn(pds, ada)
  })

  /** Reads a record directly from the server; undefined if it does not exist. */
  async function recordOf(uri: string): Promise<unknown> {
    const [repo = '', collection = '', rkey = ''] = uri.replace('at://', '').split('/')
    const { body } = await pds.ask('com.atproto.repo.getRecord', { query: { repo, collection, rkey } })
    const { value } = body as { value?: unknown } // safe cast: the server returns the record in `value`
    return value
  }

  it('signs in with a handle and an app password, and reads its permissions', async () => {
    const { connection } = signedIn

    expect(connection.id).toBe(`bluesky:${ada.did}`)
    expect(connection.accountName).toBe('@ada.test')
    expect(connection.host).toBe(new URL(pds.url).host)
    expect(connection.extra).toMatchObject({ handle: 'ada.test', directMessages: false })
    expect(connection.avatarUrl).toBeNull()
    const ends = connection.token.expiresAt?.getTime() ?? 0
    expect(Math.round((ends - Date.now()) / 60_000)).toBe(120)

    const privileged = await signIn(pds, await makePerson(pds, 'cleo', { privileged: true }))
    expect(privileged.connection.extra).toMatchObject({ directMessages: true })
  })

  it('refuses a wrong password', async () => {
    await expect(signIn(pds, { ...ada, appPassword: 'abcd-efgh-ijkl-mnop' })).rejects.toThrow(AuthError)
  })

  it('refreshes an expired session, and replaces both tokens', async () => {
    const { storage, connection, account } = await signIn(pds, ada)
    const now = Math.floor(Date.now() / 1000)
    const expired = makeToken(pds.jwtSecret, 'at+jwt', {
      scope: 'com.atproto.appPass',
      aud: 'did:web:localhost',
      sub: ada.did,
      iat: now - 7300,
      exp: now - 100,
    })
    const { refreshToken } = connection.token
    // The stored expiry is in the future, so that only the server's refusal shows that the token
    // has expired.
    const token = { accessToken: expired, refreshToken, expiresAt: new Date(Date.now() + 3_600_000) }
    await storage.saveConnection(connection.with({ token }))

    await account.post({ text: 'after a renewal' })

    const renewed = await storage.getConnection(connection.id)
    expect(renewed?.token.accessToken).not.toBe(expired)
    expect(renewed?.token.refreshToken).not.toBe(refreshToken)
    expect(renewed?.extra).toMatchObject({ signedInWith: 'app-password', handle: 'ada.test' })
  })

  it('ends a session, which then cannot be refreshed', async () => {
    const { client, storage, connection } = await signIn(pds, ada)
    await client.disconnect(connection.id)
    const { refreshToken } = connection.token
    await storage.saveConnection(
      connection.with({ token: { accessToken: 'x', refreshToken, expiresAt: new Date(0) } }),
    )

    await expect(client.accountOf('bluesky', connection.id).post({ text: 'x' })).rejects.toThrow(
      TokenExpiredError,
    )
  })

  it('accepts marked texts of any script, which the official library reads back', async () => {
    const text =
      '✨ example mentioning @bea.test to share 👨‍❤️‍👨 https://en.wikipedia.org/wiki/CBOR. #größe $ABC foo.dev'
    const { id } = await signedIn.account.post({ text, options: { langs: 'en' } })
    const record = await recordOf(id)

    expect(isPost(record)).toBe(true)
    const { facets } = record as AppBskyFeedPost.Record // safe cast: the line above asserts that the record is a post
    const segments = [...new RichText({ text, ...(facets && { facets }) }).segments()]
    expect(
      segments
        .filter(({ facet }) => facet)
        .map(({ text: segment, link, mention, tag }) => [segment, link?.uri ?? mention?.did ?? tag?.tag]),
    ).toEqual([
      ['@bea.test', expect.stringMatching(/^did:plc:/)],
      ['https://en.wikipedia.org/wiki/CBOR', 'https://en.wikipedia.org/wiki/CBOR'],
      ['#größe', 'größe'],
      ['$ABC', '$ABC'],
      ['foo.dev', 'https://foo.dev'],
    ])
  })

  const posts: readonly (readonly [string, PostInput<BlueskyPostOptions>])[] = [
    ['pictures', { media: [1, 2, 3, 4].map((number) => picture(`Picture ${number}`)) }],
    ['a gallery', { media: Array.from({ length: 10 }, (_value, number) => picture(`Picture ${number}`)) }],
    ['gates', { options: { allowReplies: ['mentioned', 'followers'], allowQuotes: false } }],
    ['no allowed replies', { options: { allowReplies: 'nobody' } }],
    ['a link card', { options: { external: { uri: 'https://example.com/', title: 'Example' } } }],
    [
      'a link card with an image',
      {
        media: [picture()],
        options: { external: { uri: 'https://example.com/', title: 'Example', description: 'A page' } },
      },
    ],
    [
      'labels, tags and languages',
      { options: { labels: ['nudity'], tags: ['art'], langs: ['en', 'pt-BR'] } },
    ],
  ]
  it.each(posts)('accepts a post with %s', async (_what, post) => {
    const { id, cid } = await signedIn.account.post({ text: 'a post', ...post })

    expect(cid).toMatch(/^bafyrei/)
    expect(isPost(await recordOf(id))).toBe(true)
  })

  it('accepts quotes, alone and with images, and replies with root and parent', async () => {
    const { account } = signedIn
    const root = await account.post({ text: 'root' })
    const middle = await account.reply(root.id, 'middle')
    const last = await account.reply(middle.id, 'last', {
      media: [picture('x')],
      options: { quote: root.id },
    })

    expect(await recordOf(last.id)).toMatchObject({
      reply: { root: { uri: root.id, cid: root.cid }, parent: { uri: middle.id, cid: middle.cid } },
      embed: {
        $type: 'app.bsky.embed.recordWithMedia',
        record: { record: { uri: root.id, cid: root.cid } },
        media: { images: [{ alt: 'x', aspectRatio: { width: 64, height: 48 } }] },
      },
    })
    expect(isPost(await recordOf(last.id))).toBe(true)
  })

  it('accepts a video from the service that acts for the account', async () => {
    const service = await videoService(pds.url)
    const { storage, connection } = signedIn
    const client = new SocialClient({
      storage,
      allowLoopback: true,
      platforms: {
        bluesky: realBluesky(pds, {
          addresses: { resolver: pds.url, plc: pds.plc, entryway: pds.url, video: service.url },
          videoWaitSeconds: 0,
        }),
      },
    })
    const video = Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4', altText: 'A film' })
    const captions = [{ lang: 'en', vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n' }]
    const account = client.accountOf('bluesky', connection.id)
    const { id } = await account.post({ text: 'film', media: [video], options: { captions } })
    await client.close()
    await service.close()

    const record = await recordOf(id)
    expect(isPost(record)).toBe(true)
    expect(record).toMatchObject({
      embed: {
        $type: 'app.bsky.embed.video',
        alt: 'A film',
        video: { mimeType: 'video/mp4', size: 4096 },
        captions: [{ lang: 'en', file: { mimeType: 'text/vtt' } }],
      },
    })
  })

  it('counts graphemes and bytes as we do', async () => {
    const { account } = signedIn
    const most = '👩🏽'.repeat(300)

    expect((await account.post({ text: most })).isDone).toBe(true)
    await expect(account.post({ text: `${most}a` })).rejects.toThrow(InvalidPostError)
    await expect(account.post({ text: '👨‍👩‍👧‍👦'.repeat(121) })).rejects.toThrow(/3000/)
  })

  it('deletes a post, and deletes it again', async () => {
    const { account } = signedIn
    const { id } = await account.post({ text: 'bye' })
    await account.deletePost(id)
    await account.deletePost(id)

    expect(await recordOf(id)).toBeUndefined()
  })

  it('has one post after a lost response, found by its saved key', async () => {
    const { storage, connection } = signedIn
    const lost = await loseOneResponse(pds.url, 'createRecord')
    const host = new URL(lost.url).host
    await storage.saveConnection(connection.with({ host }))
    const client = new SocialClient({
      storage,
      allowLoopback: true,
      platforms: { bluesky: signedIn.platform },
    })
    const text = `only once ${Date.now()}`

    const result = await client.accountOf('bluesky', connection.id).post({ text })
    const again = await client.accountOf('bluesky', connection.id).post({ text }, { idempotencyKey: 'k' })
    await lost.close()
    await client.close()
    await storage.saveConnection(connection)

    expect(lost.lost()).toBe(1)
    expect(again.id).not.toBe(result.id)
    const { body } = await pds.ask('com.atproto.repo.listRecords', {
      query: { repo: ada.did, collection: 'app.bsky.feed.post', limit: '100' },
    })
    const { records } = body as { records: readonly { uri: string; value: { text: string } }[] } // safe cast: the server returns a list of post records
    expect(records.filter(({ value }) => value.text === text).map(({ uri }) => uri)).toEqual([
      again.id,
      result.id,
    ])
  })

  it('stores a like of a post, and deletes it by its id', async () => {
    const { account } = signedIn
    const { id, cid } = await account.post({ text: 'like me' })
    // This server has no app view that responds to `getPosts`, which `account.like` needs. The test
    // therefore writes the like record itself.
    const { likeId } = await account.run(async (call) => {
      const subject = { uri: id, cid }
      const record = { $type: 'app.bsky.feed.like', subject, createdAt: new Date().toISOString() }
      const json = { repo: ada.did, collection: 'app.bsky.feed.like', rkey: makeTid(call), record }
      const { uri } = await call.http.post('/xrpc/com.atproto.repo.createRecord', writtenReply, { json })
      return { likeId: uri }
    })
    expect(await recordOf(likeId)).toMatchObject({ subject: { uri: id, cid } })

    await account.unlike(id, { likeId })

    expect(await recordOf(likeId)).toBeUndefined()
  })
})
