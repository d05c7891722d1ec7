import { Media, type PostInput } from '@social/core/platform'
import { sampleMp4, samplePng } from '@social/emulator'
import { aPost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { toLimits } from '../limits.js'
import { type ReadOptions, readSettings } from '../options.js'
import { checkFiles, checkText } from './check.js'

const LIMITS = toLimits(readSettings({ maxImageBytes: 2000 }))
const CARD = { uri: 'https://a.example' }

const picture = (filename = 'cat.png') => Media.fromBytes(samplePng(), { filename })
const video = (filename = 'clip.mp4') => Media.fromBytes(sampleMp4(), { filename })
const bytes = (length: number) => Media.fromBytes(new Uint8Array(length), { filename: 'b.png' })

type Draft = PostInput<ReadOptions>
const check = async (draft: Draft) => {
  const post = aPost<ReadOptions>(draft)
  checkText(post, LIMITS)
  await checkFiles(post, LIMITS)
}

describe('a post for Bluesky', () => {
  it.each<[string, Draft]>([
    ['words alone', {}],
    ['an answer', { replyTo: 'at://a' }],
    ['the first of a thread that nobody may answer', { options: { allowReplies: [] } }],
    ['several pictures', { media: [picture(), picture(), picture(), picture(), picture()] }],
    ['a video with captions', { media: [video()], options: { captions: [] } }],
    ['a card', { options: { external: CARD } }],
    ['a card whose address is in capitals', { options: { external: { uri: 'HTTP://A.EXAMPLE' } } }],
    ['a card with its picture', { media: [picture()], options: { external: CARD } }],
    ['a picture as big as one may be', { media: [bytes(2000)] }],
  ])('may have %s', async (_what, draft) => {
    await expect(check(draft)).resolves.toBeUndefined()
  })

  it.each<[string, Draft, RegExp]>([
    ['a file at an address', { media: [Media.fromUrl('https://a.example/a.png')] }, /bytes|file/i],
    ['too many letters', { text: 'a'.repeat(301) }, /300/],
    [
      'an answer that says who may answer it',
      { replyTo: 'at://a', options: { allowReplies: [] } },
      /first post/,
    ],
    ['a picture beside a video', { media: [picture(), video()] }, /not both in one post/],
    ['captions of nothing', { options: { captions: [] } }, /captions of a video/],
    ['captions of a picture', { media: [picture()], options: { captions: [] } }, /captions of a video/],
    [
      'a card beside two pictures',
      { media: [picture(), picture()], options: { external: CARD } },
      /only one picture/,
    ],
    ['a card beside a video', { media: [video()], options: { external: CARD } }, /only one picture/],
    [
      'a card of something that is no page',
      { options: { external: { uri: 'mailto:a@b.example' } } },
      /external\.uri/,
    ],
    ['a card of no address', { options: { external: { uri: 'https://' } } }, /external\.uri/],
    ['a card of a file', { options: { external: { uri: 'ahttps://a.example' } } }, /external\.uri/],
    [
      'a picture that is too big',
      { media: [bytes(2001)] },
      /"b\.png" has 2001 bytes; bluesky takes at most 2000/,
    ],
    ['a video that is no MP4', { media: [video('clip.webm')] }, /video\/mp4 only/],
    [
      'a gallery with a picture that cannot be measured',
      { media: [picture(), picture(), picture(), picture(), bytes(9)] },
      /width and height.*"b\.png"/,
    ],
  ])('is refused with %s, in the name of the network', async (_what, draft, words) => {
    await expect(check(draft)).rejects.toMatchObject({
      code: 'INVALID_POST',
      platform: 'bluesky',
      message: expect.stringMatching(words),
    })
  })

  it('takes a smaller picture for a card than for a post', async () => {
    const limits = toLimits(readSettings({}))
    const withCard = (length: number) =>
      checkFiles(aPost<ReadOptions>({ media: [bytes(length)], options: { external: CARD } }), limits)

    await expect(withCard(1_000_000)).resolves.toBeUndefined()
    await expect(withCard(1_000_001)).rejects.toThrow(/at most 1000000/)
  })
})
