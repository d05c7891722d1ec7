import { Media, OutcomeUnknownError, PlatformError } from '@social/core'
import { aPost, aPublishCall, aReceipt, inTurn } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { tiktok } from '../platform.js'

const INIT = 'POST /v2/post/publish/inbox/video/init/'
const STATUS = 'POST /v2/post/publish/status/fetch/'
const PUT = 'PUT /video/'

const PIECE = 5_242_880
const SIZE = 3 * PIECE
/** When every fake clock begins. */
const NOW = new Date('2024-01-01T00:00:00Z')

const ok = { code: 'ok', message: '', log_id: '1' }
const uploadUrl = 'https://open-upload.tiktokapis.com/video/?upload_id=7301&upload_token=Xza123'
const status = (data: object) => ({ data, error: ok })
const missing = {
  status: 400,
  body: { data: {}, error: { code: 'invalid_publish_id', message: '', log_id: '5' } },
}
const accepted = { data: { publish_id: 'v_inbox_file~2', upload_url: uploadUrl }, error: ok }

/** What an earlier try wrote down; its address is good for that many seconds more. */
const aReceiptOf = (secondsLeft: number, changes: object = {}, step: 'PREPARE' | 'FINISH' = 'PREPARE') =>
  aReceipt({
    platform: 'tiktok',
    step,
    data: {
      publishId: 'v_inbox_file~1',
      uploadUrl,
      endsAt: new Date(NOW.getTime() + secondsLeft * 1000).toISOString(),
      size: SIZE,
      pieceBytes: PIECE,
      count: 3,
      piecesSent: 2,
      contentType: 'video/mp4',
      sendTo: 'drafts',
      ...changes,
    },
    madeAt: NOW,
    repeatableUntil: null,
  })

function publish(receipt: ReturnType<typeof aReceipt> | null, replies: object) {
  const platform = tiktok({ chunkBytes: PIECE })
  const call = aPublishCall({ platform, connection: anAccount(), receipt, replies: { ...replies } })
  const media = [Media.fromBytes(new Uint8Array(SIZE), { filename: 'clip.mp4' })]
  // Options are read by the platform itself.
  return { call, result: platform.publish(aPost({ text: '', media }) as never, call) }
}

describe('an upload that an earlier try began', () => {
  it('goes on with the piece that is missing', async () => {
    const { call, result } = publish(aReceiptOf(1), { [PUT]: { status: 201 } })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1', state: 'WAITING_FOR_PERSON' })
    expect(call.transport.paths).toEqual([PUT])
    expect(call.transport.requests[0]?.headers['content-range']).toBe(
      `bytes ${2 * PIECE}-${SIZE - 1}/${SIZE}`,
    )
  })

  it.each([
    ['everything has arrived', { status: 'PROCESSING_UPLOAD', uploaded_bytes: SIZE }, 'WAITING_FOR_PERSON'],
    ['it waits in the inbox', { status: 'SEND_TO_USER_INBOX' }, 'WAITING_FOR_PERSON'],
    ['it failed', { status: 'FAILED', uploaded_bytes: SIZE }, 'FAILED'],
  ])('is not begun again after its hour when %s', async (_what, data, state) => {
    const { call, result } = publish(aReceiptOf(0), { [STATUS]: status(data) })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1', state, idempotencyKey: 'key-1' })
    expect(call.transport.paths).toEqual([STATUS])
  })

  it.each([
    ['a part is missing', status({ status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE })],
    ['it failed for want of a part', status({ status: 'FAILED', uploaded_bytes: PIECE })],
    ['TikTok has forgotten it', missing],
  ])('is begun again after its hour when %s', async (_what, reply) => {
    const { call, result } = publish(aReceiptOf(0), {
      [STATUS]: reply,
      [INIT]: accepted,
      [PUT]: inTurn({ status: 206 }, { status: 206 }, { status: 201 }),
    })

    expect(await result).toMatchObject({ id: 'v_inbox_file~2' })
    expect(call.transport.paths).toEqual([STATUS, INIT, PUT, PUT, PUT])
  })

  it('is not begun again when nobody can say what became of it', async () => {
    const { call, result } = publish(aReceiptOf(0), { [STATUS]: { status: 400, body: 'no' } })

    await expect(result).rejects.toThrow(PlatformError)
    expect(call.transport.paths).not.toContain(INIT)
  })

  it.each([
    ['of another size', aReceiptOf(60, { size: 7 })],
    ['that nobody could read', aReceiptOf(60, { publishId: 7 })],
    ['that was given up', aReceipt({ platform: 'tiktok', step: 'PREPARE', data: {}, repeatableUntil: null })],
  ])('is begun again from a receipt %s', async (_what, receipt) => {
    const { call, result } = publish(receipt, {
      [INIT]: accepted,
      [PUT]: inTurn({ status: 206 }, { status: 206 }, { status: 201 }),
    })

    await result
    expect(call.transport.paths[0]).toBe(INIT)
  })

  it('does not go round in circles with a TikTok that cannot make up its mind', async () => {
    const at = (last: number) => ({ status: 416, headers: { 'Content-Range': `bytes 0-${last}/${SIZE}` } })
    const nothing = { status: 416, headers: { 'Content-Range': `bytes */${SIZE}` } }
    const { result } = publish(aReceiptOf(60), {
      [PUT]: inTurn(nothing, at(2 * PIECE - 1), nothing, at(2 * PIECE - 1), nothing, at(2 * PIECE - 1)),
    })

    await expect(result).rejects.toThrow(/keeps asking for other parts/)
  })
})

function lookUp(receipt: ReturnType<typeof aReceipt>, reply: unknown) {
  const platform = tiktok()
  const call = aPublishCall({ platform, connection: anAccount(), replies: { [STATUS]: reply } })
  return platform.reconcile(receipt, call)
}

describe('looking a lost answer up', () => {
  it.each([
    [60, { status: 'PROCESSING_UPLOAD', uploaded_bytes: SIZE }, 'FOUND'],
    [0, { status: 'PUBLISH_COMPLETE' }, 'FOUND'],
    [60, { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }, 'UNKNOWN'],
    [0, { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }, 'NOT_PUBLISHED'],
    [0, { status: 'PROCESSING_UPLOAD' }, 'UNKNOWN'],
    [0, { status: 'SOMETHING_NEW' }, 'UNKNOWN'],
  ])('%d seconds before the end, with %j, it is %s', async (secondsLeft, data, state) => {
    expect(await lookUp(aReceiptOf(secondsLeft, {}, 'FINISH'), status(data))).toMatchObject({ state })
  })

  it('gives up where TikTok has forgotten it', async () => {
    expect(await lookUp(aReceiptOf(0, {}, 'FINISH'), missing)).toEqual({ state: 'UNKNOWN' })
  })

  it('asks nothing where the try itself knew', async () => {
    expect(await lookUp(aReceiptOf(60), new OutcomeUnknownError('never asked', { receipt: null }))).toEqual({
      state: 'NOT_PUBLISHED',
    })
  })
})
