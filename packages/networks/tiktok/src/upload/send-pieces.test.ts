import { aConnection, aPublishCall, inTurn, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { tiktok } from '../platform.js'
import type { Kept } from './receipt.js'
import { sendPieces } from './send-pieces.js'
import { readUploadStatus } from './upload-status.js'

const UPLOAD: Kept = {
  publishId: 'v_pub_1',
  uploadUrl: 'https://open-upload.tiktokapis.com/video/1',
  endsAt: new Date('2024-01-01T01:00:00Z'),
  size: 7,
  pieceBytes: 2,
  count: 3,
  piecesSent: 0,
  contentType: 'video/mp4',
  sendTo: 'profile',
}

const file = {
  piece: (_start: number, length: number) => ({
    length,
    async *open() {
      yield new Uint8Array(length)
    },
  }),
}

/** A call of an account of TikTok that is answered so. */
const answered = (replies: Replies) =>
  aPublishCall({ platform: tiktok(), connection: aConnection({ platform: 'tiktok' }), replies })

/** A call in which TikTok counts so many bytes, look by look; null where it does not say. */
const told = (...uploaded: readonly (number | null)[]) =>
  answered({
    'POST /v2/post/publish/status/fetch/': inTurn(
      ...uploaded.map((bytes) => ({
        data: { status: 'PROCESSING_UPLOAD', ...(bytes !== null && { uploaded_bytes: bytes }) },
        error: { code: 'ok', message: '', log_id: '1' },
      })),
    ),
  })

describe('the pieces of a video', () => {
  it('are written down as they arrive, so that another process goes on behind them', async () => {
    const call = answered({ 'PUT /video/1': inTurn({ status: 206 }, { status: 206 }, { status: 201 }) })
    // Only its pieces are asked for.
    expect(await sendPieces(file as never, UPLOAD, call)).toBeNull()
    expect(call.checkpoints.map(({ step, data }) => [step, data['piecesSent']])).toEqual([
      ['PREPARE', 1],
      ['FINISH', 2],
    ])
  })
})

describe('a network that asks for another piece', () => {
  const many = { ...UPLOAD, size: 81, count: 40 }
  const taken = Array.from({ length: 39 }, () => ({ status: 206 }))

  it('is never what one is that takes one piece after the other, however many', async () => {
    const call = answered({ 'PUT /video/1': inTurn(...taken, { status: 201 }) })
    // Only its pieces are asked for.
    expect(await sendPieces(file as never, many, call)).toBeNull()
    expect(call.transport.requests).toHaveLength(40)
  })

  it('is not followed for ever', async () => {
    const back = { status: 416, headers: { 'content-range': 'bytes */81' } }
    const call = answered({ 'PUT /video/1': inTurn(...taken.flatMap((one) => [one, back])) })
    await expect(sendPieces(file as never, many, call)).rejects.toThrow('keeps asking for other parts')
  })
})

describe('how much of a video TikTok has', () => {
  it.each([
    ['all of it when it says so once', [7], 'ALL'],
    ['a part when it says so to the end', [2, 2, 2], 'PART'],
    ['unknown when it says less only once', [null, null, 2], 'UNKNOWN'],
    ['unknown when it says nothing in the end', [2, 2, null], 'UNKNOWN'],
  ])('is %s', async (_what, uploaded, arrival) => {
    expect(await readUploadStatus(UPLOAD, told(...uploaded))).toMatchObject({ arrival })
  })
})
