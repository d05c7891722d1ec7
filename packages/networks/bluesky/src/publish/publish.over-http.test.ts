import { InvalidPostError, Media, NotAllowedError, NotSupportedError, PostGoneError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(64, 48), { filename: 'a.png', ...(altText !== undefined && { altText }) })

/** What the last call of that name carried. */
function lastJson(path: string): unknown {
  return at.net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}
describe('a post', () => {
  it('carries links, mentions and tags at the offsets of its bytes', async () => {
    const text = '🦋 hallo @bea.bsky.test, größe: https://example.com/a_(b). #Übung'
    const result = await at.ada.post({ text, options: { langs: ['de', 'en'] } })
    const read = await at.ada.readPost(result.id)

    expect(result).toMatchObject({ state: 'DONE', url: expect.stringContaining('/profile/did:plc:') })
    expect(read.text).toBe(text)
    expect(read.links.map(({ start, end, kind, target }) => [text.slice(start, end), kind, target])).toEqual([
      ['@bea.bsky.test', 'MENTION', at.didOf('bea.bsky.test')],
      ['https://example.com/a_(b)', 'LINK', 'https://example.com/a_(b)'],
      ['#Übung', 'TAG', 'Übung'],
    ])
    expect(lastJson('createRecord')).toMatchObject({ record: { langs: ['de', 'en'] } })
  })

  it.each(['see https:///x there', 'see https:// there', 'see http://[ there'])(
    'with the broken link in "%s" comes out without it',
    async (text) => {
      const result = await at.ada.post({ text })

      expect((await at.ada.readPost(result.id)).links).toEqual([])
      expect(lastJson('createRecord')).not.toHaveProperty('record.facets')
    },
  )

  it('lets nobody answer or quote it, written in one piece', async () => {
    const result = await at.ada.post({
      text: 'statement',
      options: { allowReplies: 'nobody', allowQuotes: false },
    })
    const bea = await at.net.signIn('bea.bsky.test')

    expect(at.net.routes()[0]).toBe('POST com.atproto.repo.applyWrites')
    expect(result.cid).toMatch(/^bafy/)
    await expect(bea.reply(result.id, 'but')).rejects.toThrow(NotAllowedError)
    await expect(bea.post({ text: 'look', options: { quote: result.id } })).rejects.toThrow(NotAllowedError)
    expect((await at.ada.reply(result.id, 'more')).isDone).toBe(true)
  })

  it('lets those answer who are mentioned, follow, are followed, or are on a list', async () => {
    const list = 'at://did:plc:abc/app.bsky.graph.list/3k'
    const { id } = await at.ada.post({
      text: 'hi @bea.bsky.test',
      options: { allowReplies: ['mentioned', 'followers', 'following', list] },
    })
    const bea = await at.net.signIn('bea.bsky.test')
    const cleo = await at.net.signIn('cleo.example.test')

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
    at.net.network.follow({ by: 'cleo', person: 'ada' })
    await cleo.reply(id, 'now')
  })

  it.each([
    ['{}', {}],
    ['a list', []],
    ['results of nothing', { results: [{}] }],
  ])('with gates comes out once where somebody in between answers %s', async (what, body) => {
    const path = '/xrpc/com.atproto.repo.applyWrites'
    at.net.emulator.faults('bluesky').add({ fault: 'status', status: 200, body, path })
    const text = `gated by ${what}`
    const { id } = await at.ada.post({ text, options: { allowReplies: 'nobody' } })

    const posts = at.net.network.state().posts.filter((post) => post.text === text)
    expect(posts.map(({ uri }) => uri)).toEqual([id])
  })

  it('leaves a mention of nobody as text', async () => {
    const result = await at.ada.post({ text: 'hi @nobody.bsky.test' })

    expect((await at.ada.readPost(result.id)).links).toEqual([])
  })

  it('carries a link card with a picture, labels and tags', async () => {
    const result = await at.ada.post({
      text: 'read this',
      media: [picture()],
      options: {
        external: { uri: 'https://example.com/', title: 'Example' },
        labels: ['nudity'],
        tags: ['art'],
      },
    })

    expect((await at.ada.readPost(result.id)).attachments).toMatchObject([
      { kind: 'link', url: 'https://example.com/', altText: 'Example' },
    ])
    expect(lastJson('createRecord')).toMatchObject({
      record: { labels: { values: [{ val: 'nudity' }] }, tags: ['art'] },
    })
  })

  it('quotes, with one look-up, and with pictures beside', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'quote me' })
    await at.ada.post({ text: 'look', media: [picture('x')], options: { quote: uri } })

    expect(at.net.routes()).toEqual([
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
    await expect(at.ada.post(post as object)).rejects.toThrow(InvalidPostError)
    expect(at.net.routes()).toEqual([])
  })

  it('is never scheduled, and has no state to ask for', async () => {
    await expect(at.ada.post({ text: 'x', publishAt: '2027-01-01T00:00:00Z' })).rejects.toThrow(
      NotSupportedError,
    )
    const untyped = at.net.client.account(at.ada.id)
    await expect(untyped.checkState('x')).rejects.toThrow(/bluesky/)
    await expect(untyped.readStats('x')).rejects.toThrow(NotSupportedError)
    expect(at.net.routes()).toEqual([])
  })

  it('is deleted once and again; that of somebody else is not', async () => {
    const { id } = await at.ada.post({ text: 'bye' })
    await at.ada.deletePost(id)
    await at.ada.deletePost(id.split('/').at(-1) ?? '')
    const { uri } = at.net.network.post({ by: 'bea', text: 'mine' })

    await expect(at.ada.deletePost(uri)).rejects.toThrow(NotAllowedError)
    await expect(at.ada.readPost(id)).rejects.toThrow(PostGoneError)
  })
})
