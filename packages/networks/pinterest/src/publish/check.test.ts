import { Media, type PostInput } from '@social/core/platform'
import { sampleMp4, samplePng } from '@social/emulator'
import { aPost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import type { ReadOptions } from '../options.js'
import { checkPin } from './check.js'

const ALL = ['boards:read', 'boards:write', 'pins:read', 'pins:write']
const fetched = Media.fromUrl('https://a.example/cake.png')
const fetchedVideo = Media.fromUrl('https://a.example/cake.mp4')
const file = (filename = 'cake.png') => Media.fromBytes(samplePng(), { filename })
const video = Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })
const cover = { coverImageUrl: 'https://a.example/c.jpg' }

const check = (
  draft: PostInput<ReadOptions>,
  changes: {
    readonly scopes?: readonly string[]
    readonly extra?: Record<string, string | number | null>
  } = {},
) => {
  const post = aPost<ReadOptions>({ media: [file()], ...draft, options: { boardId: '7', ...draft.options } })
  return checkPin(post, anAccount({ scopes: ALL, ...changes }))
}

describe('a pin that Pinterest takes', () => {
  it.each<[string, PostInput<ReadOptions>]>([
    ['a picture', {}],
    ['a JPEG', { media: [file('cake.jpg')] }],
    ['pictures at addresses', { media: [fetched, fetched] }],
    ['pictures as files', { media: [file(), file('2.jpeg')] }],
  ])('is %s', async (_what, draft) => {
    expect(await check(draft)).toEqual({ boardId: '7', video: null })
  })

  it('is a video, with a cover or without', async () => {
    expect(await check({ media: [video] })).toEqual({ boardId: '7', video })
    expect(await check({ media: [video], options: { ...cover } })).toMatchObject({ video })
    expect(await check({ media: [video], options: { coverImageKeyFrameTime: 3 } })).toMatchObject({ video })
  })

  it('goes to the board of the post, else to that which is kept with the connection', async () => {
    const kept = { extra: { boardId: '8' } }
    expect(await check({}, kept)).toMatchObject({ boardId: '7' })
    const post = aPost<ReadOptions>({ media: [file()] })
    expect(await checkPin(post, anAccount({ scopes: ALL, ...kept }))).toMatchObject({ boardId: '8' })
  })
})

describe('a pin that Pinterest does not take', () => {
  it.each<[string, PostInput<ReadOptions>, RegExp]>([
    ['a file beside an address', { media: [file(), fetched] }, /either all by their address or all as files/],
    ['a picture of another type', { media: [file(), file('3.webp')] }, /not image\/webp \(3\.webp\)/],
    ['a video at an address', { media: [fetchedVideo] }, /cannot fetch/],
    ['a video beside a picture', { media: [video, file()] }, /a video or pictures, not both/],
    ['two videos', { media: [video, video] }, /video/],
    ['the cover of a picture', { options: { ...cover } }, /options\.coverImageUrl is for videos/],
    [
      'the moment of a picture',
      { options: { coverImageKeyFrameTime: 0 } },
      /options\.coverImageKeyFrameTime is for videos/,
    ],
    ['six pictures', { media: Array.from({ length: 6 }, () => fetched) }, /5/],
  ])('has %s', async (_what, draft, words) => {
    await expect(check(draft)).rejects.toMatchObject({
      code: 'INVALID_POST',
      platform: 'pinterest',
      message: expect.stringMatching(words),
    })
  })

  it.each([
    ['none', {}, /needs a board for every pin/],
    ['null', { boardId: null }, /needs a board for every pin/],
    ['a number', { boardId: 8 }, /must be the id of a board/],
    ['a name', { boardId: 'cakes' }, /must be the id of a board/],
  ])('has no board: %s is kept', async (_what, extra, words) => {
    const pin = checkPin(aPost<ReadOptions>({ media: [file()] }), anAccount({ scopes: ALL, extra }))
    await expect(pin).rejects.toMatchObject({ code: 'INVALID_POST', message: expect.stringMatching(words) })
  })
})

describe('the scopes of a pin', () => {
  it('are named where some are known to be missing', async () => {
    await expect(check({}, { scopes: ['boards:read', 'pins:read'] })).rejects.toMatchObject({
      code: 'MISSING_PERMISSION',
      platform: 'pinterest',
      needs: 'boards:write, pins:write',
    })
  })

  it('are not asked for where nobody knows them', async () => {
    await expect(check({}, { scopes: [] })).resolves.toMatchObject({ boardId: '7' })
  })
})
