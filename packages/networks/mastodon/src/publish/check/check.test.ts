import { Media } from '@social/core/platform'
import { sampleMp4, samplePng } from '@social/emulator'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { isTooSoon, refuseImmediately, refuseTooSoon } from './check.js'

/** Returns the value that a function throws. */
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

it('a post is scheduled from five minutes and ten seconds ahead, because clocks differ', () => {
  expect(isTooSoon(inSeconds(310), clock)).toBe(false)
  expect(isTooSoon(inSeconds(309.999), clock)).toBe(true)
  expect(isTooSoon(null, clock)).toBe(false)
})

it('a later publish time can become too soon while the post is sent', () => {
  expect(isTooSoon(inSeconds(610), clock, 300)).toBe(false)
  expect(isTooSoon(inSeconds(609.999), clock, 300)).toBe(true)
})

describe('a combination that no server accepts', () => {
  const picture = Media.fromBytes(samplePng(), { filename: 'cat.png' })
  const video = Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })
  const point: [number, number] = [0, 0]
  const poll = { options: ['a', 'b'], seconds: 300, multiple: false, hideTotals: false }
  const quote = { quotedStatusId: '7' }

  type Draft = Parameters<typeof refuseImmediately>[0]

  it.each<[string, Partial<Draft>]>([
    ['a text-only post', {}],
    ['pictures', { media: [picture, picture] }],
    ['a video with its thumbnail', { media: [video], options: { thumbnail: [samplePng()] } }],
    ['a focal point for each file', { media: [picture], options: { focus: [point] } }],
    ['fewer focal points than files', { media: [picture, picture], options: { focus: [null] } }],
    ['a quote', { options: quote }],
    ['a poll', { options: { poll } }],
  ])('is not %s', (_what, draft) => {
    expect(() => refuseImmediately({ media: [], options: {}, ...draft })).not.toThrow()
  })

  it.each<[string, Partial<Draft>, RegExp]>([
    ['a file at a URL', { media: [Media.fromUrl('https://a.example/a.png')] }, /cannot fetch/],
    [
      'more focal points than files',
      { media: [picture], options: { focus: [point, null] } },
      /has 2 entries.*has 1 files/,
    ],
    ['a focal point without a file', { options: { focus: [null] } }, /has 1 entries.*has 0 files/],
    [
      'more thumbnails than files',
      { media: [video], options: { thumbnail: [null, null] } },
      /has 2 entries.*has 1 files/,
    ],
    [
      'a thumbnail of an image',
      { media: [picture], options: { thumbnail: [samplePng()] } },
      /thumbnail\[0\]/,
    ],
    [
      'an invalid thumbnail',
      { media: [video], options: { thumbnail: [sampleMp4()] } },
      /is not a supported picture/,
    ],
    ['an image with a video', { media: [picture, video] }, /in a post, not both/],
    ['a poll with a quote', { options: { ...quote, poll } }, /does not accept a poll in a post with a quote/],
    [
      'media with a quote',
      { media: [picture], options: quote },
      /does not accept media in a post with a quote/,
    ],
  ])('is %s, which is refused with the name of the network', (_what, draft, message) => {
    expect(failureOf(() => refuseImmediately({ media: [], options: {}, ...draft }))).toMatchObject({
      code: 'INVALID_POST',
      platform: 'mastodon',
      message: expect.stringMatching(message),
    })
  })
})

it('a publish time that is too soon is refused with the name of the network', () => {
  expect(() => refuseTooSoon(inSeconds(310), clock)).not.toThrow()
  expect(failureOf(() => refuseTooSoon(inSeconds(309), clock))).toMatchObject({
    code: 'INVALID_POST',
    platform: 'mastodon',
  })
})
