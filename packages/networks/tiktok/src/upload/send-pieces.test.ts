import { aConnection, aPublishCall, inTurn, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { tiktok } from '../platform.js'
import type { SavedUpload } from './receipt.js'
import { sendPieces } from './send-pieces.js'
import { readUploadStatus } from './upload-status.js'

const UPLOAD: SavedUpload = {
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

/** Creates a call with an account of TikTok and the given responses. */
const callWith = (replies: Replies) =>
  aPublishCall({ platform: tiktok(), connection: aConnection({ platform: 'tiktok' }), replies })

/**
 * Creates a call in which each status query reports the next of these byte counts. Null means that
 * no count is reported.
 */
const countsOf = (...uploaded: readonly (number | null)[]) =>
  callWith({
    'POST /v2/post/publish/status/fetch/': inTurn(
      ...uploaded.map((bytes) => ({
        data: { status: 'PROCESSING_UPLOAD', ...(bytes !== null && { uploaded_bytes: bytes }) },
        error: { code: 'ok', message: '', log_id: '1' },
      })),
    ),
  })

describe('the pieces of a video', () => {
  it('are saved as they arrive, so that another process can resume after them', async () => {
    const call = callWith({ 'PUT /video/1': inTurn({ status: 206 }, { status: 206 }, { status: 201 }) })
    // safe cast: `sendPieces` calls only the `piece` method of the file
    expect(await sendPieces(file as never, UPLOAD, call)).toBeNull()
    expect(call.checkpoints.map(({ step, data }) => [step, data['piecesSent']])).toEqual([
      ['PREPARE', 1],
      ['FINISH', 2],
    ])
  })
})

describe('a network that requests another piece', () => {
  const many = { ...UPLOAD, size: 81, count: 40 }
  const taken = Array.from({ length: 39 }, () => ({ status: 206 }))

  it('is not assumed for a network that accepts one piece after the other', async () => {
    const call = callWith({ 'PUT /video/1': inTurn(...taken, { status: 201 }) })
    // safe cast: `sendPieces` calls only the `piece` method of the file
    expect(await sendPieces(file as never, many, call)).toBeNull()
    expect(call.transport.requests).toHaveLength(40)
  })

  it('is followed only a limited number of times', async () => {
    const back = { status: 416, headers: { 'content-range': 'bytes */81' } }
    const call = callWith({ 'PUT /video/1': inTurn(...taken.flatMap((one) => [one, back])) })
    await expect(sendPieces(file as never, many, call)).rejects.toThrow('repeatedly requests other parts')
  })
})

describe('the status of an upload', () => {
  it.each([
    ['ALL when one query reports all bytes', [7], 'ALL'],
    ['PART when every query reports a part', [2, 2, 2], 'PART'],
    ['UNKNOWN when only one query reports a part', [null, null, 2], 'UNKNOWN'],
    ['UNKNOWN when the last query reports nothing', [2, 2, null], 'UNKNOWN'],
  ])('is %s', async (_what, uploaded, arrival) => {
    expect(await readUploadStatus(UPLOAD, countsOf(...uploaded))).toMatchObject({ arrival })
  })
})
