import { inspect } from 'node:util'

import { NetworkError, PlatformError } from '@social/core'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { sparseVideo } from '../__fixtures__/videos.js'

const INIT = 'POST /v2/post/publish/video/init/'
const PUT = 'PUT /upload/video/'
const STATUS = 'POST /v2/post/publish/status/fetch/'

const PIECE = 5_242_880
const SMALL_PIECES = { platform: { chunkBytes: PIECE } }
const PROFILE = { sendTo: 'profile' } as const
/** Size of a video with three pieces: two of 5 MiB, and a larger last piece. */
const THREE = 3 * PIECE + 1000

describe('an interrupted upload', () => {
  it.each([
    ['is interrupted inside a piece', { fault: 'dropUpload', afterBytes: 3_000_000 }],
    ['is interrupted before a piece is processed', { fault: 'closeBeforeEffect' }],
    ['gets a 503', { fault: 'status', status: 503 }],
    ['gets no response to a piece', { fault: 'replyLost' }],
    ['gets a 500 after a piece was accepted', { fault: 'status', status: 500, afterEffect: true }],
  ] as const)('resumes when it %s', async (_what, fault) => {
    for (const nth of [1, 2, 3]) {
      await using at = await usingEmulator(SMALL_PIECES)
      const account = await at.signIn()
      await using video = await sparseVideo(THREE)
      at.faults.add({ ...fault, method: 'PUT', nth })

      const result = await account.post({ media: [video.media], options: PROFILE })

      expect(result.state).toBe('PROCESSING')
      expect(at.videos()).toMatchObject([{ uploadedBytes: THREE, sha256: await video.sum() }])
      expect(at.counts()).toEqual({ [INIT]: 1, [PUT]: 4 })
    }
  })

  it('resumes in another process, from the piece that failed', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    const down = at.faults.add({ fault: 'closeBeforeEffect', method: 'PUT', nth: 2, count: 'all' })
    await expect(account.post(post, { idempotencyKey: 'k' })).rejects.toThrow(NetworkError)
    down.remove()
    at.forget()

    const again = at.anotherClient({ chunkBytes: 20_000_000 }).accountOf('tiktok', account.id)
    const result = await again.post(post, { idempotencyKey: 'k' })

    expect(at.videos()).toMatchObject([{ publishId: result.id, sha256: await video.sum() }])
    expect(at.counts()).toEqual({ [PUT]: 2 })
  })

  it('resumes after its process has crashed', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    const held = at.faults.add({ fault: 'hold', method: 'PUT', nth: 2 })
    const ownClock = new FakeClock({ now: at.clock.now(), autoAdvance: { upToSeconds: 60 } })
    const dying = at
      .anotherClient({}, { ownClock })
      .accountOf('tiktok', account.id)
      .post(post, { idempotencyKey: 'k' })
    await held.whenHeld(1)
    // After 61 seconds the dead process loses its lease. Its clock has stopped, so it cannot extend
    // the lease.
    await at.clock.advance(61)

    const result = await at
      .anotherClient()
      .accountOf('tiktok', account.id)
      .post(post, { idempotencyKey: 'k' })

    held.remove()
    await dying.catch(() => 'whatever becomes of it')
    expect(at.videos()).toMatchObject([{ publishId: result.id, sha256: await video.sum() }])
    expect(at.counts()[INIT]).toBe(1)
  })

  it('fails when its URL has expired, and starts from the beginning in the next attempt', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    at.faults.add({ fault: 'status', method: 'PUT', nth: 2, status: 403 })

    const failing = account.post(post, { idempotencyKey: 'k' })

    await expect(failing).rejects.toThrow(PlatformError)
    await expect(failing).rejects.toThrow(/expired.*starts from the beginning/)
    await account.post(post, { idempotencyKey: 'k' })
    expect(at.videos().map(({ uploadedBytes }) => uploadedBytes)).toEqual([PIECE, THREE])
  })

  it('fails when TikTok repeatedly refuses the range of a piece', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const headers = { 'Content-Range': `bytes 0-77/${THREE}` }
    at.faults.add({ fault: 'status', method: 'PUT', nth: 2, status: 416, headers })

    await expect(account.post({ media: [video.media] })).rejects.toThrow(/416/)
  })

  it.each([
    ['from 0', PIECE - 1],
    ['from 1', PIECE],
  ])('resumes at the position that TikTok reports, counting %s', async (_how, last) => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const headers = { 'Content-Range': `bytes 0-${last}/${THREE}` }
    at.faults.add({ fault: 'status', method: 'PUT', nth: 1, status: 416, headers, afterEffect: true })

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
    expect(at.counts()[PUT]).toBe(3)
  })

  it('queries the status when TikTok does not report what it has', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'status', method: 'PUT', nth: 1, status: 416, afterEffect: true })

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
    expect(at.counts()[STATUS]).toBe(1)
  })
})

describe('an error during an upload', () => {
  it.each([
    ['an outage', { fault: 'closeBeforeEffect' }],
    ['a failure', { fault: 'status', status: 500, body: 'overloaded' }],
    ['a refusal', { fault: 'status', status: 403 }],
  ] as const)('does not contain the upload URL, which is a secret: %s', async (_what, fault) => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ ...fault, method: 'PUT', nth: 2, count: 'all' })

    const error: unknown = await account.post({ media: [video.media] }).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(Error)
    const shown = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}${String(error)}`
    expect(shown).not.toContain('upload_token')
    expect(shown).not.toContain('upload_id')
  })
})
