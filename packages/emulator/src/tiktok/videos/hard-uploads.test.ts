import { describe, expect, it } from 'vitest'

import { AtTiktok, source } from '../../__fixtures__/at-tiktok.js'
import { ControlError } from '../../framework/control/operations.js'
import { sampleMp4 } from '../../framework/files/samples.js'
import type { TiktokOptions } from '../settings.js'

const PIECE = 5_242_880

/**
 * Initializes the upload of a draft with two chunks. Returns functions that send a chunk and query
 * the status.
 */
async function initializeDraft(options: TiktokOptions = {}) {
  const at = new AtTiktok(options)
  const token = at.signIn()
  const total = 2 * PIECE
  const { publishId, uploadUrl } = await at.startUpload(token, source(total, PIECE), null)
  const film = sampleMp4(total)
  return {
    at,
    total,
    piece: (number: number) =>
      at.put(uploadUrl, film.subarray(number * PIECE, (number + 1) * PIECE), {
        start: number * PIECE,
        total,
      }),
    status: async () => {
      const { body } = await at.call('POST /v2/post/publish/status/fetch/', {
        token,
        json: { publish_id: publishId },
      })
      return (body as { readonly data: unknown }).data // safe cast: the tests compare `data` as a whole
    },
    made: () => at.network.effects.list().map(({ kind }) => kind),
  }
}

describe('the status of a video', () => {
  it('is delayed behind the received bytes, and reports that it is waiting for them', async () => {
    const { at, total, piece, status } = await initializeDraft({ statusLagSeconds: 30, processSeconds: 10 })
    await piece(0)
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 })
    at.clock.advance(20)
    await piece(1)
    at.clock.advance(10)
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE })
    at.clock.advance(19)
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE })
    at.clock.advance(1)
    expect(await status()).toMatchObject({ status: 'SEND_TO_USER_INBOX', uploaded_bytes: total })
  })

  it('can omit the number of bytes', async () => {
    const { at, piece, status } = await initializeDraft({ statusReportsBytes: false })
    await piece(0)
    expect(await status()).toEqual({ status: 'PROCESSING_UPLOAD' })
    at.control.setStatus({ reportsBytes: true })
    expect(await status()).toMatchObject({ uploaded_bytes: PIECE })
  })

  it('can be an unknown value', async () => {
    const { at, status } = await initializeDraft()
    at.control.setStatus({ word: 'PROCESSING_REVIEW' })
    expect(await status()).toMatchObject({ status: 'PROCESSING_REVIEW', uploaded_bytes: 0 })
    at.control.setStatus({ word: '' })
    expect(await status()).toMatchObject({ status: 'PROCESSING_UPLOAD' })
  })

  it('refuses an invalid delay', async () => {
    const { at } = await initializeDraft()
    expect(() => at.control.setStatus({ lagSeconds: -1 })).toThrow('must be a number of seconds')
    expect(() => new AtTiktok({ statusLagSeconds: Number.NaN })).toThrow(ControlError)
  })
})

describe('the last chunk', () => {
  it.each([206, 400, 403, 404, 416, 500, 503])('can return %i although it took effect', async (code) => {
    const { at, piece, made, total } = await initializeDraft()
    at.control.answerLastPieces({ status: code })
    expect((await piece(0)).status).toBe(206)
    expect(made()).toEqual([])
    const { status, headers } = await piece(1)
    expect(status).toBe(code)
    expect(headers.get('content-range')).toBe(
      code === 206 || code === 416 ? `bytes 0-${total - 1}/${total}` : null,
    )
    expect(made()).toEqual(['DRAFT'])
    expect((await piece(1)).status).toBe(416)
  })

  it('returns the planned status for the next video only, unless more are planned', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    at.control.answerLastPieces({ status: 404 })
    const statuses = []
    for (let times = 0; times < 2; times += 1) {
      const { uploadUrl } = await at.startUpload(token, source(100), null)
      statuses.push((await at.put(uploadUrl, sampleMp4(100), { start: 0, total: 100 })).status)
    }
    expect(statuses).toEqual([404, 201])
  })

  it('is normal after the planned number of responses', async () => {
    const { at, piece } = await initializeDraft()
    at.control.answerLastPieces({ status: 404, count: 0 })
    await piece(0)
    expect((await piece(1)).status).toBe(201)
    expect(() => at.control.answerLastPieces({ status: 99 })).toThrow('from 200 to 599')
    expect(() => at.control.answerLastPieces({ status: 404, count: 1.5 })).toThrow('whole number')
  })
})

it('an upload request may take effect and return 503', async () => {
  const at = new AtTiktok()
  const token = at.signIn()
  at.network.faults.add({
    fault: 'status',
    status: 503,
    afterEffect: true,
    retryAfterSeconds: 5,
    path: '/v2/post/publish/*init/',
  })
  const { status, headers } = await at.init(token, { source_info: source(100) }, 'inbox/video')
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(at.control.state().videos).toHaveLength(1)
})
