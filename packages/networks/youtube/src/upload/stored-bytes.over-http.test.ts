import { PlatformError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { START, PIECE, SMALL, DOUBLE, ranges, thrownBy } from '../__fixtures__/uploading.js'
import { aVideoOf, OPTIONS, STEP } from '../__fixtures__/videos.js'

const PATH = '/upload/youtube/v3/videos'

describe('the offset of YouTube', () => {
  // Holds R-0385.
  it('is the start of the next chunk, when half of one was stored', async () => {
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

  it('is the start of the rest, when half of the last chunk was stored', async () => {
    await using at = await usingEmulator(DOUBLE)
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(2 * STEP)
    at.people.storeOfNextPiece({ bytes: STEP })

    const { id } = await ada.post({ media: [media], options: OPTIONS })

    const total = 2 * STEP
    expect(ranges(at)).toEqual([`bytes 0-${total - 1}/${total}`, `bytes ${STEP}-${total - 1}/${total}`])
    expect(at.videos()).toMatchObject([{ id, sha256 }])
  })

  it('is zero when nothing was stored: the response has no Range', async () => {
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

  it('can come with another URL', async () => {
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

    // The server does not know the other URL and responds with 404, so the upload starts again
    // once.
    await ada.post({ media: [media], options: OPTIONS })

    expect(at.requests().map(({ status }) => status)).toEqual([200, 308, 404, 200, 308, 200])
  })

  it('is refused when it exceeds the size', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    const headers = { Range: `bytes=0-${9 * STEP}` }
    at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT', count: 'all' })

    const error = await thrownBy(ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(at.videos()).toEqual([])
  })

  it('has a limit: chunks without progress fail, and the same key resumes later', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(3 * STEP)
    const headers = { Range: `bytes=0-${STEP - 1}` }
    at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT', nth: 2, count: 'all' })
    const post = { media: [media], options: OPTIONS }

    const error = await thrownBy(ada.post(post, { idempotencyKey: 'stuck' }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(String(error)).toContain('Post again with the same idempotency key')
    expect(at.counts()[PIECE]).toBe(4)
    at.faults.clear()
    await ada.post(post, { idempotencyKey: 'stuck' })
    expect(at.counts()[START]).toBe(1)
    expect(at.videos()).toMatchObject([{ sha256 }])
  })
})

describe('an upload with an oscillating offset', () => {
  it('fails by its highest offset, however often it returns to it', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    at.people.rewindUploads({ every: 2 })

    const error = await thrownBy(ada.post({ media: [aVideoOf(9 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(String(error)).toMatch(/made no progress in 3 attempts/)
    expect(at.counts()[PIECE]).toBeLessThan(8)
    expect(at.videos()).toEqual([])
  })

  it('resumes once it makes progress', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 2 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(5 * STEP)
    at.people.rewindUploads({ every: 2, count: 1 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('makes no progress byte by byte: a step is the minimum', async () => {
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
