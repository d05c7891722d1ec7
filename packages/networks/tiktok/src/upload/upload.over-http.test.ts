import { inspect } from 'node:util'

import { InvalidPostError, NetworkError, OutcomeUnknownError, PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { sparseVideo } from '../__fixtures__/videos.js'

const INIT = 'POST /v2/post/publish/video/init/'
const PUT = 'PUT /upload/video/'
const STATUS = 'POST /v2/post/publish/status/fetch/'

const PIECE = 5_242_880
const SMALL_PIECES = { platform: { chunkBytes: PIECE } }
const PROFILE = { sendTo: 'profile' } as const
/** Three pieces: two of 5 MiB, and one with a remainder. */
const THREE = 3 * PIECE + 1000

describe('what arrives', () => {
  it.each([
    [1, 1],
    [PIECE - 1, 1],
    [PIECE, 1],
    [PIECE + 1, 1],
    [10_485_759, 1],
    [10_485_761, 1],
    [20_971_519, 1],
    [20_971_520, 2],
    [20_971_521, 2],
    [31_457_280, 3],
  ])('%d bytes go up in %d pieces, every byte where it belongs', async (bytes, count) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([
      { bytes, uploadedBytes: bytes, pieceCount: count, sha256: await video.sum() },
    ])
    expect(at.counts()[PUT]).toBe(count)
  })

  it.each([64_000_000, 64_000_001])('%d bytes go up with the biggest pieces', async (bytes) => {
    await using at = await usingEmulator({ platform: { chunkBytes: 67_108_864 } })
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ uploadedBytes: bytes, pieceCount: bytes === 64_000_000 ? 1 : 2 }])
  })

  it.each([0, 4_294_967_297])('%d bytes are refused, and nothing is sent', async (bytes) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await expect(account.post({ media: [video.media] })).rejects.toThrow(InvalidPostError)

    expect(at.counts()).toEqual({})
  })

  it('tells in bytes how far it has come, and never goes back', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'dropUpload', method: 'PUT', nth: 2, afterBytes: 3_000_000 })
    const seen: number[] = []

    await account.post({ media: [video.media] }, { onProgress: ({ sentBytes }) => seen.push(sentBytes) })

    expect(seen.at(-1)).toBe(THREE)
    expect(seen.length).toBeGreaterThan(3)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

describe('an upload that is disturbed', () => {
  it.each([
    ['breaks off inside a piece', { fault: 'dropUpload', afterBytes: 3_000_000 }],
    ['is cut before a piece is looked at', { fault: 'closeBeforeEffect' }],
    ['meets a server that is overloaded', { fault: 'status', status: 503 }],
    ['does not hear that a piece has arrived', { fault: 'replyLost' }],
    ['meets a server that fails after it took a piece', { fault: 'status', status: 500, afterEffect: true }],
  ] as const)('goes on when it %s', async (_what, fault) => {
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

  it('goes on in another process, from the piece that failed', async () => {
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

  it('goes on after its process has died without a word', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    const stuck = at.faults.add({ fault: 'hold', method: 'PUT', nth: 2 })
    const dying = account.post(post, { idempotencyKey: 'k' })
    await stuck.whenHeld(1)
    // Its claim on the entry runs out, and nobody extends it any more.
    await at.clock.advance(61)

    const result = await at
      .anotherClient()
      .accountOf('tiktok', account.id)
      .post(post, { idempotencyKey: 'k' })

    stuck.remove()
    await dying.catch(() => 'whatever becomes of it')
    expect(at.videos()).toMatchObject([{ publishId: result.id, sha256: await video.sum() }])
    expect(at.counts()[INIT]).toBe(1)
  })

  it('ends when its address has run out, and begins afresh the next time', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const post = { media: [video.media], options: PROFILE }
    at.faults.add({ fault: 'status', method: 'PUT', nth: 2, status: 403 })

    const failing = account.post(post, { idempotencyKey: 'k' })

    await expect(failing).rejects.toThrow(PlatformError)
    await expect(failing).rejects.toThrow(/expired.*Start the post again/)
    await account.post(post, { idempotencyKey: 'k' })
    expect(at.videos().map(({ uploadedBytes }) => uploadedBytes)).toEqual([PIECE, THREE])
  })

  it('gives up on a piece whose place TikTok will not agree on', async () => {
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
  ])('goes on where TikTok says that it is, counting %s', async (_how, last) => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const headers = { 'Content-Range': `bytes 0-${last}/${THREE}` }
    at.faults.add({ fault: 'status', method: 'PUT', nth: 1, status: 416, headers, afterEffect: true })

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
    expect(at.counts()[PUT]).toBe(3)
  })

  it('asks for the state where TikTok does not say what it has', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'status', method: 'PUT', nth: 1, status: 416, afterEffect: true })

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
    expect(at.counts()[STATUS]).toBe(1)
  })
})

describe('the last piece', () => {
  it('is found to have arrived when every answer to it was lost', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 3, count: 'all' })

    const result = await account.post({ media: [video.media], options: PROFILE })

    expect(result.state).toBe('PROCESSING')
    expect(at.counts()).toEqual({ [INIT]: 1, [PUT]: 6, [STATUS]: 1 })
  })

  it.each([400, 403, 404])('has arrived when TikTok refuses it with %d and has all of it', async (status) => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'status', method: 'PUT', nth: 3, status, afterEffect: true })

    const result = await account.post({ media: [video.media], options: PROFILE })

    expect(result).toMatchObject({ state: 'PROCESSING', id: at.videos()[0]?.publishId })
  })

  it('leaves the outcome open when nobody can say, and settles it under the same key', async () => {
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
    // Long after the address has run out: nothing can be sent any more, only asked.
    await at.clock.advance(7200)
    const result = await account.post(post, { idempotencyKey: 'k' })
    expect(result).toMatchObject({ state: 'PROCESSING', id: at.videos()[0]?.publishId })
    expect(at.counts()[INIT]).toBe(1)
  })

  it('is an outage, not an open question, when it never left', async () => {
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

  it('is refused, not an open question, when TikTok fails and says that it is missing', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'status', method: 'PUT', nth: 3, count: 'all', status: 500 })

    const failing = account.post({ media: [video.media], options: PROFILE })

    await expect(failing).rejects.toThrow(PlatformError)
    await expect(failing).rejects.not.toThrow(OutcomeUnknownError)
  })
})

describe('an upload that is given up', () => {
  it('stops between two pieces, with the reason, and goes on under the same key', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const giveUp = new AbortController()
    const onProgress = ({ sentBytes }: { readonly sentBytes: number }): void => {
      if (sentBytes === PIECE) giveUp.abort(new Error('enough'))
    }
    const post = { media: [video.media] }

    const stopped = account.post(post, { idempotencyKey: 'k', signal: giveUp.signal, onProgress })

    await expect(stopped).rejects.toThrow('enough')
    expect(at.videos()).toMatchObject([{ stage: 'UPLOADING' }])
    await account.post(post, { idempotencyKey: 'k' })
    expect(at.videos()).toMatchObject([{ sha256: await video.sum() }])
  })

  it('stops inside a piece', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    const giveUp = new AbortController()
    const stuck = at.faults.add({ fault: 'hold', method: 'PUT', nth: 1, beforeEffect: true })

    const stopped = account.post({ media: [video.media] }, { signal: giveUp.signal })
    await stuck.whenHeld(1)
    giveUp.abort(new Error('enough'))

    await expect(stopped).rejects.toThrow('enough')
    stuck.remove()
  })

  it('says that the outcome is open once the last piece is on its way', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(PIECE)
    const giveUp = new AbortController()
    const stuck = at.faults.add({ fault: 'hold', method: 'PUT', beforeEffect: true })

    const stopped = account.post({ media: [video.media] }, { signal: giveUp.signal, idempotencyKey: 'k' })
    await stuck.whenHeld(1)
    giveUp.abort(new Error('enough'))

    await expect(stopped).rejects.toThrow(OutcomeUnknownError)
    await expect(stopped).rejects.toMatchObject({ cause: new Error('enough') })
    stuck.remove()
    await account.post({ media: [video.media] }, { idempotencyKey: 'k' })
    expect(at.videos()).toHaveLength(1)
  })
})
