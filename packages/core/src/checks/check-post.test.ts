import { describe, expect, it, vi } from 'vitest'

import type { Feature } from '../contract/index.js'
import { ConfigError, InvalidPostError, NotSupportedError } from '../errors/index.js'
import { Media } from '../media/media.js'
import { type Limits, makeLimits, type Post, type PostInput } from '../models/index.js'
import { refuseAddresses } from './address-only-media.js'
import { type CheckContext, checkPost, refuseUnsupported } from './check-post.js'
import { readPost } from './read-post.js'
import { measurePost } from './text-length.js'

const ALL: readonly Feature[] = ['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE', 'REPLY']
const PICTURE = Media.fromFile('a.png')
const VIDEO = Media.fromFile('a.mp4')

type CheckedPlatform = CheckContext['platform']

function aPlatform(
  changes: Partial<CheckedPlatform> = {},
  without: readonly Feature[] = [],
): CheckedPlatform {
  return { name: 'mastodon', features: new Set(ALL.filter((flag) => !without.includes(flag))), ...changes }
}

function aPost(input: PostInput): Post {
  return readPost(input, { platform: 'mastodon' })
}

function check(input: PostInput, limits: Partial<Limits> = {}, platform = aPlatform()): void {
  checkPost(aPost(input), { platform, limits: makeLimits(limits) })
}

function measure(limits: Partial<Limits> = {}): number {
  return measurePost('👍🏽', { platform: aPlatform(), limits: makeLimits(limits), options: {} })
}

describe('checkPost', () => {
  it('accepts everything if the limits are unknown', () => {
    expect(() =>
      check({
        text: 'x'.repeat(1_000_000),
        media: [...Array.from({ length: 50 }, () => PICTURE), VIDEO],
        replyTo: '1',
        publishAt: new Date(),
      }),
    ).not.toThrow()
  })

  it('accepts a post exactly at its limits', () => {
    const limits = { maxTextLength: 5, maxTextBytes: 5, maxImages: 1, maxVideos: 1, postsLeftToday: 1 }

    expect(() => check({ text: 'Hello', media: [PICTURE, VIDEO] }, limits)).not.toThrow()
  })

  it.each([
    [
      'SCHEDULE',
      { publishAt: new Date() },
      'mastodon does not support scheduled publishing. Remove publishAt,',
    ],
    [
      'REPLY',
      { replyTo: '1' },
      'mastodon does not support a post that replies to another post. Remove replyTo',
    ],
    [
      'POST_IMAGE',
      { media: [PICTURE] },
      'mastodon does not support posts with pictures. Attach a video instead.',
    ],
    [
      'POST_VIDEO',
      { media: [VIDEO] },
      'mastodon does not support posts with videos. Attach a picture instead.',
    ],
    ['POST_TEXT', {}, 'mastodon does not support text-only posts. Attach a picture or a video.'],
  ] as const)('requires %s for %o', (flag, input, message) => {
    const post = { text: 'Hello', ...input }

    expect(() => check(post, {}, aPlatform({}, [flag]))).toThrow(message)
    expect(() => check(post, {}, aPlatform({}, [flag]))).toThrow(NotSupportedError)
    expect(() => check(post)).not.toThrow()
  })

  it('suggests an alternative on a network without media, or without text-only posts', () => {
    const textOnly = aPlatform({}, ['POST_IMAGE', 'POST_VIDEO'])
    const videoOnly = aPlatform({ textOnlyAdvice: 'The text becomes its description.' }, [
      'POST_TEXT',
      'POST_IMAGE',
    ])

    expect(() => check({ media: [VIDEO] }, {}, textOnly)).toThrow('Publish a text-only post.')
    expect(() => check({ text: 'Hello' }, {}, videoOnly)).toThrow(
      'mastodon does not support text-only posts. Attach a video. The text becomes its description.',
    )
  })

  it.each([
    ['maxImages', 1, 'The post has 3 pictures; mastodon takes at most 1. Remove 2.'],
    ['maxImages', 2, 'The post has 3 pictures; mastodon takes at most 2. Remove 1.'],
    ['maxVideos', 0, 'The post has 1 video; mastodon takes at most 0. Remove 1.'],
  ])('refuses more files than %s %d', (limit, max, message) => {
    const input = { media: [PICTURE, PICTURE, VIDEO, PICTURE] }

    expect(() => check(input, { [limit]: max })).toThrow(message)
  })

  it.each([0, -1])('refuses a post when %d are left today', (postsLeftToday) => {
    expect(() => check({ text: 'Hello' }, { postsLeftToday })).toThrow('Try again tomorrow.')
    expect(() => check({ text: 'Hello' }, { postsLeftToday })).toThrow(InvalidPostError)
  })

  it('reports the first of many failures, always in the same order', () => {
    const input = { text: 'too long', media: [PICTURE, PICTURE, VIDEO], publishAt: new Date(), replyTo: '1' }
    const limits: Partial<Limits> = {
      maxTextLength: 1,
      maxTextBytes: 1,
      postsLeftToday: 0,
      maxImages: 1,
      maxVideos: 0,
    }
    const missing: Feature[] = ['SCHEDULE', 'REPLY', 'POST_IMAGE']
    const messages: string[] = []
    const next = (fix: () => void): void => {
      try {
        check(input, limits, aPlatform({}, missing))
        messages.push('passed')
      } catch (error) {
        messages.push(String(error))
      }
      fix()
    }
    next(() => missing.shift())
    next(() => missing.shift())
    next(() => Object.assign(limits, { maxTextLength: null }))
    next(() => Object.assign(limits, { maxTextBytes: null }))
    next(() => Object.assign(limits, { postsLeftToday: null }))
    next(() => missing.shift())
    next(() => Object.assign(limits, { maxImages: null }))
    next(() => Object.assign(limits, { maxVideos: null }))
    next(() => {})

    expect(messages).toEqual([
      expect.stringContaining('scheduled publishing'),
      expect.stringContaining('replies to another'),
      expect.stringContaining('8 characters'),
      expect.stringContaining('8 bytes'),
      expect.stringContaining('today'),
      expect.stringContaining('posts with pictures'),
      expect.stringContaining('2 pictures'),
      expect.stringContaining('1 video;'),
      'passed',
    ])
  })

  it('reports the length of a text-only post first', () => {
    expect(() => check({ text: 'too long' }, { maxTextLength: 1 }, aPlatform({}, ['POST_TEXT']))).toThrow(
      InvalidPostError,
    )
  })
})

describe('the length of a text', () => {
  // Holds R-0508, R-0509.
  it.each([
    ['CHARACTERS', 'abc', 2, 'The text has 3 characters; mastodon takes at most 2. Shorten it by 1.'],
    ['CHARACTERS', '👍🏽', 1, 'The text has 2 characters; mastodon takes at most 1. Shorten it by 1.'],
    [
      'GRAPHEMES',
      '👍🏽👍🏽é',
      2,
      'The text has 3 letters; mastodon takes at most 2. Every emoji counts as one letter.',
    ],
    ['UTF8_BYTES', 'é', 1, 'The text has 2 bytes; mastodon takes at most 1. Bytes are those of UTF-8:'],
    [
      'UTF16_UNITS',
      '👍🏽',
      3,
      'The text has 4 characters; mastodon takes at most 3. The network counts UTF-16 units,',
    ],
    ['UTF16_UNITS', 'x', 0, 'The text has 1 character; mastodon takes at most 0.'],
  ] as const)('is counted in %s: %s is over %d', (textCountedIn, text, maxTextLength, message) => {
    expect(() => check({ text }, { textCountedIn, maxTextLength })).toThrow(message)
    expect(() => check({ text }, { textCountedIn, maxTextLength: maxTextLength + 1 })).not.toThrow()
  })

  it('is also limited in bytes if the network limits bytes', () => {
    const limits = { textCountedIn: 'GRAPHEMES', maxTextLength: 300, maxTextBytes: 3000 } as const

    expect(() => check({ text: '👨‍👩‍👧‍👦'.repeat(120) }, limits)).not.toThrow()
    expect(() => check({ text: '👨‍👩‍👧‍👦'.repeat(121) }, limits)).toThrow(
      'The text has 3025 bytes; mastodon takes at most 3000. Bytes are those of UTF-8: "é" counts as 2, and most emoji count as 4 or more. Shorten it by 25.',
    )
  })

  it('is counted by the platform if the network has its own rules', () => {
    const measureText = vi.fn<NonNullable<CheckedPlatform['measureText']>>((text) => text.length * 10)
    const limits = makeLimits({ textCountedIn: 'NETWORK', maxTextLength: 49 })
    const post = aPost({ text: 'Hello', options: { spoilerText: 'x' } })

    expect(() => checkPost(post, { platform: aPlatform({ measureText }), limits })).toThrow(
      'The text has 50 characters; mastodon takes at most 49. The network has its own counting rules. account.measureText uses the same rules. Shorten it by 1.',
    )
    expect(measureText).toHaveBeenCalledWith('Hello', { options: { spoilerText: 'x' }, limits })
    expect(measurePost('Hello', { platform: aPlatform({ measureText }), limits, options: {} })).toBe(50)
  })

  it('is measured for live counts in any unit', () => {
    expect(measure()).toBe(2)
    expect(measure({ textCountedIn: 'GRAPHEMES' })).toBe(1)
  })

  it('cannot be measured without measureText of the platform', () => {
    expect(() => check({ text: 'Hello' }, { textCountedIn: 'NETWORK', maxTextLength: 500 })).toThrow(
      ConfigError,
    )
  })
})

describe('refuseUnsupported', () => {
  it('names the expected post and platform', () => {
    // Wrong types on purpose: JavaScript callers get the same messages.
    expect(() => refuseUnsupported({} as never, { platform: aPlatform() })).toThrow(
      'a post that readPost has read',
    )
    expect(() => refuseUnsupported(aPost({ text: 'Hello' }), {} as never)).toThrow('{ platform, limits }')
  })

  it.each([
    [{ publishAt: new Date() }, 'SCHEDULE'],
    [{ replyTo: '1' }, 'REPLY'],
    [{ media: [PICTURE] }, 'POST_IMAGE'],
  ] as const)('refuses %o without limits', (input, flag) => {
    const post = aPost({ text: 'Hello', ...input })

    expect(() => refuseUnsupported(post, { platform: aPlatform({}, [flag]) })).toThrow(NotSupportedError)
    expect(() => refuseUnsupported(post, { platform: aPlatform() })).not.toThrow()
  })

  it('leaves text-only posts to checkPost', () => {
    const platform = aPlatform({}, ['POST_TEXT'])

    expect(() => refuseUnsupported(aPost({ text: 'Hello' }), { platform })).not.toThrow()
  })
})

describe('refuseAddresses', () => {
  it('refuses a file that is only a URL, with advice', () => {
    const media = [PICTURE, Media.fromUrl('https://example.com/b.png?signature=secret')]

    expect(() => refuseAddresses(media, { platform: 'mastodon' })).toThrow(
      'mastodon cannot fetch "b.png" from a URL. Download it first, and pass Media.fromFile(path) or Media.fromBytes(bytes, { filename }).',
    )
    expect(() => refuseAddresses([PICTURE, VIDEO], { platform: 'mastodon' })).not.toThrow()
  })

  it('refuses a URL without a file name too', () => {
    const media = [Media.fromUrl('https://example.com/', { kind: 'IMAGE' })]

    expect(() => refuseAddresses(media, { platform: 'mastodon' })).toThrow(InvalidPostError)
  })
})
