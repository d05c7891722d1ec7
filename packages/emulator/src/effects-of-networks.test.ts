import { describe, expect, it } from 'vitest'

import { AtMastodon, aFile, idOf } from './__fixtures__/at-mastodon.js'
import { AtTiktok, INFO } from './__fixtures__/at-tiktok.js'
import { AtYoutube } from './__fixtures__/at-youtube.js'
import { blueskyNetwork } from './bluesky/index.js'
import { EmulatedNetwork } from './framework/emulated-network.js'
import { samplePng } from './framework/files/samples.js'

/** Returns the recorded effects, and the distinct accounts of the logged requests. */
const seen = ({ effects, log }: Pick<EmulatedNetwork, 'effects' | 'log'>) => ({
  made: effects.list().map(({ account, kind, id }) => ({ account, kind, id })),
  accounts: [...new Set(log.list().map(({ account }) => account))],
})

describe('every network reports the effects of requests and their accounts', () => {
  it('Mastodon', async () => {
    const server = new AtMastodon()
    const { accessToken: token, accountId: account } = server.control.signIn({ person: 'ada' })
    const { id: other } = server.control.post({ by: 'bea', text: 'Not ours' })
    const post = await server.post(token, { status: 'x' })
    const comment = await server.post(token, { status: '@bea x', in_reply_to_id: other })
    const message = await server.post(token, { status: '@bea x', visibility: 'direct' })
    await server.call(`DELETE /api/v1/statuses/${post}`, { token })
    expect(seen(server.network)).toEqual({
      made: [
        { account, kind: 'POST', id: post },
        { account, kind: 'COMMENT', id: comment },
        { account, kind: 'MESSAGE', id: message },
      ],
      accounts: [account],
    })
  })

  it('Mastodon reports files by their hash', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    for (let times = 0; times < 2; times += 1) {
      const file = idOf((await server.upload(token, aFile(samplePng(), 'a.png', 'image/png'))).body)
      const form: [string, string][] = [
        ['status', 'x'],
        ['media_ids[]', file],
      ]
      await server.post(token, form)
    }
    await server.post(token, { status: 'x' })
    const [first, again, bare] = server.network.effects.list().map(({ fingerprint }) => fingerprint)
    expect(again).toBe(first)
    expect(bare).not.toBe(first)
  })

  it('Bluesky', async () => {
    const network = new EmulatedNetwork(blueskyNetwork(), { origin: 'https://bsky.example' })
    const { did, accessToken } = network.control.signIn({ person: 'ada.bsky.test' })
    const call = async (nsid: string, json: object, headers: Record<string, string> = {}) => {
      const { response } = await network.exchange(
        new Request(`https://bsky.example/xrpc/${nsid}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(json),
        }),
      )
      return (await response.json()) as { readonly uri: string; readonly cid: string; readonly id: string } // safe cast: the calls of this test return these fields
    }
    const create = (record: object, collection = 'app.bsky.feed.post', rkey?: string) =>
      call('com.atproto.repo.createRecord', { repo: did, collection, record, rkey })
    const content = { $type: 'app.bsky.feed.post', text: 'x' }
    const post = await create({ ...content, createdAt: '2026-11-21T12:00:00Z' })
    const twin = await create({ ...content, createdAt: '2026-11-21T12:00:01Z' })
    const ref = { uri: post.uri, cid: post.cid }
    const createdAt = '2026-11-21T12:00:02Z'
    const comment = await create({ ...content, createdAt, reply: { root: ref, parent: ref } })
    await create({ $type: 'app.bsky.feed.like', subject: ref, createdAt }, 'app.bsky.feed.like')
    const put = { repo: did, collection: 'app.bsky.feed.post', rkey: '3kabcdefghij2' }
    for (let times = 0; times < 2; times += 1)
      await call('com.atproto.repo.putRecord', { ...put, record: { ...content, createdAt } })
    const { convoId } = network.control.message({ by: 'bea.bsky.test', to: did, text: 'Hi' })
    const message = await call(
      'chat.bsky.convo.sendMessage',
      { convoId, message: { text: 'Hello' } },
      { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' },
    )
    expect(seen(network)).toEqual({
      made: [
        { account: did, kind: 'POST', id: post.uri },
        { account: did, kind: 'POST', id: twin.uri },
        { account: did, kind: 'COMMENT', id: comment.uri },
        { account: did, kind: 'POST', id: `at://${did}/app.bsky.feed.post/3kabcdefghij2` },
        { account: did, kind: 'MESSAGE', id: message.id },
      ],
      accounts: [did],
    })
    const [first, second, answer] = network.effects.list().map(({ fingerprint }) => fingerprint)
    expect(second).toBe(first)
    expect(answer).not.toBe(first)
  })

  it('YouTube', async () => {
    const at = new AtYoutube()
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })
    const location = await at.startUpload(token, 1)
    const video = idOf((await at.put(location, 'bytes 0-0/1', Buffer.from('x'))).body)
    const { id: on } = at.control.comment({ by: 'Bea Rides', on: video, text: 'Nice' })
    const comment = await at.call('POST /youtube/v3/comments', {
      token,
      query: { part: 'snippet' },
      json: { snippet: { parentId: on, textOriginal: 'Thanks' } },
    })
    const [channel] = at.control.state().channels
    const account = channel?.id
    expect(seen(at.network)).toEqual({
      made: [
        { account, kind: 'VIDEO', id: video },
        { account, kind: 'COMMENT', id: idOf(comment.body) },
      ],
      accounts: [account],
    })
  })

  it('TikTok', async () => {
    const at = new AtTiktok()
    const { accessToken: token, openId: account } = at.control.signIn({ person: 'ada' })
    const draft = await at.post(token, null)
    const video = await at.post(token, INFO)
    await at.startUpload(token)
    expect(seen(at.network)).toEqual({
      made: [
        { account, kind: 'DRAFT', id: draft },
        { account, kind: 'VIDEO', id: video },
      ],
      accounts: [account],
    })
  })
})

describe('a fault for one account', () => {
  it('also applies to the uploads of the account, whose URLs contain no token', async () => {
    const at = new AtYoutube()
    const people = ['Ada', 'Bea'].map((person) => at.control.signIn({ person }).accessToken)
    const [ada = '', bea = ''] = await Promise.all(people.map((token) => at.startUpload(token, 1)))
    const [channel] = at.control.state().channels
    at.network.faults.add({ fault: 'status', status: 503, account: channel?.id ?? '', count: 'all' })
    const statuses = await Promise.all(
      [ada, bea].map(async (location) => (await at.put(location, 'bytes 0-0/1', Buffer.from('x'))).status),
    )
    expect(statuses).toEqual([503, 200])
  })
})
