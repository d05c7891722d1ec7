import { inspect } from 'node:util'

import { NetworkError, OutcomeUnknownError, PlatformError } from '@social/core'
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

describe('the last piece', () => {
  it('is found when every response to it was lost', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 3, count: 'all' })

    const result = await account.post({ media: [video.media], options: PROFILE })

    expect(result.state).toBe('PROCESSING')
    expect(at.counts()).toEqual({ [INIT]: 1, [PUT]: 6, [STATUS]: 1 })
  })

  it.each([400, 403, 404])(
    'completes when TikTok refuses it with %d but has the whole video',
    async (status) => {
      await using at = await usingEmulator(SMALL_PIECES)
      const account = await at.signIn()
      await using video = await sparseVideo(THREE)
      at.faults.add({ fault: 'status', method: 'PUT', nth: 3, status, afterEffect: true })

      const result = await account.post({ media: [video.media], options: PROFILE })

      expect(result).toMatchObject({ state: 'PROCESSING', id: at.videos()[0]?.publishId })
    },
  )

  it('has an unknown outcome while the status cannot be read, and completes with the same key', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    const lost = at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 3, count: 'all' })
    const down = at.faults.add({
      fault: 'closeBeforeEffect',
      path: '/v2/post/publish/status/fetch/',
      count: 'all',
    })

    const error: unknown = await account
      .post(post, { idempotencyKey: 'k' })
      .catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toContain('upload_token')
    lost.remove()
    down.remove()
    // The upload URL has expired, so only status queries are possible.
    await at.clock.advance(7200)
    const result = await account.post(post, { idempotencyKey: 'k' })
    expect(result).toMatchObject({ state: 'PROCESSING', id: at.videos()[0]?.publishId })
    expect(at.counts()[INIT]).toBe(1)
  })

  it('fails as an outage, not with an unknown outcome, when it was never sent', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: PIECE }, retries: { attempts: 1 } })
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    at.faults.add({ fault: 'dropUpload', method: 'PUT', nth: 3, afterBytes: 65_536 })

    const error: unknown = await account
      .post(post, { idempotencyKey: 'k' })
      .catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(NetworkError)
    await account.post(post, { idempotencyKey: 'k' })
    expect(at.counts()[INIT]).toBe(1)
    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
  })

  it('fails definitely when TikTok reports a failure and missing bytes', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'status', method: 'PUT', nth: 3, count: 'all', status: 500 })

    const failing = account.post({ media: [video.media], options: PROFILE })

    await expect(failing).rejects.toThrow(PlatformError)
    await expect(failing).rejects.not.toThrow(OutcomeUnknownError)
  })
})

describe('a cancelled upload', () => {
  it('stops between two pieces, with the reason, and resumes with the same key', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const abortController = new AbortController()
    const onProgress = ({ sentBytes }: { readonly sentBytes: number }): void => {
      if (sentBytes === PIECE) abortController.abort(new Error('enough'))
    }
    const post = { media: [video.media] }

    const stopped = account.post(post, { idempotencyKey: 'k', signal: abortController.signal, onProgress })

    await expect(stopped).rejects.toThrow('enough')
    expect(at.videos()).toMatchObject([{ stage: 'UPLOADING' }])
    await account.post(post, { idempotencyKey: 'k' })
    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
  })

  it('stops inside a piece', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const abortController = new AbortController()
    const held = at.faults.add({ fault: 'hold', method: 'PUT', nth: 1, beforeEffect: true })

    const stopped = account.post({ media: [video.media] }, { signal: abortController.signal })
    await held.whenHeld(1)
    abortController.abort(new Error('enough'))

    await expect(stopped).rejects.toThrow('enough')
    held.remove()
  })

  it('fails with an unknown outcome after the last piece was sent', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(PIECE)
    const abortController = new AbortController()
    const held = at.faults.add({ fault: 'hold', method: 'PUT', beforeEffect: true })

    const stopped = account.post(
      { media: [video.media] },
      { signal: abortController.signal, idempotencyKey: 'k' },
    )
    await held.whenHeld(1)
    abortController.abort(new Error('enough'))

    await expect(stopped).rejects.toThrow(OutcomeUnknownError)
    await expect(stopped).rejects.toMatchObject({ cause: new Error('enough') })
    held.remove()
    await account.post({ media: [video.media] }, { idempotencyKey: 'k' })
    expect(at.videos()).toHaveLength(1)
  })
})
