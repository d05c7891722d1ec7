import { InvalidPostError, Media, PlatformError, whatNext } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { servingFile } from '../__fixtures__/file-server.js'
import { BYTES, NETWORK, picture, sumOf, thrownBy, video } from '../__fixtures__/uploading.js'

const key = { idempotencyKey: 'k' }
const REEL = { placement: 'reel' } as const
const STORY = { placement: 'story' } as const

/**
 * Error response for a file that Facebook cannot fetch (F-FB-04).
 * https://github.com/trypostit/trypost/pull/361 (2026-09-18)
 */
const fileProblem = {
  fault: 'status',
  status: 400,
  body: { error: { message: 'There was a problem with your file.', type: 'OAuthException', code: 6000 } },
  method: 'POST',
} as const

describe('an upload that is lost before its last request', () => {
  it.each([
    ['a reel', REEL, '/:version/:id/video_reels'],
    ['the video of a story', STORY, '/:version/:id/video_stories'],
  ])('of %s is uploaded again under the same key', async (_what, options, path) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [video()], options }
    const limit = { error: { message: 'Too many calls.', code: 80_001 } }
    at.faults.add({ fault: 'status', status: 400, body: limit, method: 'POST', path, nth: 2 })
    await thrownBy(page.post(post, key))
    const [lost] = at.people.state().videos
    at.people.loseUpload({ id: lost?.id ?? '' })
    at.forget()

    const { id } = await page.post(post, key)

    expect(id).not.toBe(lost?.id)
    expect(at.effects()).toHaveLength(1)
    expect(at.people.state().videos.map(({ publish }) => publish)).toEqual(['NOT_YET', 'PUBLISHED'])
  })

  it.each([
    ['a video in chunks', {}, '/graph-video/:version/:id/videos', 7, 14],
    ['a reel', REEL, '/:version/:id/video_reels', 2, 4],
    ['the video of a story', STORY, '/:version/:id/video_stories', 2, 4],
  ])(
    'of %s is uploaded again once. Then the error of Facebook is reported',
    async (_what, options, path, nth, all) => {
      await using at = await usingEmulator(NETWORK)
      const page = await at.signIn()
      at.faults.add({ ...fileProblem, path, nth })
      const { id } = await page.post({ media: [video()], options })
      expect(
        at.people
          .state()
          .videos.map((one) => one.id)
          .at(-1),
      ).toBe(id)
      expect(at.effects()).toHaveLength(1)
      at.forget()

      for (const one of [nth, all]) at.faults.add({ ...fileProblem, path, nth: one - (one === all ? 1 : 0) })
      const error = await thrownBy(page.post({ media: [video()], options }))

      expect(error).toBeInstanceOf(PlatformError)
      expect(error).toMatchObject({ raw: fileProblem.body })
      expect(whatNext(error)).toMatchObject({ todo: 'GIVE_UP' })
      expect(at.effects()).toHaveLength(1)
    },
  )

  it('of pictures is uploaded again under the same key', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { text: 'Cake', media: [picture(), picture('second.png')] }
    const limit = { error: { message: 'Too many calls.', code: 80_001 } }
    const feed = { method: 'POST', path: '/:version/:id/feed' } as const
    at.faults.add({ fault: 'status', status: 400, body: limit, ...feed })
    await thrownBy(page.post(post, key))
    at.people.losePhotos()

    const { id } = await page.post(post, key)

    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    expect(at.people.state().posts[0]?.photos).toHaveLength(2)
  })
})

describe('a video that Facebook fetches after its response', () => {
  it.each([
    ['a reel', REEL],
    ['the video of a story', STORY],
  ])('is published as %s after the fetch', async (_what, options) => {
    await using at = await usingEmulator({ network: { fetchAfterSeconds: 20 } })
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    const { id } = await page.post({ media: [Media.fromUrl(file.url)], options })
    expect(at.people.state().videos).toMatchObject([
      { id, uploadedBytes: BYTES.length, publish: 'PUBLISHED' },
    ])
    expect(at.effects()).toHaveLength(1)
  })

  it('is awaited by the next call if five minutes are not enough', async () => {
    await using at = await usingEmulator({ network: { fetchAfterSeconds: 400 } })
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    const post = { media: [Media.fromUrl(file.url)], options: REEL }
    const error = await thrownBy(page.post(post, { ...key, deadlineSeconds: 900 }))
    expect(whatNext(error)).toMatchObject({ todo: 'RETRY', idempotencyKey: 'k' })
    await at.clock.advance(200)
    at.forget()
    await page.post(post, key)
    // The library neither sends the file's URL again nor lets Facebook fetch the file again.
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1, 'POST /:version/:id/video_reels': 1 })
    expect(at.effects()).toHaveLength(1)
  })

  it('is refused with a remedy when it cannot be fetched, and the same key starts again', async () => {
    await using at = await usingEmulator({ network: { fetchAfterSeconds: 20 } })
    const page = await at.signIn()
    const post = { media: [Media.fromUrl('http://127.0.0.1:9/cake.mp4')], options: REEL }
    for (let attempts = 0; attempts < 2; attempts += 1) {
      const error = await thrownBy(page.post(post, key))
      expect(error).toBeInstanceOf(InvalidPostError)
      expect(String(error)).toMatch(/could not fetch/)
    }
    expect(at.people.state().videos).toHaveLength(2)
    expect(at.effects()).toEqual([])
  })
})

const piece = (nth: number) =>
  ({ method: 'POST', path: '/graph-video/:version/:id/videos', nth: nth + 1 }) as const

async function twoSums(at: Awaited<ReturnType<typeof usingEmulator>>, fault: object) {
  const page = await at.signIn()
  at.faults.add({ ...piece(2), ...fault } as Parameters<typeof at.faults.add>[0]) // safe cast: the test combines the filter of a chunk with an effect, which together are a valid fault
  await page.post({ media: [video()] })
  await page.post({ media: [video()] })
  return new Set(sumOf(at))
}

describe('a chunk of a video', () => {
  it('that timed out is sent again, even if Facebook does not mark the error as transient', async () => {
    await using at = await usingEmulator(NETWORK)
    const body = { error: { code: 6000, error_subcode: 1_363_030 } }
    expect((await twoSums(at, { fault: 'status', status: 400, body })).size).toBe(1)
  })

  it("with a wrong offset continues at Facebook's offset, even if the refusal has no offsets", async () => {
    await using at = await usingEmulator({ network: { ...NETWORK.network, returnOffsets: false } })
    expect((await twoSums(at, { fault: 'replyLost' })).size).toBe(1)
    expect(at.effects()).toHaveLength(2)
  })

  it('with a wrong offset is sent again from the last offset if Facebook reports none', async () => {
    await using at = await usingEmulator(NETWORK)
    const body = { error: { code: 6000, error_subcode: 1_363_037 } }
    expect((await twoSums(at, { fault: 'status', status: 400, body })).size).toBe(1)
  })
})
