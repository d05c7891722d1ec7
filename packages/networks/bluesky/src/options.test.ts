import { ConfigError, InvalidPostError, readOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { type BlueskyOptions, postOptions, readSettings } from './options.js'
import { bluesky } from './platform.js'

const read = (options: object) => readOptions(postOptions, options, { platform: 'bluesky' })

describe('settings of bluesky', () => {
  it('have defaults', () => {
    expect(readSettings({})).toEqual({
      addresses: {
        resolver: 'https://public.api.bsky.app',
        plc: 'https://plc.directory',
        entryway: 'https://bsky.social',
        video: 'https://video.bsky.app',
      },
      chatService: 'did:web:api.bsky.chat#bsky_chat',
      maxImageBytes: 2_000_000,
      videoChecks: 120,
      videoWaitSeconds: 1,
      updatesPerCheck: 50,
      searchBackSeconds: 600,
      messageUpdates: false,
      oauth: null,
    })
  })

  it.each<BlueskyOptions>([
    { maxImageBytes: 1 },
    { videoChecks: 1 },
    { videoWaitSeconds: 0 },
    { videoWaitSeconds: 0.5 },
    { updatesPerCheck: 1 },
    { updatesPerCheck: 100 },
    { searchBackSeconds: 0.5 },
    { messageUpdates: true },
    { chatService: 'did:plc:abc#chat' },
    { chatService: 'did:web:localhost%3A2583#bsky_chat' },
  ])('accept %j', (options) => {
    expect(readSettings(options)).toMatchObject(options)
  })

  it.each<[object, RegExp]>([
    [{ maxImageBytes: 0 }, /maxImageBytes.*bytes/],
    [{ maxImageBytes: 1.5 }, /whole number/],
    [{ videoChecks: 0 }, /videoChecks/],
    [{ videoWaitSeconds: -1 }, /videoWaitSeconds.*seconds/],
    [{ updatesPerCheck: 0 }, /updatesPerCheck/],
    [{ updatesPerCheck: 101 }, /updatesPerCheck.*100/],
    [{ searchBackSeconds: -0.5 }, /searchBackSeconds.*seconds/],
    [{ messageUpdates: 'yes' }, /true or false/],
    [{ chatService: 7 }, /chatService/],
    [{ chatService: 'did:web:api.bsky.chat' }, /chatService/],
    [{ chatService: 'a did:web:api.bsky.chat#bsky_chat' }, /chatService/],
    [{ chatService: 'did:web:api.bsky.chat#bsky_chat\n' }, /chatService/],
  ])('refuse %j', (options, message) => {
    // The cast passes invalid options, as a JavaScript application can.
    expect(() => bluesky(options as BlueskyOptions)).toThrow(ConfigError)
    expect(() => bluesky(options as BlueskyOptions)).toThrow(message)
  })
})

const LIST = 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.graph.list/3kabcdefghi2b'
const caption = { lang: 'en', vtt: 'WEBVTT' }
const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one)
/** An emoji that is one grapheme and 25 bytes. */
const FAMILY = '👨‍👩‍👧‍👦'

describe('the options of a post at Bluesky', () => {
  it.each([
    {},
    { langs: 'en' },
    { langs: 'pt-BR' },
    { langs: 'ZH-hant' },
    { langs: 'en-x-pirate' },
    { langs: ['de', 'en', 'fr'] },
    { quote: '3kabcdefghi2b' },
    { external: { uri: 'https://example.com', title: '', description: '' } },
    { labels: ['porn', 'sexual', 'nudity', 'graphic-media'] },
    { allowReplies: 'nobody' },
    { allowReplies: ['mentioned'] },
    { allowReplies: ['mentioned', 'followers', 'following', LIST, LIST] },
    { allowQuotes: false },
    { captions: [caption] },
    { captions: times(20, { lang: 'en', vtt: 'WEBVTT'.padEnd(20_000) }) },
    { tags: ['a'] },
    { tags: times(8, 'a'.repeat(64)) },
    { tags: [FAMILY.repeat(25)] },
  ])('accept %j', (options) => {
    expect(read(options)).toEqual(options)
  })

  it.each([
    ['languages', { langs: [] }],
    ['languages', { langs: ['de', 'en', 'fr', 'es'] }],
    ['a language', { langs: 'english language' }],
    ['a language', { langs: 'en_US' }],
    ['a language', { langs: '1en' }],
    ['a language', { langs: 'en-' }],
    ['a language of 65 characters', { langs: `en${'-abcdefgh'.repeat(7)}` }],
    ['a quote', { quote: '' }],
    ['a card', { external: { uri: 'example.com' } }],
    ['a card', { external: { uri: 'https://example.com', image: 'x' } }],
    ['labels', { labels: [] }],
    ['a label', { labels: ['spam'] }],
    ['a reply rule', { allowReplies: 'everybody' }],
    ['a reply rule', { allowReplies: [] }],
    ['a reply rule', { allowReplies: times(6, 'mentioned') }],
    ['a list', { allowReplies: [`x${LIST}`] }],
    ['a list', { allowReplies: [`${LIST}/x`] }],
    ['a list', { allowReplies: ['at://did:plc:abc/app.bsky.feed.post/3k'] }],
    ['a quote rule', { allowQuotes: 'nobody' }],
    ['captions', { captions: [] }],
    ['captions', { captions: times(21, caption) }],
    ['a caption', { captions: [{ lang: 'en', vtt: 'Hello' }] }],
    ['a caption', { captions: [{ lang: 'en', vtt: 'WEBVTT'.padEnd(20_001) }] }],
    ['a caption', { captions: [{ lang: 'english language', vtt: 'WEBVTT' }] }],
    ['a caption', { captions: [{ ...caption, label: 'English' }] }],
    ['tags', { tags: [] }],
    ['tags', { tags: times(9, 'a') }],
    ['a tag', { tags: [''] }],
    ['a tag of 65 characters', { tags: ['a'.repeat(65)] }],
    ['a tag of 650 bytes', { tags: [FAMILY.repeat(26)] }],
  ])('refuse %s: %j', (_what, options) => {
    expect(() => read(options)).toThrow(InvalidPostError)
  })
})
