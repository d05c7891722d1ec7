import { NetworkError, OutcomeUnknownError, PlatformError, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { START, SMALL, DOUBLE, ranges, thrownBy } from '../__fixtures__/uploading.js'
import { aVideoOf, OPTIONS, STEP } from '../__fixtures__/videos.js'

describe('an interruption', () => {
  // Holds R-0386.
  it('in the middle of a chunk loses only the bytes that had not arrived', async () => {
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

  it.each([408, 500, 502, 503, 504, 429])(
    'by a %i is waited for, then YouTube is queried',
    async (status) => {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      const { media, sha256 } = aVideoOf(3 * STEP)
      at.faults.add({ fault: 'status', status, method: 'PUT', nth: 2 })

      await ada.post({ media: [media], options: OPTIONS })

      expect(ranges(at)[2]).toBe(`bytes */${3 * STEP}`)
      expect(at.clock.sleeps.length).toBe(1)
      expect(at.videos()).toMatchObject([{ sha256 }])
    },
  )

  it('by a 403 that requests a wait is one too', async () => {
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
    'can request %i seconds: short waits are made, long ones are a RateLimitError',
    async (seconds, outcome, sleeps) => {
      await using at = await usingEmulator(SMALL)
      const ada = await at.signIn()
      const headers = { 'Retry-After': String(seconds) }
      at.faults.add({ fault: 'status', status: 308, headers, method: 'PUT' })

      const error = await thrownBy(ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS }))

      expect([error, at.clock.sleeps]).toEqual([outcome, sleeps])
    },
  )

  it('with an effect is detected, and nothing is sent twice', async () => {
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

  it('of the last response does not create a second video', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    at.faults.add({ fault: 'replyLost', method: 'PUT', nth: 2 })

    const result = await ada.post({ media: [aVideoOf(2 * STEP).media], options: OPTIONS })

    expect(result.state).toBe('PROCESSING')
    expect(at.videos().map(({ id }) => id)).toEqual([result.id])
    expect(ranges(at).at(-1)).toBe(`bytes */${2 * STEP}`)
  })

  it('that continues is an outage, unless there is progress in between', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const ada = await at.signIn()
    // Each chunk is stored, but its response is a 503, so one query follows and finds progress.
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

  it('by an expired token refreshes it once and resumes', async () => {
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

  it('by a revoked permission ends the upload', async () => {
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

describe('an upload that YouTube lost', () => {
  it('starts again, once', async () => {
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

  it('starts again from zero: the offset of the lost one does not count', async () => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const ada = await at.signIn()
    const { media, sha256 } = aVideoOf(8 * STEP)
    at.faults.add({ fault: 'status', status: 404, method: 'PUT', nth: 7 })

    await ada.post({ media: [media], options: OPTIONS })

    expect(at.counts()[START]).toBe(2)
    expect(at.clock.sleeps).toEqual([])
    expect(at.videos()).toMatchObject([{ sha256 }])
  })

  it('twice fails, and certainly created no video', async () => {
    await using at = await usingEmulator(SMALL)
    const ada = await at.signIn()
    at.faults.add({ fault: 'status', status: 410, method: 'PUT', count: 'all' })

    const error = await thrownBy(ada.post({ media: [aVideoOf(3 * STEP).media], options: OPTIONS }))

    expect(error).toBeInstanceOf(PlatformError)
    expect(at.counts()[START]).toBe(2)
    expect(at.videos()).toEqual([])
  })

  it('after its last chunk is reported as unknown, and never sent again', async () => {
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
