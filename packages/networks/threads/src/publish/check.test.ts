import { Media } from '@social/core'
import { InvalidPostError } from '@social/core/platform'
import { aCall, aPost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { type ReadOptions, readSettings } from '../options.js'
import { checkThreadsPost } from './check.js'
import { publishing } from './index.js'

const picture = Media.fromBytes(new Uint8Array(9), { filename: 'a.jpg' })
const video = Media.fromBytes(new Uint8Array(9), { filename: 'a.mp4' })
const described = (length: number, filename = 'a.jpg') =>
  Media.fromBytes(new Uint8Array(9), { filename, altText: '🙂'.repeat(length) })
const POLL = { poll: { options: ['a', 'b'] } }
const LINK = { linkAttachment: 'https://a.example' }
const GIF = { gifId: 'g' }

const check = (text: string, media: readonly Media[] = [], options: object = {}) =>
  checkThreadsPost(aPost<ReadOptions>({ text, media, options }))

describe('a valid post', () => {
  it.each<[string, string, readonly Media[], object]>([
    ['TEXT', 'Cake', [], {}],
    ['TEXT', 'x'.repeat(500), [], {}],
    ['TEXT', '🙂'.repeat(125), [], {}],
    ['TEXT', 'Which?', [], POLL],
    ['TEXT', 'Look', [], LINK],
    ['TEXT', 'Look', [], GIF],
    ['TEXT', 'Cake', [], { spoilers: [{ start: 0, end: 4 }] }],
    ['TEXT', 'Cake', [], { quotePostId: '7' }],
    ['IMAGE', '', [picture], { isSpoilerMedia: true }],
    ['IMAGE', '', [described(1000)], {}],
    ['VIDEO', 'Cake', [video], { quotePostId: '7' }],
    ['CAROUSEL', 'Cake', [picture, video], { carousel: true }],
    ['CAROUSEL', 'Cake', Array.from({ length: 20 }, () => picture), {}],
  ])('is %s: %j of %j with %j', (kind, text, media, options) => {
    expect(check(text, media, options)).toBe(kind)
  })
})

describe('an invalid post', () => {
  it.each<[string, string, readonly Media[], object, RegExp]>([
    ['501 characters', 'x'.repeat(501), [], {}, /500/],
    ['126 emoji, four bytes each', '🙂'.repeat(126), [], {}, /500/],
    ['21 files', 'Cake', Array.from({ length: 21 }, () => picture), {}, /at most 20|21 files/],
    ['a carousel of one', 'Cake', [picture], { carousel: true }, /carousel requires 2 to 20 files/],
    [
      'a long alt text',
      'Cake',
      [picture, described(1001)],
      {},
      /media\[1\] has 1001 characters.*at most 1000/,
    ],
    ['a long alt text of a video', 'Cake', [described(1001, 'a.mp4')], {}, /media\[0\] has 1001 characters/],
    ['a poll and a file', 'Cake', [picture], POLL, /options\.poll is only for text-only posts/],
    ['a link and a file', 'Cake', [picture], LINK, /options\.linkAttachment is only for text-only posts/],
    ['a GIF and a file', 'Cake', [picture], GIF, /options\.gifId is only for text-only posts/],
    [
      'a poll and a link',
      'Cake',
      [],
      { ...POLL, ...LINK },
      /options\.linkAttachment or options\.poll, not both/,
    ],
    ['a poll and a GIF', 'Cake', [], { ...POLL, ...GIF }, /options\.poll or options\.gifId, not both/],
    ['hidden pictures and none', 'Cake', [], { isSpoilerMedia: true }, /this post has none/],
    [
      'hidden words of no length',
      'Cake',
      [],
      { spoilers: [{ start: 2, end: 2 }] },
      /has 2 to 2, which is not a part/,
    ],
    [
      'hidden words behind the end',
      'Cake',
      [],
      { spoilers: [{ start: 2, end: 5 }] },
      /it has 4 UTF-16 units/,
    ],
    [
      'hidden words the wrong way',
      'Cake',
      [],
      { spoilers: [{ start: 3, end: 1 }] },
      /not a part of the text/,
    ],
  ])('has %s', (_what, text, media, options, expected) => {
    const checking = () => check(text, media, options)
    expect(checking).toThrow(InvalidPostError)
    expect(checking).toThrow(expected)
    expect(checking).toThrow(expect.objectContaining({ platform: 'threads' }))
  })
})

it.each<[string, object]>([
  ['a GIF', GIF],
  ['a poll', POLL],
  ['a link', LINK],
  ['a quoted post', { quotePostId: '7' }],
])('takes no text with %s, and refuses an empty post', (_what, options) => {
  expect(check('', [], options)).toBe('TEXT')
  expect(() => check('')).toThrow(/empty|nothing/i)
})

it('takes no local file in a part of a thread without a media host', async () => {
  const part = aPost<never>({ text: 'Cake', media: [picture], options: {} as never }) // the cast gives the type of options that were already validated
  const checkPart = (canHostMedia: boolean) =>
    publishing(readSettings({})).checkThreadPart(
      part,
      { index: 1, posts: [part, part], canHostMedia },
      aCall(),
    )
  await expect(checkPart(true)).resolves.toBeUndefined()
  await expect(checkPart(false)).rejects.toThrow(/Media\.fromUrl.*mediaHost/)
  await expect(checkPart(false)).rejects.toMatchObject({ platform: 'threads', code: 'INVALID_POST' })
})
