import { InvalidPostError, Media, RateLimitError, whatNext } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { servingFile } from '../__fixtures__/file-server.js'
import { BYTES, NETWORK, video, picture, sumOf, thrownBy } from '../__fixtures__/uploading.js'

const REEL = { placement: 'reel' } as const

describe('a reel', () => {
  it('is started, streamed to the upload host, and published', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const result = await page.post({
      text: 'Folding',
      media: [video()],
      options: { ...REEL, title: 'Fold', place: '12' },
    })
    expect(at.counts()).toEqual({
      'POST /:version/:id/video_reels': 2,
      'POST /rupload/video-upload/:version/:id': 1,
    })
    expect(result.state).toBe('PROCESSING')
    expect(at.people.state().videos).toMatchObject([
      { id: result.id, kind: 'REEL', description: 'Folding', title: 'Fold', publish: 'PUBLISHED' },
    ])
  })

  it('resumes where the upload was interrupted', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'dropUpload', afterBytes: 1500, method: 'POST', path: '/rupload/*' })
    await page.post({ media: [video()], options: REEL })
    const [whole] = sumOf(at)
    await page.post({ media: [video()], options: REEL })
    expect(sumOf(at)).toEqual([whole, whole])
    expect(at.counts()['GET /:version/:id']).toBe(1)
  })

  it.each([429, 503])('does not wait for hours when Facebook asks for it with %i', async (status) => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status, retryAfterSeconds: 7200, path: '/rupload/*', count: 'all' })

    const error = await thrownBy(page.post({ media: [video()], options: REEL }))

    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 7200 })
    expect(at.clock.sleeps.every((seconds) => seconds <= 30)).toBe(true)
  })

  it.each([
    ['an outage', { fault: 'status', status: 500 }],
    [
      'a failure that passes, as the upload host says it',
      {
        fault: 'status',
        status: 400,
        body: { debug_info: { type: 'PartialRequestError', retriable: true } },
      },
    ],
  ] as const)('resumes after %s', async (_what, fault) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ ...fault, method: 'POST', path: '/rupload/*' })
    await page.post({ media: [video()], options: REEL })
    expect(at.effects()).toHaveLength(1)
  })

  it('is continued by another process', async () => {
    await using at = await usingEmulator({ platform: { resendsAllowed: 0 } })
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    at.faults.add({ fault: 'dropUpload', afterBytes: 1500, method: 'POST', path: '/rupload/*' })
    at.faults.add({ fault: 'closeBeforeEffect', path: '/rupload/*', count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    at.forget()
    const other = at.makeClient()
    await other.accountOf('facebook', page.id).post(post, { idempotencyKey: 'k' })
    await other.close()
    expect(at.counts()).toEqual({
      'GET /:version/:id': 1,
      'POST /rupload/video-upload/:version/:id': 1,
      'POST /:version/:id/video_reels': 1,
    })
    expect(at.effects()).toHaveLength(1)
  })

  it('is started again when Facebook lost the upload', async () => {
    await using at = await usingEmulator({ platform: { resendsAllowed: 0 } })
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    at.faults.add({ fault: 'closeBeforeEffect', path: '/rupload/*', count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    const [lost] = at.people.state().videos
    at.people.setVideoStatus({ id: lost?.id ?? '', word: 'expired' })
    const { id } = await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    expect(id).not.toBe(lost?.id)
  })

  it('can be fetched from a URL', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ media: [Media.fromUrl(file.url)], options: REEL })
    expect(at.effects()).toHaveLength(1)
    await expect(
      page.post({ media: [Media.fromUrl('http://127.0.0.1:9/cake.mp4')], options: REEL }),
    ).rejects.toThrow(/could not be fetched/)
  })

  it('beyond the daily limit is a rate limit, and nothing is open', async () => {
    await using at = await usingEmulator({ network: { reelsPerDay: 0 } })
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    await expect(page.post(post, { idempotencyKey: 'k' })).rejects.toThrow(RateLimitError)
    at.people.setServer({ reelsPerDay: 1 })
    at.forget()
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects()).toHaveLength(1)
    // The library neither queries the upload nor sends the file again.
    expect(at.counts()).toEqual({ 'POST /:version/:id/video_reels': 1 })
  })

  it('that is published despite a refusal is found once it is processed', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    const body = { error: { message: 'The video was published already', code: 100 } }
    const path = '/:version/:id/video_reels'
    at.faults.add({ fault: 'status', status: 400, body, afterEffect: true, path, nth: 2 })
    const refused = await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    expect(refused).toMatchObject({ code: 'PLATFORM', isOutage: true })
    expect(whatNext(refused)).toMatchObject({ todo: 'RETRY', idempotencyKey: 'k' })
    await at.clock.advance(60)
    const { id } = await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })
})

describe('a story', () => {
  it('of a picture is uploaded and published', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const result = await page.post({ media: [picture()], options: { placement: 'story' } })
    expect(at.counts()).toEqual({ 'POST /:version/:id/photos': 1, 'POST /:version/:id/photo_stories': 1 })
    expect(result).toMatchObject({ state: 'DONE', url: null })
    expect(at.people.state().stories).toMatchObject([{ postId: result.id, mediaType: 'photo' }])
  })

  it('of a video is streamed and published', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const result = await page.post({ media: [video()], options: { placement: 'story' } })
    expect(result.state).toBe('PROCESSING')
    expect(at.people.state().stories).toMatchObject([{ mediaId: result.id, mediaType: 'video' }])
    expect(await page.checkState(result.id)).toMatchObject({ state: 'PROCESSING', url: result.url })
  })

  it('of a video that was published before, and is refused now, is found', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const path = '/:version/:id/video_stories'
    const body = { error: { message: 'The video was published already', code: 100 } }
    at.faults.add({ fault: 'status', status: 400, body, afterEffect: true, path, nth: 2 })
    const { id } = await page.post({ media: [video()], options: { placement: 'story' } })
    expect(at.people.state().stories).toMatchObject([{ mediaId: id }])
    at.faults.add({ fault: 'status', status: 400, body, path, nth: 2 })
    await expect(page.post({ media: [video()], options: { placement: 'story' } })).rejects.toThrow(
      InvalidPostError,
    )
    expect(at.effects()).toHaveLength(1)
  })

  it('of a video is found by the video when the response was lost', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'replyLost', path: '/:version/:id/video_stories', nth: 2 })
    const { id } = await page.post({ media: [video()], options: { placement: 'story' } })
    expect(at.people.state().stories).toMatchObject([{ mediaId: id }])
    expect(at.effects()).toHaveLength(1)
  })
})
