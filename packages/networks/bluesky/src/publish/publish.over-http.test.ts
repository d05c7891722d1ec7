import {
  InvalidPostError,
  Media,
  NetworkError,
  NotAllowedError,
  NotSupportedError,
  OutcomeUnknownError,
  PlatformError,
  PostGoneError,
} from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from '../__fixtures__/at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

let net: Network
let ada: Account
beforeAll(async () => {
  net = await atEmulator()
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

  it.each(['see https:///x there', 'see https:// there', 'see http://[ there'])(
    'with the broken link in "%s" comes out without it',
    async (text) => {
      const result = await ada.post({ text })

      expect((await ada.readPost(result.id)).links).toEqual([])
      expect(lastJson('createRecord')).not.toHaveProperty('record.facets')
    },
  )

  it('lets nobody answer or quote it, written in one piece', async () => {
    const result = await ada.post({
      text: 'statement',
      options: { allowReplies: 'nobody', allowQuotes: false },
    })
    const bea = await net.signIn('bea.bsky.test')

    expect(net.routes()[0]).toBe('POST com.atproto.repo.applyWrites')
    expect(result.cid).toMatch(/^bafy/)
    await expect(bea.reply(result.id, 'but')).rejects.toThrow(NotAllowedError)
    await expect(bea.post({ text: 'look', options: { quote: result.id } })).rejects.toThrow(NotAllowedError)
    expect((await ada.reply(result.id, 'more')).isDone).toBe(true)
  })

  it('lets those answer who are mentioned, follow, are followed, or are on a list', async () => {
    const list = 'at://did:plc:abc/app.bsky.graph.list/3k'
    const { id } = await ada.post({
      text: 'hi @bea.bsky.test',
      options: { allowReplies: ['mentioned', 'followers', 'following', list] },
    })
    const bea = await net.signIn('bea.bsky.test')
    const cleo = await net.signIn('cleo.example.test')

    expect(lastJson('applyWrites')).toMatchObject({
      writes: [
        { collection: 'app.bsky.feed.post' },
        {
          collection: 'app.bsky.feed.threadgate',
          value: {
            post: id,
            allow: [
              { $type: 'app.bsky.feed.threadgate#mentionRule' },
              { $type: 'app.bsky.feed.threadgate#followerRule' },
              { $type: 'app.bsky.feed.threadgate#followingRule' },
              { $type: 'app.bsky.feed.threadgate#listRule', list },
            ],
          },
        },
      ],
    })
    await bea.reply(id, 'me')
    await expect(cleo.reply(id, 'me too')).rejects.toThrow(NotAllowedError)
    net.network.follow({ by: 'cleo', person: 'ada' })
    await cleo.reply(id, 'now')
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'with gates comes out once, with them, when the answer is lost by %s',
    async (fault) => {
      net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.applyWrites' })
      const text = `gated ${fault}`
      const { id } = await ada.post({ text, options: { allowReplies: 'nobody' } })
      const bea = await net.signIn('bea.bsky.test')

      expect(net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
      await expect(bea.reply(id, 'but')).rejects.toThrow(NotAllowedError)
    },
  )

  it.each([
    ['{}', {}],
    ['a list', []],
    ['results of nothing', { results: [{}] }],
  ])('with gates comes out once where somebody in between answers %s', async (what, body) => {
    const path = '/xrpc/com.atproto.repo.applyWrites'
    net.emulator.faults('bluesky').add({ fault: 'status', status: 200, body, path })
    const text = `gated by ${what}`
    const { id } = await ada.post({ text, options: { allowReplies: 'nobody' } })

    const posts = net.network.state().posts.filter((post) => post.text === text)
    expect(posts.map(({ uri }) => uri)).toEqual([id])
  })

  it('leaves a mention of nobody as text', async () => {
    const result = await ada.post({ text: 'hi @nobody.bsky.test' })

    expect((await ada.readPost(result.id)).links).toEqual([])
  })

  it.each([{ jobStatus: { jobId: 5 } }, { jobId: {} }, { jobStatus: null, error: { code: 1 } }])(
    'says that it cannot read what a video came to: %j',
    async (body) => {
      net.emulator
        .faults('bluesky')
        .add({ fault: 'status', status: 200, body, path: '/xrpc/app.bsky.video.uploadVideo' })
      const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })
      await expect(ada.post({ text: 'odd', media: [video] })).rejects.toThrow(PlatformError)
    },
  )

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

  it('carries up to ten pictures as a gallery', async () => {
    const media = Array.from({ length: 10 }, (_value, number) => picture(`Picture ${number}`))
    const result = await ada.post({ text: 'ten', media })

    expect(lastJson('createRecord')).toMatchObject({ record: { embed: { $type: 'app.bsky.embed.gallery' } } })
    const { attachments } = await ada.readPost(result.id)
    expect(attachments).toHaveLength(10)
    expect(attachments[9]).toMatchObject({ altText: 'Picture 9', width: 64, previewUrl: expect.any(String) })
  })

  it('carries captions beside a video, uploaded once', async () => {
    const faults = net.emulator.faults('bluesky')
    faults.add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.repo.createRecord', count: 2 })
    const down = faults.add({
      fault: 'status',
      status: 502,
      path: '/xrpc/com.atproto.repo.getRecord',
      count: 'all',
    })
    const video = Media.fromBytes(sampleMp4(4100), { filename: 'c.mp4' })
    const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'
    const post = {
      text: 'film',
      media: [video],
      options: {
        captions: [
          { lang: 'en', vtt },
          { lang: 'de', vtt },
        ],
      },
    }
    await expect(ada.post(post, { idempotencyKey: 'captions' })).rejects.toThrow(OutcomeUnknownError)
    down.remove()
    await ada.post(post, { idempotencyKey: 'captions' })

    const uploads = net.routes().filter((route) => route.endsWith('uploadBlob'))
    expect(uploads).toHaveLength(2)
    expect(lastJson('createRecord')).toMatchObject({
      record: { embed: { captions: [{ lang: 'en', file: { mimeType: 'text/vtt' } }, { lang: 'de' }] } },
    })
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
    ['eleven pictures', { media: Array.from({ length: 11 }, () => picture()) }],
    [
      'a gallery with a picture that cannot be read',
      {
        media: [1, 2, 3, 4, 5].map((size) =>
          Media.fromBytes(new Uint8Array(size), { filename: `${size}.png` }),
        ),
      },
    ],
    ['captions without a video', { text: 'x', options: { captions: [{ lang: 'en', vtt: 'WEBVTT' }] } }],
    [
      'captions that are none',
      {
        media: [Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })],
        options: { captions: [{ lang: 'en', vtt: '1\n00:00' }] },
      },
    ],
    ['a picture beside a video', { media: [picture(), Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })] }],
    ['a file at an address', { media: [Media.fromUrl('https://a.example/a.png')] }],
    [
      'a picture that is too big',
      { media: [Media.fromBytes(new Uint8Array(2_000_001), { filename: 'a.png' })] },
    ],
    ['a video of another kind', { media: [Media.fromBytes(new Uint8Array(9), { filename: 'a.mov' })] }],
    ['an unknown option', { text: 'hi', options: { lang: 'en' } }],
    ['a language that is none', { text: 'hi', options: { langs: '' } }],
    ['a language in another spelling', { text: 'hi', options: { langs: 'en_US' } }],
    ['a language with half an extension', { text: 'hi', options: { langs: 'en-x' } }],
    [
      'an answer that says who may answer',
      { text: 'hi', replyTo: '3k', options: { allowReplies: 'nobody' } },
    ],
    ['a rule that nobody knows', { text: 'hi', options: { allowReplies: ['friends'] } }],
    ['a card to nowhere', { text: 'hi', options: { external: { uri: 'https:///x', title: 'x' } } }],
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

  it('that never arrived is sent once more under the same key', async () => {
    net.emulator
      .faults('bluesky')
      .add({ fault: 'closeBeforeEffect', path: '/xrpc/com.atproto.repo.createRecord' })
    await ada.post({ text: 'later' })
    const asked = net.emulator.requests('bluesky').find(({ path }) => path.endsWith('getRecord'))

    expect(net.routes()).toEqual([
      'POST com.atproto.repo.createRecord',
      'GET com.atproto.repo.getRecord',
      'POST com.atproto.repo.createRecord',
    ])
    expect(lastJson('createRecord')).toMatchObject({ rkey: asked?.query['rkey'] })
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
