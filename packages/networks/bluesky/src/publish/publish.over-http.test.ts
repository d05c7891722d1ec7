import { InvalidPostError, Media, NotAllowedError, NotSupportedError, PostGoneError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

const picture = (altText?: string) =>
  Media.fromBytes(samplePng(64, 48), { filename: 'a.png', ...(altText !== undefined && { altText }) })

/** Returns the body of the last request to a path. */
function lastJson(path: string): unknown {
  return at.net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}
describe('a post', () => {
  it('contains links, mentions and tags at their byte offsets', async () => {
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
    'with the invalid link in "%s" is published without the link',
    async (text) => {
      const result = await at.ada.post({ text })

      expect((await at.ada.readPost(result.id)).links).toEqual([])
      expect(lastJson('createRecord')).not.toHaveProperty('record.facets')
    },
  )

  it('can forbid replies and quotes, written in one request', async () => {
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

  it('can restrict replies to mentioned people, followers, followed people, or lists', async () => {
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
    ['empty results', { results: [{}] }],
  ])('with gates is published once when a proxy returns %s', async (what, body) => {
    const path = '/xrpc/com.atproto.repo.applyWrites'
    at.net.emulator.faults('bluesky').add({ fault: 'status', status: 200, body, path })
    const text = `gated by ${what}`
    const { id } = await at.ada.post({ text, options: { allowReplies: 'nobody' } })

    const posts = at.net.network.state().posts.filter((post) => post.text === text)
    expect(posts.map(({ uri }) => uri)).toEqual([id])
  })

  it('leaves a mention of a missing handle as text', async () => {
    const result = await at.ada.post({ text: 'hi @nobody.bsky.test' })

    expect((await at.ada.readPost(result.id)).links).toEqual([])
  })

  it('contains a link card with an image, labels and tags', async () => {
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

  it('quotes with one request, and with images', async () => {
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
    ['3,001 bytes in few characters', { text: '👩‍👩‍👧‍👧'.repeat(121) }],
    ['eleven images', { media: Array.from({ length: 11 }, () => picture()) }],
    [
      'a gallery with an unreadable image',
      {
        media: [1, 2, 3, 4, 5].map((size) =>
          Media.fromBytes(new Uint8Array(size), { filename: `${size}.png` }),
        ),
      },
    ],
    ['captions without a video', { text: 'x', options: { captions: [{ lang: 'en', vtt: 'WEBVTT' }] } }],
    [
      'invalid captions',
      {
        media: [Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })],
        options: { captions: [{ lang: 'en', vtt: '1\n00:00' }] },
      },
    ],
    ['an image with a video', { media: [picture(), Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })] }],
    ['a file at a URL', { media: [Media.fromUrl('https://a.example/a.png')] }],
    [
      'an image that is too large',
      { media: [Media.fromBytes(new Uint8Array(2_000_001), { filename: 'a.png' })] },
    ],
    ['a video of another type', { media: [Media.fromBytes(new Uint8Array(9), { filename: 'a.mov' })] }],
    ['an unknown option', { text: 'hi', options: { lang: 'en' } }],
    ['an empty language', { text: 'hi', options: { langs: '' } }],
    ['a language in another spelling', { text: 'hi', options: { langs: 'en_US' } }],
    ['a language with half an extension', { text: 'hi', options: { langs: 'en-x' } }],
    ['a reply with allowReplies', { text: 'hi', replyTo: '3k', options: { allowReplies: 'nobody' } }],
    ['an unknown rule', { text: 'hi', options: { allowReplies: ['friends'] } }],
    ['a card with an invalid URL', { text: 'hi', options: { external: { uri: 'https:///x', title: 'x' } } }],
  ])('with %s is refused before any request', async (_what, post) => {
    // The cast passes invalid options, as a JavaScript application can.
    await expect(at.ada.post(post as object)).rejects.toThrow(InvalidPostError)
    expect(at.net.routes()).toEqual([])
  })

  it('cannot be scheduled, and has no state to query', async () => {
    await expect(at.ada.post({ text: 'x', publishAt: '2027-01-01T00:00:00Z' })).rejects.toThrow(
      NotSupportedError,
    )
    const untyped = at.net.client.account(at.ada.id)
    await expect(untyped.checkState('x')).rejects.toThrow(/bluesky/)
    await expect(untyped.readStats('x')).rejects.toThrow(NotSupportedError)
    expect(at.net.routes()).toEqual([])
  })

  it('can be deleted repeatedly, but not by another account', async () => {
    const { id } = await at.ada.post({ text: 'bye' })
    await at.ada.deletePost(id)
    await at.ada.deletePost(id.split('/').at(-1) ?? '')
    const { uri } = at.net.network.post({ by: 'bea', text: 'mine' })

    await expect(at.ada.deletePost(uri)).rejects.toThrow(NotAllowedError)
    await expect(at.ada.readPost(id)).rejects.toThrow(PostGoneError)
  })
})
