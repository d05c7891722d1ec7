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
    ['only text', {}],
    ['a parent', { replyTo: 'at://a' }],
    ['a thread without allowed replies', { options: { allowReplies: [] } }],
    ['several images', { media: [picture(), picture(), picture(), picture(), picture()] }],
    ['a video with captions', { media: [video()], options: { captions: [] } }],
    ['a card', { options: { external: CARD } }],
    ['a card with a URL in capitals', { options: { external: { uri: 'HTTP://A.EXAMPLE' } } }],
    ['a card with an image', { media: [picture()], options: { external: CARD } }],
    ['an image of the maximum size', { media: [bytes(2000)] }],
  ])('can have %s', async (_what, draft) => {
    await expect(check(draft)).resolves.toBeUndefined()
  })

  it.each<[string, Draft, RegExp]>([
    ['a file at a URL', { media: [Media.fromUrl('https://a.example/a.png')] }, /bytes|file/i],
    ['too many characters', { text: 'a'.repeat(301) }, /300/],
    ['a reply with allowReplies', { replyTo: 'at://a', options: { allowReplies: [] } }, /first post/],
    ['an image with a video', { media: [picture(), video()] }, /in a post, not both/],
    ['captions without a file', { options: { captions: [] } }, /captions requires a video/],
    ['captions of an image', { media: [picture()], options: { captions: [] } }, /captions requires a video/],
    [
      'a card with two images',
      { media: [picture(), picture()], options: { external: CARD } },
      /only one picture/,
    ],
    ['a card with a video', { media: [video()], options: { external: CARD } }, /only one picture/],
    [
      'a card of a URL that is not a page',
      { options: { external: { uri: 'mailto:a@b.example' } } },
      /external\.uri/,
    ],
    ['a card with an incomplete URL', { options: { external: { uri: 'https://' } } }, /external\.uri/],
    ['a card of a file', { options: { external: { uri: 'ahttps://a.example' } } }, /external\.uri/],
    [
      'an image that is too large',
      { media: [bytes(2001)] },
      /"b\.png" has 2001 bytes\. bluesky accepts at most 2000/,
    ],
    ['a video that is not MP4', { media: [video('clip.webm')] }, /only as video\/mp4/],
    [
      'a gallery with an image of unknown size',
      { media: [picture(), picture(), picture(), picture(), bytes(9)] },
      /width and height.*"b\.png"/,
    ],
  ])('is refused with the name of the network for %s', async (_what, draft, message) => {
    await expect(check(draft)).rejects.toMatchObject({
      code: 'INVALID_POST',
      platform: 'bluesky',
      message: expect.stringMatching(message),
    })
  })

  it('has a smaller limit for the image of a card than for an image of the post', async () => {
    const limits = toLimits(readSettings({}))
    const withCard = (length: number) =>
      checkFiles(aPost<ReadOptions>({ media: [bytes(length)], options: { external: CARD } }), limits)

    await expect(withCard(1_000_000)).resolves.toBeUndefined()
    await expect(withCard(1_000_001)).rejects.toThrow(/at most 1000000/)
  })
})
