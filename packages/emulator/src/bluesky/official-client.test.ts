import { AtpAgent, jsonToLex, schemas } from '@atproto/api'
import { Lexicons } from '@atproto/lexicon'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sampleMp4, samplePng } from '../framework/files/samples.js'
import { type Emulator, startEmulator } from '../index.js'
import { type BlueskyModule, blueskyNetwork } from './module.js'
import { WITH_MESSAGES, WITHOUT_MESSAGES } from './settings.js'

const CHAT = { headers: { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' } }

let emulator: Emulator<readonly [BlueskyModule]>
beforeAll(async () => {
  emulator = await startEmulator({ networks: [blueskyNetwork()] })
})
afterAll(() => emulator.close())

/** Records every response with status 200, with the name of its call. */
const answers: { readonly nsid: string; readonly body: unknown }[] = []
const lexicons = new Lexicons(schemas)

/** Signs in with the official client and records its responses. */
async function signIn(identifier = 'ada.bsky.test', password = WITH_MESSAGES): Promise<AtpAgent> {
  const agent = new AtpAgent({
    service: emulator.url('bluesky'),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const { pathname } = new URL(response.url)
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      if (response.ok && isJson && pathname.startsWith('/xrpc/'))
        answers.push({ nsid: pathname.slice('/xrpc/'.length), body: await response.clone().json() })
      return response
    },
  })
  await agent.login({ identifier, password })
  return agent
}

/** Returns the status, name and message of the error with which the call fails. */
async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => null,
    (refused: unknown) => refused,
  )
  const { status, error: name, message } = error as { status?: number; error?: string; message?: string } // safe cast: all fields are optional, and the test compares the values
  return [status, name, message]
}

describe('the official client', () => {
  it('signs in, refreshes, and receives the reason of an error', async () => {
    const agent = await signIn()
    expect(agent.session).toMatchObject({ handle: 'ada.bsky.test', active: true })
    await agent.sessionManager.refreshSession()

    expect(await refusalOf(signIn('ada.bsky.test', 'nope'))).toEqual([
      401,
      'AuthenticationRequired',
      'Invalid identifier or password',
    ])
    expect((await agent.resolveHandle({ handle: 'bea.bsky.test' })).data.did).toMatch(
      /^did:plc:[a-z2-7]{24}$/,
    )
    expect(await refusalOf(agent.resolveHandle({ handle: 'nobody.bsky.test' }))).toEqual([
      400,
      'HandleNotFound',
      'Unable to resolve handle',
    ])
  })

  it('posts pictures, replies, likes, and reads all of them', async () => {
    const agent = await signIn()
    const { data } = await agent.uploadBlob(samplePng(), { encoding: 'image/png' })
    const root = await agent.post({
      text: 'with a picture',
      embed: { $type: 'app.bsky.embed.images', images: [{ alt: 'A square', image: data.blob }] },
    })
    const network = emulator.control.bluesky
    network.comment({ by: 'bea', on: root.uri, text: 'nice' })
    network.quote({ by: 'cleo', on: root.uri, text: 'look' })
    network.repost({ by: 'bea', on: root.uri })
    network.mention({ by: 'cleo', of: 'ada', text: 'hello' })
    network.follow({ by: 'bea', person: 'ada' })
    const like = await agent.like(root.uri, root.cid)

    const { posts } = (await agent.getPosts({ uris: [root.uri] })).data
    expect(posts).toMatchObject([
      { likeCount: 1, replyCount: 1, repostCount: 1, quoteCount: 1, viewer: { like: like.uri } },
    ])
    await agent.getPostThread({ uri: root.uri })
    await agent.getLikes({ uri: root.uri })
    await agent.getProfile({ actor: agent.assertDid })
    const { notifications } = (await agent.listNotifications()).data
    expect(notifications.map(({ reason }) => reason).toSorted()).toEqual([
      'follow',
      'mention',
      'quote',
      'reply',
      'repost',
    ])
    await agent.updateSeenNotifications()
    await agent.deleteLike(like.uri)
    await agent.deletePost(root.uri)
    expect((await agent.getPosts({ uris: [root.uri] })).data.posts).toEqual([])
  })

  it('shows blocked posts as blocked, and refuses missing posts and excessive depth', async () => {
    const agent = await signIn()
    const { uri } = emulator.control.bluesky.post({ by: 'cleo', text: 'private' })
    emulator.control.bluesky.block({ by: 'cleo', person: 'ada' })
    expect((await agent.getPostThread({ uri })).data.thread).toMatchObject({ blocked: true })
    emulator.control.bluesky.unblock({ by: 'cleo', person: 'ada' })
    emulator.control.bluesky.deleteRecord({ uri })

    expect(await refusalOf(agent.getPostThread({ uri }))).toEqual([400, 'NotFound', `Post not found: ${uri}`])
    expect(await refusalOf(agent.getPostThread({ uri, depth: 1001 }))).toEqual([
      400,
      'InvalidRequest',
      'Invalid app.bsky.feed.getPostThread params: integer too big (maximum 1000, got 1001)',
    ])
  })

  it('sends private messages through the proxy, only with a privileged app password', async () => {
    const agent = await signIn()
    const plain = await signIn('bea.bsky.test', WITHOUT_MESSAGES)
    const bea = plain.assertDid
    const { convo } = (await agent.chat.bsky.convo.getConvoForMembers({ members: [bea] }, CHAT)).data
    const sent = await agent.chat.bsky.convo.sendMessage(
      { convoId: convo.id, message: { text: 'hi' } },
      { ...CHAT, encoding: 'application/json' },
    )
    emulator.control.bluesky.message({ by: 'bea', to: 'ada', text: 'hello' })
    const { messages } = (await agent.chat.bsky.convo.getMessages({ convoId: convo.id }, CHAT)).data
    await agent.chat.bsky.convo.updateRead({ convoId: convo.id }, { ...CHAT, encoding: 'application/json' })
    const cleo = emulator.control.bluesky.state().people.find(({ handle }) => handle === 'cleo.example.test')
    const group = await agent.chat.bsky.group.createGroup(
      { members: [bea, cleo?.did ?? ''], name: 'Trio' },
      { ...CHAT, encoding: 'application/json' },
    )
    await agent.chat.bsky.convo.listConvos({}, CHAT)

    expect(group.data.convo).toMatchObject({ kind: { name: 'Trio', memberCount: 3 }, status: 'accepted' })
    expect(messages.at(-1)).toMatchObject({ id: sent.data.id, text: 'hi' })
    expect(await refusalOf(plain.chat.bsky.convo.listConvos({}, CHAT))).toEqual([
      400,
      'InvalidToken',
      'Bad token method',
    ])
    expect(await refusalOf(agent.chat.bsky.convo.listConvos({}))).toEqual([
      501,
      'MethodNotImplemented',
      'Method Not Implemented',
    ])
  })

  it('uploads a video to the video service', async () => {
    const agent = await signIn()
    const { token } = (
      await agent.com.atproto.server.getServiceAuth({
        aud: 'did:web:127.0.0.1',
        lxm: 'com.atproto.repo.uploadBlob',
      })
    ).data
    const upload = await fetch(
      `${emulator.url('bluesky')}/xrpc/app.bsky.video.uploadVideo?did=${agent.assertDid}&name=a.mp4`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4' },
        body: sampleMp4(2048),
      },
    )
    const { jobId } = (await upload.json()) as { jobId: string } // safe cast: the upload response of the video service contains a job id
    const { jobStatus } = (await agent.app.bsky.video.getJobStatus({ jobId })).data

    expect(jobStatus).toMatchObject({ state: 'JOB_STATE_COMPLETED', blob: { mimeType: 'video/mp4' } })
  })

  it.each([
    [
      '301 letters',
      { text: 'a'.repeat(301) },
      /grapheme too big \(maximum 300, got 301\) at \$\.record\.text/,
    ],
    ['four languages', { langs: ['de', 'en', 'fr', 'es'] }, /maximum 3, got 4/],
    [
      'a language that is none',
      { langs: ['en_US'] },
      /Invalid language \(got \\"en_US\\"\) at \$\.record\.langs\[0\]/,
    ],
    [
      'a link that is none',
      {
        facets: [
          {
            index: { byteStart: 0, byteEnd: 1 },
            features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https:///x' }],
          },
        ],
      },
      /Invalid uri/,
    ],
    ['a date alone', { createdAt: '2026-11-21' }, /Invalid datetime/],
    [
      'a mark before the text',
      { facets: [{ index: { byteStart: -1, byteEnd: 99 }, features: [] }] },
      /integer too small \(minimum 0, got -1\)/,
    ],
    [
      'a card without a title',
      { embed: { $type: 'app.bsky.embed.external', external: { uri: 'https://a.b/' } } },
      /Missing required key/,
    ],
  ])('receives an error for a post with %s', async (_what, changes, content) => {
    const agent = await signIn()
    const record = { $type: 'app.bsky.feed.post', text: 'x', createdAt: new Date().toISOString(), ...changes }
    const reply = await fetch(`${emulator.url('bluesky')}/xrpc/com.atproto.repo.createRecord`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.session?.accessJwt}`, 'content-type': 'application/json' },
      body: JSON.stringify({ repo: agent.assertDid, collection: 'app.bsky.feed.post', record }),
    })

    expect(reply.status).toBe(400)
    expect(await reply.text()).toMatch(content)
  })

  it('received only responses that match the lexicons', () => {
    const seen = new Set(answers.map(({ nsid }) => nsid))
    expect(seen.size).toBeGreaterThanOrEqual(18)
    for (const { nsid, body } of answers) {
      const check = (): void => void lexicons.assertValidXrpcOutput(nsid, jsonToLex(body))
      expect(check, `${nsid}: ${JSON.stringify(body).slice(0, 300)}`).not.toThrow()
    }
  })
})

describe('a session', () => {
  it('is refreshed without a body, once, and not after its deletion', async () => {
    const url = `${emulator.url('bluesky')}/xrpc`
    const agent = await signIn()
    const authorization = `Bearer ${agent.session?.refreshJwt}`
    const renew = (init: RequestInit = {}) =>
      fetch(`${url}/com.atproto.server.refreshSession`, {
        method: 'POST',
        headers: { authorization },
        ...init,
      })

    const withBody = await renew({
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([withBody.status, await withBody.json()]).toEqual([
      400,
      { error: 'InvalidRequest', message: 'A request body was provided when none was expected' },
    ])
    expect((await renew()).status).toBe(200)
    expect(await (await renew()).json()).toEqual({ error: 'ExpiredToken', message: 'Token has been revoked' })
  })

  it('expires with a 400, and the sign-ins of an account are counted', async () => {
    const network = await startEmulator({ networks: [blueskyNetwork({ sessionsPerFiveMinutes: 1 })] })
    const agent = new AtpAgent({ service: network.url('bluesky') })
    await agent.login({ identifier: 'ada.bsky.test', password: WITH_MESSAGES })
    const again = await fetch(`${network.url('bluesky')}/xrpc/com.atproto.server.createSession`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada.bsky.test', password: WITH_MESSAGES }),
    })
    expect(again.status).toBe(429)
    expect(again.headers.get('ratelimit-reset')).toMatch(/^\d{10}$/)
    network.clock.advance(7300)
    const reply = await fetch(`${network.url('bluesky')}/xrpc/app.bsky.feed.getPosts?uris=at://a/b/c`, {
      headers: { authorization: `Bearer ${agent.session?.accessJwt}` },
    })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { error: 'ExpiredToken', message: 'Token has expired' },
    ])
    await network.close()
  })
})
