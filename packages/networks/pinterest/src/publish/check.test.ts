import { userMessageOf } from '@social/core'
import { InvalidPostError, Media, type PostInput } from '@social/core/platform'
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

describe('a valid pin', () => {
  it.each<[string, PostInput<ReadOptions>]>([
    ['a picture', {}],
    ['a JPEG', { media: [file('cake.jpg')] }],
    ['images at URLs', { media: [fetched, fetched] }],
    ['images as files', { media: [file(), file('2.jpeg')] }],
  ])('is %s', async (_what, draft) => {
    expect(await check(draft)).toEqual({ boardId: '7', video: null })
  })

  it('is a video, with or without a cover', async () => {
    expect(await check({ media: [video] })).toEqual({ boardId: '7', video })
    expect(await check({ media: [video], options: { ...cover } })).toMatchObject({ video })
    expect(await check({ media: [video], options: { coverImageKeyFrameTime: 3 } })).toMatchObject({ video })
  })

  it('uses the board of the post, otherwise the board of the connection', async () => {
    const kept = { extra: { boardId: '8' } }
    expect(await check({}, kept)).toMatchObject({ boardId: '7' })
    const post = aPost<ReadOptions>({ media: [file()] })
    expect(await checkPin(post, anAccount({ scopes: ALL, ...kept }))).toMatchObject({ boardId: '8' })
  })
})

describe('an invalid pin', () => {
  it.each<[string, PostInput<ReadOptions>, RegExp]>([
    ['a file with a URL', { media: [file(), fetched] }, /either all as URLs or all as files/],
    ['an image of another type', { media: [file(), file('3.webp')] }, /not image\/webp \(3\.webp\)/],
    ['a video at a URL', { media: [fetchedVideo] }, /cannot fetch/],
    ['a video with an image', { media: [video, file()] }, /a video or pictures in one pin, not both/],
    ['two videos', { media: [video, video] }, /video/],
    ['the cover of an image', { options: { ...cover } }, /options\.coverImageUrl requires a video/],
    [
      'the cover time of an image',
      { options: { coverImageKeyFrameTime: 0 } },
      /options\.coverImageKeyFrameTime requires a video/,
    ],
    ['six pictures', { media: Array.from({ length: 6 }, () => fetched) }, /5/],
  ])('has %s', async (_what, draft, message) => {
    await expect(check(draft)).rejects.toMatchObject({
      code: 'INVALID_POST',
      platform: 'pinterest',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['none', {}, /requires a board for every pin/],
    ['null', { boardId: null }, /requires a board for every pin/],
    ['a number', { boardId: 8 }, /must be a board id/],
    ['a name', { boardId: 'cakes' }, /must be a board id/],
  ])('has no board when the connection has %s', async (_what, extra, message) => {
    const pin = checkPin(aPost<ReadOptions>({ media: [file()] }), anAccount({ scopes: ALL, extra }))
    await expect(pin).rejects.toMatchObject({ code: 'INVALID_POST', message: expect.stringMatching(message) })
  })
})

describe('the problems of a pin', () => {
  it('are reported in one refusal, with the option or the file of each', async () => {
    const post = aPost<ReadOptions>({
      text: 'a'.repeat(801),
      media: [file(), file('3.webp'), fetched],
      options: { ...cover, coverImageKeyFrameTime: 1 },
    })

    const error: unknown = await checkPin(post, anAccount({ scopes: ALL })).catch((caught: unknown) => caught)

    expect(InvalidPostError.is(error) ? error.issues : []).toMatchObject([
      { field: 'text', code: 'TEXT_TOO_LONG', limit: 800, actual: 801 },
      { field: 'options', code: 'OPTION_CONFLICT', optionPath: 'coverImageKeyFrameTime' },
      { field: 'options', code: 'BOARD_REQUIRED', optionPath: 'boardId' },
      { field: 'media', code: 'PICTURES_MIXED' },
      { field: 'media', code: 'FILE_TYPE', mediaIndex: 1, limit: 'JPEG, PNG', actual: 'image/webp' },
    ])
    expect(userMessageOf(error, { language: 'de' })).toContain('Wähle ein Board für diesen Pin.')
  })

  it('name the label of the cover option in the language of the person', async () => {
    const error: unknown = await check({ options: { ...cover } }).catch((caught: unknown) => caught)

    expect(userMessageOf(error, { language: 'de' })).toBe(
      'Nur ein Video hat ein Titelbild. Entferne die Einstellung „Titelbild“ oder füge ein Video hinzu.',
    )
  })
})

describe('the scopes of a pin', () => {
  it('are listed when some are known to be missing', async () => {
    await expect(check({}, { scopes: ['boards:read', 'pins:read'] })).rejects.toMatchObject({
      code: 'MISSING_PERMISSION',
      platform: 'pinterest',
      needs: 'boards:write, pins:write',
    })
  })

  it('are not checked when they are unknown', async () => {
    await expect(check({}, { scopes: [] })).resolves.toMatchObject({ boardId: '7' })
  })
})
