import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'

import {
  InMemoryPublishJournal,
  InvalidPostError,
  Media,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  type Progress,
  PublishBusyError,
  RateLimitError,
  SocialBaseError,
  TokenExpiredError,
} from '@social/core'
import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS, someBytes, STEP } from '../__fixtures__/videos.js'

const START = 'POST /upload/youtube/v3/videos'
const PIECE = 'PUT /upload/youtube/v3/videos'
const PATH = '/upload/youtube/v3/videos'
const SMALL = { platform: { chunkBytes: STEP } }
/** Two steps to a piece, so that half a piece can be stored. */
const DOUBLE = { platform: { chunkBytes: 2 * STEP } }

type At = Awaited<ReturnType<typeof usingEmulator>>

/** What each PUT said it brings. */
const ranges = (at: At) =>
  at
    .requests()
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['content-range'])

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('an upload', () => {
  it.each([1, STEP - 1, STEP, STEP + 1, 2 * STEP - 1, 2 * STEP, 2 * STEP + 1, 5 * STEP + 7])(
    'of %i bytes arrives whole, in pieces of 256 KiB',
    async (length) => {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      const { media, sha256 } = aVideoOf(length)

      const result = await ada.post({ media: [media], options: OPTIONS })

      expect(at.videos()).toMatchObject([{ id: result.id, bytes: length, sha256 }])
      expect(at.counts()).toEqual({ [START]: 1, [PIECE]: Math.ceil(length / STEP) })
    },
  )

  it('goes in pieces of 8 MiB unless told otherwise', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(20_000_000)

    await ada.post({ media: [media], options: OPTIONS })

    expect(ranges(at)).toEqual([
      'bytes 0-8388607/20000000',
      'bytes 8388608-16777215/20000000',
      'bytes 16777216-19999999/20000000',
    ])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('announces size and type, and shows the token with every piece', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const media = Media.fromBytes(someBytes(STEP + 1), { filename: 'clip.mov' })

    await ada.post({ media: [media], options: OPTIONS })

    const [start, ...pieces] = at.requests()
    expect(start?.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(STEP + 1),
      'x-upload-content-type': 'video/quicktime',
    })
    expect(pieces.map(({ headers }) => [headers['content-length'], headers['content-type']])).toEqual([
      [String(STEP), 'video/quicktime'],
      ['1', 'video/quicktime'],
    ])
    for (const { headers } of at.requests()) expect(headers['authorization']).toMatch(/^Bearer /)
  })

  it('reads a file from disk, and tells how many bytes have arrived', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const folder = await mkdtemp(join(tmpdir(), 'youtube-'))
    const path = join(folder, 'clip.webm')
    const bytes = someBytes(3 * STEP)
    await writeFile(path, bytes)
    const told: Progress[] = []

    await ada.post(
      { media: [Media.fromFile(path)], options: OPTIONS },
      { onProgress: (progress) => told.push(progress) },
    )
    await rm(folder, { recursive: true })

    expect(at.videos()).toMatchObject([
      { contentType: 'video/webm', sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual([0, 2 * STEP, 3 * STEP])
    expect(told[0]).toEqual({ mediaIndex: 0, mediaCount: 1, sentBytes: 0, totalBytes: 3 * STEP })
  })

  it('of a file that changes on the way is refused, and no video is made', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const folder = await mkdtemp(join(tmpdir(), 'youtube-'))
    const path = join(folder, 'clip.mp4')
    await writeFile(path, someBytes(3 * STEP))

    const error = await thrownBy(
      ada.post(
        { media: [Media.fromFile(path)], options: OPTIONS },
        { onProgress: ({ sentBytes }) => void (sentBytes === STEP && truncate(path, STEP + 5)) },
      ),
    )
    await rm(folder, { recursive: true })

    expect(error).toBeInstanceOf(InvalidPostError)
    expect(at.videos()).toEqual([])
  })
})

describe('what YouTube says it has', () => {
  it('is where the next piece begins, when it stored only half of one', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(4 * STEP)
    at.people.storeOfNextPiece({ bytes: STEP })

    await ada.post({ media: [media], options: OPTIONS })

    const total = 4 * STEP
    expect(ranges(at)).toEqual([
      `bytes 0-${2 * STEP - 1}/${total}`,
      `bytes ${STEP}-${3 * STEP - 1}/${total}`,
      `bytes ${3 * STEP}-${total - 1}/${total}`,
    ])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('is where the rest begins, when it stored only half of the last one', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(2 * STEP)
    at.people.storeOfNextPiece({ bytes: STEP })

    const { id } = await ada.post({ media: [media], options: OPTIONS })

    const total = 2 * STEP
    expect(ranges(at)).toEqual([`bytes 0-${total - 1}/${total}`, `bytes ${STEP}-${total - 1}/${total}`])
    expect(at.videos()).toMatchObject([{ id, sha256 }])
  })

  it('is obeyed when it stored nothing: the answer has no Range', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)
    at.people.storeOfNextPiece({ bytes: 0 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(ranges(at).slice(0, 2)).toEqual([
      `bytes 0-${2 * STEP - 1}/${3 * STEP}`,
      `bytes 0-${2 * STEP - 1}/${3 * STEP}`,
    ])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('may lead somewhere else', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const { media } = aVideoOf(2 * STEP)
    const elsewhere = `${at.emulator.url('youtube')}${PATH}?upload_id=elsewhere`
    at.faults.add({
      fault: 'status',
      status: 308,
      headers: { Range: `bytes=0-${STEP - 1}`, Location: elsewhere },
      method: 'PUT',
    })

    // Nobody knows that other address, so the upload begins again, once.
    await ada.post({ media: [media], options: OPTIONS })

    expect(at.requests().map(({ status }) => status)).toEqual([200, 308, 404, 200, 308, 200])
  })

  it('is not believed when it is more than there is', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const headers = { Range: `bytes=0-${9 * STEP}` }
    at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT', count: 'all' })

    const error = await thrownBy(ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(at.videos()).toEqual([])
  })

  it('has an end: pieces that get nowhere are given up, and the same key goes on later', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)
    const headers = { Range: `bytes=0-${STEP - 1}` }
    at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT', nth: 2, count: 'all' })
    const post = { media: [media], options: OPTIONS }

    const error = await thrownBy(ada.post(post, { idempotencyKey: 'stuck' }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(String(error)).toContain('post again with the same idempotency key')
    expect(at.counts()[PIECE]).toBe(4)
    at.faults.clear()
    await ada.post(post, { idempotencyKey: 'stuck' })
    expect(at.counts()[START]).toBe(1)
    expect(at.videos()).toMatchObject([{ sha256 }])
  })
})

describe('an upload that goes forth and back', () => {
  it('is given up by the furthest it ever came, however often it comes back there', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    at.people.rewindUploads({ every: 2 })

    const error = await thrownBy(ada.post({ media: [aVideoOf(9 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(String(error)).toMatch(/got no further in 3 tries/)
    expect(at.counts()[PIECE]).toBeLessThan(8)
    expect(at.videos()).toEqual([])
  })

  it('goes on once it gets further', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(5 * STEP)
    at.people.rewindUploads({ every: 2, count: 1 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('gets nowhere byte by byte: a step is the least that counts', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    for (let nth = 1; nth < 20; nth += 1)
      at.faults.add({
        fault: 'status',
        status: 308,
        headers: { Range: `bytes=0-${nth}`, 'Retry-After': '1' },
        method: 'PUT',
      })

    const error = await thrownBy(ada.post({ media: [aVideoOf(3 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(at.counts()[PIECE]).toBe(3)
  })
})

describe('an interruption', () => {
  it('in the middle of a piece loses only what had not arrived of it', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(5 * STEP)
    at.faults.add({ fault: 'dropUpload', afterBytes: STEP + 10, method: 'PUT', nth: 2 })

    await ada.post({ media: [media], options: OPTIONS })

    const total = 5 * STEP
    expect(ranges(at)).toEqual([
      `bytes 0-${2 * STEP - 1}/${total}`,
      `bytes ${2 * STEP}-${4 * STEP - 1}/${total}`,
      `bytes */${total}`,
      `bytes ${3 * STEP}-${total - 1}/${total}`,
    ])
    expect(at.requests().at(-2)?.headers['content-length']).toBe('0')
    expect(at.videos()).toMatchObject([{ sha256, bytes: total }])
  })

  it.each([408, 500, 502, 503, 504, 429])('by a %i is waited out, then YouTube is asked', async (status) => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)
    at.faults.add({ fault: 'status', status, method: 'PUT', nth: 2 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(ranges(at)[2]).toBe(`bytes */${3 * STEP}`)
    expect(at.clock.sleeps.length).toBe(1)
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('by a 403 that asks for patience is one too', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const body = { error: { code: 403, message: 'slow', errors: [{ reason: 'userRateLimitExceeded' }] } }
    at.faults.add({ fault: 'status', status: 403, body, method: 'PUT' })

    await ada.post({ media: [aVideoOf(STEP).media], options: OPTIONS })

    expect(at.videos()).toHaveLength(1)
  })

  it.each([
    [20, null, [20]],
    [3600, expect.objectContaining({ code: 'RATE_LIMIT', retryAfter: 3600 }), []],
  ])(
    'may ask for %i seconds: few are waited, many are a RateLimitError',
    async (seconds, outcome, sleeps) => {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      const headers = { 'Retry-After': String(seconds) }
      at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT' })

      const error = await thrownBy(ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS }))

      expect([error, at.clock.sleeps]).toEqual([outcome, sleeps])
    },
  )

  it('that took effect is found out, and nothing is sent twice', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })

    await ada.post({ media: [media], options: OPTIONS })

    const total = 3 * STEP
    expect(ranges(at)).toEqual([
      `bytes 0-${STEP - 1}/${total}`,
      `bytes ${STEP}-${2 * STEP - 1}/${total}`,
      `bytes */${total}`,
      `bytes ${2 * STEP}-${total - 1}/${total}`,
    ])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('of the last answer does not make a second video', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })

    const result = await ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS })

    expect(result.state).toBe('PROCESSING')
    expect(at.videos().map(({ id }) => id)).toEqual([result.id])
    expect(ranges(at).at(-1)).toBe(`bytes */${2 * STEP}`)
  })

  it('that lasts is an outage in the end, with progress in between it is not', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const ada = await at.signIn()
    // Every second request fails: each piece needs one question, and gets further.
    for (const nth of [1, 3, 5])
      at.faults.add({ fault: 'status', status: 503, afterEffect: true, method: 'PUT', nth })

    await ada.post({ media: [aVideoOf(3 * STEP).media], options: OPTIONS })
    at.faults.clear()
    at.faults.add({ fault: 'closeBeforeEffect', method: 'PUT', count: 'all' })
    const error = await thrownBy(ada.post({ media: [aVideoOf(3 * STEP).media], options: OPTIONS }))

    expect(NetworkError.is(error)).toBe(true)
    expect(OutcomeUnknownError.is(error)).toBe(false)
    expect(at.videos()).toHaveLength(1)
  })

  it('by a token that ran out renews it once and goes on', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)

    await ada.post(
      { media: [media], options: OPTIONS },
      { onProgress: ({ sentBytes }) => sentBytes === STEP && at.people.expireTokens() },
    )

    expect(at.counts()).toMatchObject({ 'POST /token': 1, [START]: 1 })
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('by a withdrawn permission ends the upload', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()

    const error = await thrownBy(
      ada.post(
        { media: [aVideoOf(3 * STEP).media], options: OPTIONS },
        { onProgress: ({ sentBytes }) => sentBytes === STEP && at.people.revokeTokens() },
      ),
    )

    expect(error).toBeInstanceOf(TokenExpiredError)
    expect(at.videos()).toEqual([])
  })
})

describe('an upload that YouTube has forgotten', () => {
  it('begins again, once', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)

    let expired = false
    await ada.post(
      { media: [media], options: OPTIONS },
      {
        onProgress({ sentBytes }) {
          if (sentBytes !== STEP || expired) return
          expired = true
          at.people.expireUploads()
        },
      },
    )

    expect(at.counts()[START]).toBe(2)
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('begins again from its own beginning: how far the forgotten one came does not count', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(8 * STEP)
    at.faults.add({ fault: 'status', status: 404, method: 'PUT', nth: 7 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(at.counts()[START]).toBe(2)
    expect(at.clock.sleeps).toEqual([])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('twice is given up, and certainly made no video', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    at.faults.add({ fault: 'status', status: 410, method: 'PUT', count: 'all' })

    const error = await thrownBy(ada.post({ media: [aVideoOf(3 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(at.counts()[START]).toBe(2)
    expect(at.videos()).toEqual([])
  })

  it('after its last piece was lost is reported as unknown, and never sent again', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const post = { media: [aVideoOf(2 * STEP).media], options: OPTIONS }
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })
    at.faults.add({ fault: 'status', status: 404, method: 'PUT', nth: 2, count: 'all' })

    const first = await thrownBy(ada.post(post, { idempotencyKey: 'k' }))
    const second = await thrownBy(ada.post(post, { idempotencyKey: 'k' }))

    expect(first).toBeInstanceOf(OutcomeUnknownError)
    expect(second).toBeInstanceOf(OutcomeUnknownError)
    expect(at.counts()[START]).toBe(1)
    expect(at.videos()).toHaveLength(1)
  })
})

/** Stops at the first piece after so many bytes, for good. */
async function dieAfter(at: At, bytes: number, key: string, length = 4 * STEP) {
  const ada = await at.signIn()
  const { media } = aVideoOf(length)
  const controller = new AbortController()
  const post = { text: 'What we did', media: [media], options: OPTIONS }
  const error = await thrownBy(
    ada.post(post, {
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: ({ sentBytes }) => sentBytes >= bytes && controller.abort(new Error('stopped')),
    }),
  )
  return { ada, post, error }
}

describe('a process that dies', () => {
  it('goes on at the offset of YouTube under the same key', async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post, error } = await dieAfter(at, 2 * STEP, 'launch')
    expect(error).toMatchObject({ message: 'stopped' })
    at.forget()

    const result = await ada.post(post, { idempotencyKey: 'launch' })

    const total = 4 * STEP
    expect(at.counts()).toEqual({ [PIECE]: 3 })
    expect(ranges(at)).toEqual([
      `bytes */${total}`,
      `bytes ${2 * STEP}-${3 * STEP - 1}/${total}`,
      `bytes ${3 * STEP}-${total - 1}/${total}`,
    ])
    expect(at.videos()).toMatchObject([{ id: result.id, sha256: aVideoOf(total).sha256 }])
  })

  it('that was killed leaves its upload to another one, as soon as its hold on the key has run out', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const journal = new InMemoryPublishJournal({ clock: at.clock })
    // The time of the killed one stops, so that nobody extends its hold any more.
    const stopped = new FakeClock({ now: at.clock.now(), autoAdvance: { upToSeconds: 60 } })
    const [killed, other] = [at.makeClient({ journal, clock: stopped }), at.makeClient({ journal })]
    const post = { media: [aVideoOf(3 * STEP).media], options: OPTIONS }
    const held = at.faults.add({ fault: 'hold', method: 'PUT', nth: 2 })
    const lost = thrownBy(killed.accountOf('youtube', ada.id).post(post, { idempotencyKey: 'k' }))
    await held.whenHeld(1)

    const again = other.accountOf('youtube', ada.id)
    const busy = await thrownBy(again.post(post, { idempotencyKey: 'k' }))
    expect(busy).toBeInstanceOf(PublishBusyError)
    await at.clock.advance(61)
    at.forget()
    const result = await again.post(post, { idempotencyKey: 'k' })

    expect(at.counts()).toEqual({ [PIECE]: 2 })
    expect(at.videos()).toMatchObject([{ id: result.id, sha256: aVideoOf(3 * STEP).sha256 }])
    held.release()
    await lost
    await killed.close()
    await other.close()
  })

  it('gets the first result back once it is done, without a request', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const post = { media: [aVideoOf(STEP).media], options: OPTIONS }
    const first = await ada.post(post, { idempotencyKey: 'done' })
    at.forget()

    const second = await ada.post(post, { idempotencyKey: 'done' })

    expect(second).toEqual(first)
    expect(at.counts()).toEqual({})
  })

  it('after the last piece finds the video instead of uploading it again', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const post = { media: [aVideoOf(2 * STEP).media], options: OPTIONS }
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })
    at.faults.add({ fault: 'closeBeforeEffect', method: 'PUT', nth: 2, count: 'all' })
    const error = await thrownBy(ada.post(post, { idempotencyKey: 'last' }))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    at.faults.clear()
    at.forget()

    const result = await ada.post(post, { idempotencyKey: 'last' })

    expect(at.counts()).toEqual({ [PIECE]: 1 })
    expect(at.videos().map(({ id }) => id)).toEqual([result.id])
  })

  it.each([
    ['goes on within six days', 5.9, undefined],
    ['begins afresh after them, although the address lives a week', 6.1, 1],
  ])('%s', async (_what, days, starts) => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'old')
    await at.clock.advance(days * 86_400)
    at.forget()

    await ada.post(post, { idempotencyKey: 'old' })

    expect(at.counts()[START]).toBe(starts)
    expect(at.videos()).toHaveLength(1)
  })

  it('begins afresh when the upload is a week old', async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'old')
    await at.clock.advance(8 * 86_400)
    at.forget()

    await ada.post(post, { idempotencyKey: 'old' })

    expect(at.counts()).toMatchObject({ [START]: 1 })
    expect(at.videos()).toHaveLength(1)
  })

  it('begins afresh when YouTube forgot an upload whose last piece was never sent', async () => {
    await using at = await usingEmulator(SMALL)
    const { ada, post } = await dieAfter(at, STEP, 'forgotten')
    at.people.expireUploads()
    at.forget()

    await ada.post(post, { idempotencyKey: 'forgotten' })

    expect(at.counts()).toMatchObject({ [START]: 1 })
    expect(at.videos()).toHaveLength(1)
  })
})

describe('cancelling', () => {
  it('stops between two pieces', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const controller = new AbortController()
    const reason = new Error('the person changed their mind')

    const error = await thrownBy(
      ada.post(
        { media: [aVideoOf(4 * STEP).media], options: OPTIONS },
        {
          signal: controller.signal,
          onProgress: ({ sentBytes }) => sentBytes === STEP && controller.abort(reason),
        },
      ),
    )

    expect(error).toBe(reason)
    expect(at.counts()[PIECE]).toBe(1)
  })

  it('stops inside a piece', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const controller = new AbortController()
    const reason = new Error('the person changed their mind')
    const held = at.faults.add({ fault: 'hold', beforeEffect: true, method: 'PUT' })

    const posting = thrownBy(
      ada.post({ media: [aVideoOf(4 * STEP).media], options: OPTIONS }, { signal: controller.signal }),
    )
    await held.whenHeld(1)
    controller.abort(reason)

    expect(await posting).toBe(reason)
    held.release()
    expect(at.videos()).toEqual([])
  })

  it('inside the last piece looks once what came of it', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const controller = new AbortController()
    const held = at.faults.add({ fault: 'hold', method: 'PUT' })

    const posting = ada.post({ media: [aVideoOf(10).media], options: OPTIONS }, { signal: controller.signal })
    await held.whenHeld(1)
    controller.abort(new Error('too late'))
    const result = await posting
    held.release()

    expect(at.videos().map(({ id }) => id)).toEqual([result.id])
  })
})

describe('the address of an upload', () => {
  it('is in no error, whatever goes wrong', async () => {
    const errors: unknown[] = []
    for (const fault of [
      { fault: 'closeBeforeEffect' },
      { fault: 'status', status: 503 },
      { fault: 'status', status: 400, body: { error: { code: 400, message: 'no' } } },
      { fault: 'status', status: 404 },
      { fault: 'status', status: 308, headers: { Range: 'bytes=0-99999999' } },
      { fault: 'status', status: 200, body: 'not json' },
    ] as const) {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      at.faults.add({ ...fault, method: 'PUT', count: 'all' })
      errors.push(await thrownBy(ada.post({ media: [aVideoOf(10).media], options: OPTIONS })))
    }

    for (const error of errors) {
      expect(SocialBaseError.is(error)).toBe(true)
      const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${String(error)}`
      expect(shown).not.toMatch(/upload_id|ya29|1\/\//)
    }
  })
})

describe('quota', () => {
  it('of uploads that is used up is one request and a used-up day, in the new form and the old', async () => {
    for (const network of [{ uploadsPerDay: 0 }, { unitsPerUpload: 1600, unitsPerDay: 1000 }]) {
      await using at = await usingEmulator({ network })
      const ada = await at.signIn()

      const error = await thrownBy(ada.post({ media: [aVideoOf(10).media], options: OPTIONS }))

      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
      expect(String(error)).toMatch(/daily allowance/)
      expect(String(error)).toMatch(/[Rr]etrying only spends what is left/)
      expect(at.counts()).toEqual({ [START]: 1 })
    }
  })

  it('of the channel itself is the same', async () => {
    await using at = await usingEmulator({ network: { channelUploadsPerDay: 0 } })
    const ada = await at.signIn()

    const error = await thrownBy(ada.post({ media: [aVideoOf(10).media], options: OPTIONS }))

    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: null, passesSoon: false })
    expect(at.counts()).toEqual({ [START]: 1 })
  })

  it('is counted: one upload, and units for what is read', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
    await ada.checkState(id)
    await ada.readStats(id)

    expect(ada.usage).toEqual({ uploads: 1, units: 2 })
  })
})
