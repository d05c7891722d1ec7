import { Media } from '@social/core/platform'
import { sampleMp4, samplePng } from '@social/emulator'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { isTooSoon, refuseImmediately, refuseTooSoon } from './check.js'

/** What the work throws. */
function failureOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000)

it('a post is scheduled from five minutes and ten seconds ahead, for clocks differ', () => {
  expect(isTooSoon(inSeconds(310), clock)).toBe(false)
  expect(isTooSoon(inSeconds(309.999), clock)).toBe(true)
  expect(isTooSoon(null, clock)).toBe(false)
})

it('a post whose moment is further away may still come too near while it is sent', () => {
  expect(isTooSoon(inSeconds(610), clock, 300)).toBe(false)
  expect(isTooSoon(inSeconds(609.999), clock, 300)).toBe(true)
})

describe('what no server takes', () => {
  const picture = Media.fromBytes(samplePng(), { filename: 'cat.png' })
  const video = Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })
  const point: [number, number] = [0, 0]
  const poll = { options: ['a', 'b'], seconds: 300, multiple: false, hideTotals: false }
  const quote = { quotedStatusId: '7' }

  type Draft = Parameters<typeof refuseImmediately>[0]

  it.each<[string, Partial<Draft>]>([
    ['words alone', {}],
    ['pictures', { media: [picture, picture] }],
    ['a video with its thumbnail', { media: [video], options: { thumbnail: [samplePng()] } }],
    ['a point for each file', { media: [picture], options: { focus: [point] } }],
    ['fewer points than files', { media: [picture, picture], options: { focus: [null] } }],
    ['a quote', { options: quote }],
    ['a poll', { options: { poll } }],
  ])('is not %s', (_what, draft) => {
    expect(() => refuseImmediately({ media: [], options: {}, ...draft })).not.toThrow()
  })

  it.each<[string, Partial<Draft>, RegExp]>([
    ['a file at an address', { media: [Media.fromUrl('https://a.example/a.png')] }, /cannot fetch/],
    [
      'more points than files',
      { media: [picture], options: { focus: [point, null] } },
      /names 2 files.*has 1/,
    ],
    ['a point without a file', { options: { focus: [null] } }, /names 1 files.*has 0/],
    [
      'more thumbnails than files',
      { media: [video], options: { thumbnail: [null, null] } },
      /names 2 files.*has 1/,
    ],
    [
      'a thumbnail of a picture',
      { media: [picture], options: { thumbnail: [samplePng()] } },
      /thumbnail\[0\]/,
    ],
    ['a thumbnail that is none', { media: [video], options: { thumbnail: [sampleMp4()] } }, /is no picture/],
    ['a picture beside a video', { media: [picture, video] }, /not both in one post/],
    ['a poll beside a quote', { options: { ...quote, poll } }, /no poll in a post that quotes/],
    ['media beside a quote', { media: [picture], options: quote }, /no media in a post that quotes/],
  ])('is %s, and is refused in the name of the network', (_what, draft, words) => {
    expect(failureOf(() => refuseImmediately({ media: [], options: {}, ...draft }))).toMatchObject({
      code: 'INVALID_POST',
      platform: 'mastodon',
      message: expect.stringMatching(words),
    })
  })
})

it('a moment that is too near is refused in the name of the network', () => {
  expect(() => refuseTooSoon(inSeconds(310), clock)).not.toThrow()
  expect(failureOf(() => refuseTooSoon(inSeconds(309), clock))).toMatchObject({
    code: 'INVALID_POST',
    platform: 'mastodon',
  })
})
