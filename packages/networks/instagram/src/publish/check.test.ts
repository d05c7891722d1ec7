import { Media } from '@social/core'
import { InvalidPostError, postIssuesOf } from '@social/core/platform'
import { aPost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import type { ReadOptions } from '../options.js'
import { checkMedia } from './check.js'

const picture = Media.fromBytes(new Uint8Array(9), { filename: 'a.jpg' })
const video = Media.fromBytes(new Uint8Array(9), { filename: 'a.mp4' })
const described = (length: number, filename = 'a.jpg') =>
  Media.fromBytes(new Uint8Array(9), { filename, altText: '🙂'.repeat(length) })
const tagged = (place: object) => ({ userTags: [{ username: 'bo', ...place }] })

const check = (media: readonly Media[], options: object = {}, text = 'Cake') =>
  checkMedia(aPost<ReadOptions>({ text, media, options: { placement: 'feed', ...options } }))

describe('a valid post', () => {
  it.each<[string, readonly Media[], object, string?]>([
    ['PICTURE', [picture], {}],
    ['PICTURE', [picture], { locationId: '7', collaborators: ['bo'], ...tagged({ x: 0.5, y: 0.5 }) }],
    ['PICTURE', [described(1000)], {}],
    ['PICTURE', [picture], {}, '#tag '.repeat(30)],
    ['PICTURE', [picture], {}, 'x'.repeat(2200)],
    ['REEL', [video], {}],
    ['REEL', [video], { placement: 'reel', shareToFeed: true, coverUrl: 'https://a.example/c.jpg' }],
    ['REEL', [video], { thumbOffsetMs: 5, audioName: 'Song', trial: 'MANUAL', ...tagged({}) }],
    ['REEL', [described(1001, 'a.mp4')], {}],
    ['STORY', [picture], { placement: 'story' }, ''],
    ['STORY', [video], { placement: 'story' }, ''],
    ['STORY', [picture], { placement: 'story', ...tagged({}) }, ''],
    ['CAROUSEL', [picture, video], { carousel: true }],
    ['CAROUSEL', Array.from({ length: 10 }, () => picture), {}],
    ['CAROUSEL', [video, picture], tagged({ mediaIndex: 1, x: 0, y: 0 })],
  ])('is a %s of %j with %j', (kind, media, options, text) => {
    expect(check(media, options, text)).toBe(kind)
  })
})

describe('an invalid post', () => {
  it.each<[string, readonly Media[], object, RegExp, string?]>([
    ['too many files', Array.from({ length: 11 }, () => picture), {}, /at most 10|11 files/],
    [
      'too many files of both kinds together',
      [...Array.from({ length: 6 }, () => picture), ...Array.from({ length: 5 }, () => video)],
      {},
      /has 11 files; instagram takes at most 10/,
    ],
    ['a carousel of one', [picture], { carousel: true }, /carousel requires 2 to 10 files/],
    ['a story of two', [picture, picture], { placement: 'story' }, /one picture or one video/, ''],
    ['a reel of two', [video, video], { placement: 'reel' }, /A reel is one video/],
    ['a reel of a picture', [picture], { placement: 'reel' }, /A reel is a video, not a picture/],
    ['words on a story', [picture], { placement: 'story' }, /takes no text/],
    ['31 hashtags', [picture], {}, /31 hashtags; instagram takes at most 30/, '#tag '.repeat(31)],
    ['2,201 characters', [picture], {}, /2200/, 'x'.repeat(2201)],
    ['a long alt text', [picture, described(1001)], {}, /media\[1\] has 1001 characters.*at most 1000/],
    ['a song in a picture', [picture], { audioName: 'Song' }, /options\.audioName is only for reels/],
    [
      'a cover in a story',
      [video],
      { placement: 'story', coverUrl: 'https://a.example/' },
      /coverUrl is only for reels/,
      '',
    ],
    ['a place in the feed', [picture], { shareToFeed: true }, /shareToFeed is only for reels/],
    ['a moment in a picture', [picture], { thumbOffsetMs: 5 }, /thumbOffsetMs is only for reels/],
    ['a trial of pictures', [picture, picture], { trial: 'MANUAL' }, /trial is only for reels/],
    ['two covers', [video], { coverUrl: 'https://a.example/', thumbOffsetMs: 0 }, /one cover/],
    [
      'collaborators in a story',
      [picture],
      { placement: 'story', collaborators: ['bo'] },
      /no collaborators/,
      '',
    ],
    ['a location in a story', [picture], { placement: 'story', locationId: '7' }, /no location/, ''],
    ['people in a carousel', [picture, picture], tagged({ x: 0, y: 0 }), /bo .* requires mediaIndex/],
    [
      'people in a video of a carousel',
      [picture, video],
      tagged({ mediaIndex: 1, x: 0, y: 0 }),
      /media\[1\] is not a picture/,
    ],
    [
      'people in a missing file',
      [picture, picture],
      tagged({ mediaIndex: 2, x: 0, y: 0 }),
      /media\[2\] is not a picture/,
    ],
    [
      'people without a place in a carousel',
      [picture, picture],
      tagged({ mediaIndex: 1 }),
      /requires x and y/,
    ],
    ['a place of people in a video', [video], tagged({ x: 0.5, y: 0.5 }), /omit x and y of bo/],
    ['half a place of people in a video', [video], tagged({ y: 0.5 }), /omit x and y of bo/],
    ['people without a place', [picture], tagged({}), /bo in options\.userTags requires x and y/],
    ['people with half a place', [picture], tagged({ x: 0.5 }), /requires x and y/],
    ['people with the other half', [picture], tagged({ y: 0.5 }), /requires x and y/],
  ])('has %s', (_what, media, options, expected, text) => {
    const checking = () => check(media, options, text)
    expect(checking).toThrow(InvalidPostError)
    expect(checking).toThrow(expected)
    expect(checking).toThrow(expect.objectContaining({ platform: 'instagram' }))
  })

  it('is text-only', () => {
    expect(() => check([])).toThrow(/An Instagram post requires a picture or a video/)
  })
})

it('all problems of a post are reported as data', () => {
  let issues: ReturnType<typeof postIssuesOf> = []
  try {
    check([picture, described(1001)], { audioName: 'Song', ...tagged({}) }, '#tag '.repeat(31))
  } catch (error) {
    issues = postIssuesOf(error)
  }
  expect(issues).toMatchObject([
    { field: 'text', code: 'TOO_MANY_HASHTAGS', limit: 30, actual: 31 },
    { field: 'media', code: 'ALT_TEXT_TOO_LONG', mediaIndex: 1, limit: 1000, actual: 1001 },
    { field: 'options', code: 'ONLY_FOR_REELS', optionPath: 'audioName' },
    { field: 'options', code: 'TAG_PICTURE_REQUIRED', optionPath: 'userTags[0].mediaIndex' },
    { field: 'options', code: 'TAG_POSITION_REQUIRED', optionPath: 'userTags[0]' },
  ])
  expect(issues[2]?.userMessage).toBe('Name of the audio is only for reels. Remove it, or publish one video.')
})
