import { createHash } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { InvalidPostError, Media, type Progress, RateLimitError, SocialBaseError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { START, PIECE, SMALL, DOUBLE, ranges, thrownBy } from '../__fixtures__/uploading.js'
import { aVideoOf, OPTIONS, someBytes, STEP } from '../__fixtures__/videos.js'

describe('an upload', () => {
  it.each([1, STEP - 1, STEP, STEP + 1, 2 * STEP - 1, 2 * STEP, 2 * STEP + 1, 5 * STEP + 7])(
    'of %i bytes arrives complete, in chunks of 256 KiB',
    async (length) => {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      const { media, sha256 } = aVideoOf(length)

      const result = await ada.post({ media: [media], options: OPTIONS })

      expect(at.videos()).toMatchObject([{ id: result.id, bytes: length, sha256 }])
      expect(at.counts()).toEqual({ [START]: 1, [PIECE]: Math.ceil(length / STEP) })
    },
  )

  // Holds R-0383.
  it('uses chunks of 8 MiB by default', async () => {
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

  it('sends size and type first, and the token with every chunk', async () => {
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

  it('reads a file from disk, and reports its progress', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const folder = await mkdtemp(join(tmpdir(), 'youtube-'))
    const path = join(folder, 'clip.webm')
    const bytes = someBytes(3 * STEP)
    await writeFile(path, bytes)
    const reported: Progress[] = []

    await ada.post(
      { media: [Media.fromFile(path)], options: OPTIONS },
      { onProgress: (progress) => reported.push(progress) },
    )
    await rm(folder, { recursive: true })

    expect(at.videos()).toMatchObject([
      { contentType: 'video/webm', sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
    expect(reported.map(({ sentBytes }) => sentBytes)).toEqual([0, 2 * STEP, 3 * STEP])
    expect(reported[0]).toEqual({ mediaIndex: 0, mediaCount: 1, sentBytes: 0, totalBytes: 3 * STEP })
  })

  it('of a file that changes during the upload is refused, and no video is created', async () => {
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

describe('cancelling', () => {
  it('stops between two chunks', async () => {
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

  it('stops inside a chunk', async () => {
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

  it('inside the last chunk queries its outcome once', async () => {
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

describe('the URL of an upload', () => {
  it('is never part of an error', async () => {
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
  // Holds R-0395.
  it('of uploads that is used up is one request and an exhausted day, in both formats', async () => {
    for (const network of [{ uploadsPerDay: 0 }, { unitsPerUpload: 1600, unitsPerDay: 1000 }]) {
      await using at = await usingEmulator({ network })
      const ada = await at.signIn()

      const error = await thrownBy(ada.post({ media: [aVideoOf(10).media], options: OPTIONS }))

      expect(error).toBeInstanceOf(RateLimitError)
      expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
      expect(String(error)).toMatch(/daily (?:quota|upload limit)/)
      expect(String(error)).toMatch(/Retries only use up/)
      expect(at.counts()).toEqual({ [START]: 1 })
    }
  })

  // Holds R-0396.
  it('of the channel itself has the same result', async () => {
    await using at = await usingEmulator({ network: { channelUploadsPerDay: 0 } })
    const ada = await at.signIn()

    const error = await thrownBy(ada.post({ media: [aVideoOf(10).media], options: OPTIONS }))

    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: null, passesSoon: false })
    expect(at.counts()).toEqual({ [START]: 1 })
  })

  it('is counted: one upload, and units for reads', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()

    const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
    await ada.checkState(id)
    await ada.readStats(id)

    expect(ada.usage).toEqual({ uploads: 1, units: 2 })
  })
})
