import { Media } from '@social/core'
import { InvalidPostError, NotSupportedError } from '@social/core/platform'
import { aPost, aPublishCall, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { type FacebookOptions, type ReadOptions, readSettings } from '../options.js'
import { facebook } from '../platform.js'
import { checkFacebookPost } from './check.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const picture = Media.fromBytes(new Uint8Array(9), { filename: 'a.png' })
const video = Media.fromBytes(new Uint8Array(9), { filename: 'a.mp4' })
const DAY = 86_400

function check(changes: object, options: object = {}, settings: FacebookOptions = {}): Promise<void> {
  const clock = new FakeClock({ now: NOW, autoAdvance: true })
  const call = aPublishCall({ platform: facebook(), connection: anAccount(), clock })
  const post = aPost<ReadOptions>({ text: 'x', options: { placement: 'feed', ...options }, ...changes })
  return checkFacebookPost(post, readSettings(settings), call)
}
const ahead = (seconds: number) => ({ publishAt: new Date(NOW.getTime() + seconds * 1000) })

describe('a valid post', () => {
  it.each<[string, object, object]>([
    ['words', {}, {}],
    ['63,206 characters', { text: 'x'.repeat(63_206) }, {}],
    ['a link with a button', {}, { link: 'https://a.example', callToAction: 'SIGN_UP' }],
    ['many pictures with a place', { media: Array.from({ length: 12 }, () => picture) }, { place: '7' }],
    ['a video with a title', { media: [video] }, { title: 'T' }],
    ['a reel with a place and a title', { media: [video] }, { placement: 'reel', place: '7', title: 'T' }],
    ['a story of a picture', { text: '', media: [picture] }, { placement: 'story' }],
    ['a story of a video', { text: '', media: [video] }, { placement: 'story' }],
    ['ten minutes ahead', ahead(600), {}],
    ['thirty days ahead', ahead(30 * DAY), {}],
    ['a reel 29 days ahead', { media: [video], ...ahead(29 * DAY) }, { placement: 'reel' }],
  ])('has %s', async (_what, changes, options) => {
    await expect(check(changes, options)).resolves.toBeUndefined()
  })
})

describe('an invalid post', () => {
  it.each<[string, object, object, RegExp]>([
    ['too many characters', { text: 'x'.repeat(63_207) }, {}, /63206/],
    ['pictures and a video', { media: [picture, video] }, {}, /pictures or one video, not both/],
    [
      'a link and a file',
      { media: [picture] },
      { link: 'https://a.example' },
      /link is only for text-only posts/,
    ],
    ['a button without a link', {}, { callToAction: 'SIGN_UP' }, /callToAction is the button of a link/],
    ['a title without a video', {}, { title: 'T' }, /title is only for a video or a reel/],
    ['a title with a picture', { media: [picture] }, { title: 'T' }, /title is only for a video or a reel/],
    [
      'a place with a video in the feed',
      { media: [video] },
      { place: '7' },
      /not take a place for a video in the feed/,
    ],
    ['a reel of words', {}, { placement: 'reel' }, /A reel requires exactly one video/],
    ['a reel of a picture', { media: [picture] }, { placement: 'reel' }, /A reel requires exactly one video/],
    ['a story of words', {}, { placement: 'story' }, /exactly one picture or video/],
    [
      'a story of two pictures',
      { text: '', media: [picture, picture] },
      { placement: 'story' },
      /exactly one/,
    ],
    ['a story with words', { media: [picture] }, { placement: 'story' }, /not take text, a title or a place/],
    ['a story with a title', { text: '', media: [video] }, { placement: 'story', title: 'T' }, /a title/],
    ['a story with a place', { text: '', media: [video] }, { placement: 'story', place: '7' }, /a place/],
    ['a moment too soon', ahead(599), {}, /from 10 minutes to 30 days ahead for a post/],
    ['a moment too far', ahead(30 * DAY + 1), {}, /from 10 minutes to 30 days ahead for a post/],
    [
      'a reel too far',
      { media: [video], ...ahead(29 * DAY + 1) },
      { placement: 'reel' },
      /29 days ahead for a reel/,
    ],
  ])('has %s', async (_what, changes, options, expected) => {
    const error: unknown = await check(changes, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidPostError)
    expect(error).toMatchObject({ platform: 'facebook', message: expect.stringMatching(expected) })
  })

  it('includes a scheduled story, and a video that is too large', async () => {
    const story = check({ text: '', media: [picture], ...ahead(900) }, { placement: 'story' })
    await expect(story).rejects.toThrow(NotSupportedError)
    await expect(story).rejects.toThrow(/facebook does not support scheduled stories/)
    await expect(check({ media: [video] }, {}, { maxVideoBytes: 9 })).resolves.toBeUndefined()
    const big = check({ media: [video] }, {}, { maxVideoBytes: 8 })
    await expect(big).rejects.toThrow(/a video of 9 bytes; the maximum is 8.*maxVideoBytes/)
  })
})
