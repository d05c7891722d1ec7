import { InvalidPostError, Media, PlatformError, RateLimitError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { servingFile } from '../__fixtures__/file-server.js'

const PIECE = 1000
const PIECES = 'POST /graph-video/:version/:id/videos'
const BYTES = sampleMp4(4 * PIECE + 1)
const REEL = { placement: 'reel' } as const
const NETWORK = { network: { pieceBytes: PIECE } }

const video = () => Media.fromBytes(BYTES, { filename: 'cake.mp4' })
const picture = (name = 'cake.png') => Media.fromBytes(samplePng(), { filename: name })
const piece = (nth: number) =>
  ({ method: 'POST', path: '/graph-video/:version/:id/videos', nth: nth + 1 }) as const

type At = Awaited<ReturnType<typeof usingEmulator>>
const videosOf = (at: At) =>
  at.people.state().videos.map(({ id, uploadedBytes, publish }) => ({ id, uploadedBytes, publish }))
const sumOf = (at: At) => at.people.state().videos.map(({ sha256 }) => sha256)

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

describe('a video in pieces', () => {
  it('is begun, sent piece by piece as Facebook asks, and finished', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const sent: number[] = []

    const result = await page.post(
      { text: 'How we fold it', media: [video()], options: { title: 'Folding' } },
      { idempotencyKey: 'folding', onProgress: ({ sentBytes }) => sent.push(sentBytes) },
    )

    expect(at.counts()).toEqual({ [PIECES]: 7 })
    expect(result).toMatchObject({
      idempotencyKey: 'folding',
      state: 'PROCESSING',
      url: `https://www.facebook.com/${page.id.slice('facebook:'.length)}/videos/${result.id}`,
    })
    expect(videosOf(at)).toEqual([{ id: result.id, uploadedBytes: BYTES.length, publish: 'PUBLISHED' }])
    expect(at.people.state().videos).toMatchObject([{ description: 'How we fold it', title: 'Folding' }])
    expect(sent).toEqual([0, 1000, 2000, 3000, 4000, 4001])
  })

  it('is scheduled like any other post', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const publishAt = new Date('2026-11-25T12:00:00Z')
    const result = await page.post({ media: [video()], publishAt })
    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(videosOf(at)).toMatchObject([{ publish: 'SCHEDULED' }])
    await at.clock.advance(3600)
    expect(await page.checkState(result.id)).toMatchObject({ state: 'SCHEDULED', url: null })
  })

  it.each([
    ['a lost reply', { fault: 'replyLost' }],
    ['a dropped connection', { fault: 'dropUpload', afterBytes: 300 }],
    ['a failure that passes', { fault: 'status', status: 500 }],
    [
      'a failure that passes, in a 400',
      {
        fault: 'status',
        status: 400,
        body: { error: { code: 6000, error_subcode: 1_363_030, is_transient: true } },
      },
    ],
  ] as const)('goes on after %s in the middle, and is whole', async (_what, fault) => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    at.faults.add({ ...fault, ...piece(2) })

    const { id } = await page.post({ media: [video()] })

    expect(at.effects().map((effect) => effect.id)).toEqual([id])
    const [whole] = sumOf(at)
    await page.post({ media: [video()] })
    expect(sumOf(at)).toEqual([whole, whole])
  })

  it('is sent on by another process, from where the dead one got to', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({ fault: 'status', status: 500, ...piece(3), count: 'all' })
    await expect(page.post(post, { idempotencyKey: 'k' })).rejects.toThrow(PlatformError)
    at.faults.clear()
    at.forget()

    const other = at.makeClient()
    const { id } = await other.accountOf('facebook', page.id).post(post, { idempotencyKey: 'k' })
    await other.close()

    // Three pieces and the finish are left of seven requests.
    expect(at.counts()).toEqual({ [PIECES]: 4 })
    expect(videosOf(at)).toEqual([{ id, uploadedBytes: BYTES.length, publish: 'PUBLISHED' }])
  })

  it('takes the place to go on from out of the refusal of a piece that had arrived', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({ fault: 'replyLost', ...piece(2) })
    at.faults.add({ fault: 'closeBeforeEffect', ...piece(3), count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()

    await page.post(post, { idempotencyKey: 'k' })

    expect(at.effects()).toHaveLength(1)
    const [whole] = sumOf(at)
    await page.post(post)
    expect(sumOf(at)).toEqual([whole, whole])
  })

  it('begins again when Facebook has forgotten the session, and once only', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const dead = {
      error: { message: 'The upload session is invalid.', code: 6000, error_subcode: 1_363_041 },
    }
    at.faults.add({ fault: 'status', status: 400, body: dead, ...piece(2) })
    await page.post({ media: [video()] })
    expect(at.effects()).toHaveLength(1)

    for (const nth of [1, 3]) at.faults.add({ fault: 'status', status: 400, body: dead, ...piece(nth) })
    await expect(page.post({ media: [video()] })).rejects.toThrow(/forgot the upload twice/)
    expect(at.effects()).toHaveLength(1)
  })

  it('whose session died before the finish is uploaded anew, and out once', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const post = { media: [video()] }
    at.faults.add({
      fault: 'status',
      status: 400,
      body: { error: { code: 190, error_subcode: 467 } },
      ...piece(6),
    })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    for (const { id } of at.people.state().videos) at.people.loseSession({ id: String(Number(id) + 1) })

    const result = await page.post(post, { idempotencyKey: 'k' })

    expect(at.effects().map(({ id }) => id)).toEqual([result.id])
  })

  it.each([
    ['stands still', { start_offset: '0', end_offset: '1000' }, /got no further/],
    ['wants more than there is', { start_offset: '4000', end_offset: '9000' }, /got no further/],
    ['has enough before the end', { start_offset: '2000', end_offset: '2000' }, /2000 of 4001 bytes/],
  ])('is given up when Facebook %s', async (_what, body, words) => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    at.faults.add({ fault: 'status', status: 200, body, ...piece(1), count: 'all' })
    await expect(page.post({ media: [video()] })).rejects.toThrow(words)
    expect(at.effects()).toEqual([])
  })

  it('that stands still is sent again three times, and no more', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const body = { start_offset: '0', end_offset: '1000' }
    at.faults.add({ fault: 'status', status: 200, body, ...piece(1), count: 'all' })
    await thrownBy(page.post({ media: [video()] }))
    expect(at.requests()).toHaveLength(1 + 4)
  })

  it('stops between two pieces when it is aborted', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const controller = new AbortController()
    const reason = new Error('changed their mind')
    const posting = page.post(
      { media: [video()] },
      {
        signal: controller.signal,
        onProgress: ({ sentBytes }) => sentBytes === 2000 && controller.abort(reason),
      },
    )
    expect(await thrownBy(posting)).toBe(reason)
    expect(at.counts()).toEqual({ [PIECES]: 3 })
  })

  it('is sent by one of two workers', async () => {
    await using at = await usingEmulator(NETWORK)
    const page = await at.signIn()
    const other = at.makeClient()
    const post = { media: [video()] }
    const both = await Promise.allSettled([
      page.post(post, { idempotencyKey: 'k' }),
      other.accountOf('facebook', page.id).post(post, { idempotencyKey: 'k' }),
    ])
    await other.close()
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(at.effects()).toHaveLength(1)
  })
})

describe('a video from an address', () => {
  it('is fetched by Facebook: one request', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    const result = await page.post({ text: 'Folding', media: [Media.fromUrl(file.url)] })
    expect(at.counts()).toEqual({ [PIECES]: 1 })
    expect(result.state).toBe('PROCESSING')
    expect(videosOf(at)).toMatchObject([{ id: result.id, publish: 'PUBLISHED' }])
  })

  it('that cannot be fetched is refused with what to do', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const posting = page.post({ media: [Media.fromUrl('http://127.0.0.1:9/cake.mp4')] })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(/robots\.txt/)
  })

  it('is found by its words when the answer was lost', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ text: 'Another', media: [Media.fromUrl(file.url)] })
    at.faults.add({ fault: 'replyLost', method: 'POST' })
    const post = { text: 'Folding', media: [Media.fromUrl(file.url)] }
    const result = await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects().map(({ id }) => id)).toContain(result.id)
    expect(at.people.state().videos.find(({ id }) => id === result.id)).toMatchObject({
      description: 'Folding',
    })
    expect(at.effects()).toHaveLength(2)
  })
})

describe('a reel', () => {
  it('is begun, streamed to the upload host, and published', async () => {
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

  it('goes on where the upload broke off', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'dropUpload', afterBytes: 1500, method: 'POST', path: '/rupload/*' })
    await page.post({ media: [video()], options: REEL })
    const [whole] = sumOf(at)
    await page.post({ media: [video()], options: REEL })
    expect(sumOf(at)).toEqual([whole, whole])
    expect(at.counts()['GET /:version/:id']).toBe(1)
  })

  it.each([429, 503])('does not wait for hours when Facebook asks for them with %i', async (status) => {
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
  ] as const)('goes on after %s', async (_what, fault) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ ...fault, method: 'POST', path: '/rupload/*' })
    await page.post({ media: [video()], options: REEL })
    expect(at.effects()).toHaveLength(1)
  })

  it('is sent on by another process', async () => {
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

  it('is begun anew when Facebook lost the upload', async () => {
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

  it('may come from an address', async () => {
    await using at = await usingEmulator()
    await using file = await servingFile(BYTES)
    const page = await at.signIn()
    await page.post({ media: [Media.fromUrl(file.url)], options: REEL })
    expect(at.effects()).toHaveLength(1)
    await expect(
      page.post({ media: [Media.fromUrl('http://127.0.0.1:9/cake.mp4')], options: REEL }),
    ).rejects.toThrow(/could not be fetched/)
  })

  it('too many of a day are a limit, and nothing is open', async () => {
    await using at = await usingEmulator({ network: { reelsPerDay: 0 } })
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    await expect(page.post(post, { idempotencyKey: 'k' })).rejects.toThrow(RateLimitError)
    at.people.setServer({ reelsPerDay: 1 })
    at.forget()
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.effects()).toHaveLength(1)
    // What was uploaded is neither asked about nor sent again.
    expect(at.counts()).toEqual({ 'POST /:version/:id/video_reels': 1 })
  })

  it('that was published before, and is only refused now, is found', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [video()], options: REEL }
    const published = { error: { message: 'The video was published already', code: 100 } }
    at.faults.add({
      fault: 'status',
      status: 400,
      body: published,
      afterEffect: true,
      path: '/:version/:id/video_reels',
      nth: 2,
    })
    const { id } = await page.post(post)
    expect(at.effects().map((effect) => effect.id)).toEqual([id])
  })
})

describe('a story', () => {
  it('of a picture is uploaded, and named', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const result = await page.post({ media: [picture()], options: { placement: 'story' } })
    expect(at.counts()).toEqual({ 'POST /:version/:id/photos': 1, 'POST /:version/:id/photo_stories': 1 })
    expect(result).toMatchObject({ state: 'DONE', url: null })
    expect(at.people.state().stories).toMatchObject([{ postId: result.id, mediaType: 'photo' }])
  })

  it('of a video is streamed, and named', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const result = await page.post({ media: [video()], options: { placement: 'story' } })
    expect(result.state).toBe('PROCESSING')
    expect(at.people.state().stories).toMatchObject([{ mediaId: result.id, mediaType: 'video' }])
    expect(await page.checkState(result.id)).toMatchObject({ state: 'PROCESSING', url: result.url })
  })

  it('of a video that was published before, and is only refused now, is found', async () => {
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

  it('of a video is found by the video when the answer was lost', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.faults.add({ fault: 'replyLost', path: '/:version/:id/video_stories', nth: 2 })
    const { id } = await page.post({ media: [video()], options: { placement: 'story' } })
    expect(at.people.state().stories).toMatchObject([{ mediaId: id }])
    expect(at.effects()).toHaveLength(1)
  })
})

describe('pictures', () => {
  it('that are there already are not uploaded again', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [picture('1.png'), picture('2.png'), picture('3.png')] }
    at.faults.add({ fault: 'closeBeforeEffect', path: '/:version/:id/photos', nth: 3, count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    at.forget()
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.counts()).toEqual({ 'POST /:version/:id/photos': 1, 'POST /:version/:id/feed': 1 })
    expect(at.people.state().posts.map(({ photos }) => photos.length)).toEqual([3])
  })

  it('that were uploaded too long ago are uploaded again', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { media: [picture('1.png'), picture('2.png')] }
    at.faults.add({ fault: 'closeBeforeEffect', path: '/:version/:id/photos', nth: 2, count: 'all' })
    await thrownBy(page.post(post, { idempotencyKey: 'k' }))
    at.faults.clear()
    at.forget()
    await at.clock.advance(86_400)
    await page.post(post, { idempotencyKey: 'k' })
    expect(at.counts()).toMatchObject({ 'POST /:version/:id/photos': 2 })
  })
})
