import { Media, PlatformError, SocialBaseError } from '@social/core'
import { aPost, aPublishCall, aReceipt, aReconcileCall, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { tiktok } from '../platform.js'

const INIT = 'POST /v2/post/publish/inbox/video/init/'
const STATUS = 'POST /v2/post/publish/status/fetch/'
const PUT = 'PUT /video/'

const PIECE = 5_242_880
const SIZE = 3 * PIECE
/** Start time of each fake clock. */
const NOW = new Date('2024-01-01T00:00:00Z')

const ok = { code: 'ok', message: '', log_id: '1' }
const uploadUrl = 'https://open-upload.tiktokapis.com/video/?upload_id=7301&upload_token=Xza123'
const status = (data: object) => ({ data, error: ok })
const missing = {
  status: 400,
  body: { data: {}, error: { code: 'invalid_publish_id', message: '', log_id: '5' } },
}
const accepted = { data: { publish_id: 'v_inbox_file~2', upload_url: uploadUrl }, error: ok }

/**
 * Builds the receipt of an earlier attempt, whose upload URL expires after the given number of
 * seconds.
 */
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
    createdAt: NOW,
    repeatableUntil: null,
  })

function publish(receipt: ReturnType<typeof aReceipt> | null, replies: object) {
  const platform = tiktok({ chunkBytes: PIECE })
  const call = aPublishCall({ platform, connection: anAccount(), receipt, replies: { ...replies } })
  const media = [Media.fromBytes(new Uint8Array(SIZE), { filename: 'clip.mp4' })]
  // safe cast: `aPost` builds a post, and `publish` itself validates the options
  return { call, result: platform.publish(aPost({ text: '', media }) as never, call) }
}

describe('an upload of an earlier attempt', () => {
  it('resumes with the missing piece', async () => {
    const { call, result } = publish(aReceiptOf(1), { [PUT]: { status: 201 } })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1', state: 'WAITING_FOR_PERSON' })
    expect(call.transport.paths).toEqual([PUT])
    expect(call.transport.requests[0]?.headers['content-range']).toBe(
      `bytes ${2 * PIECE}-${SIZE - 1}/${SIZE}`,
    )
  })

  it('is never started from the beginning after its last piece was sent, with any server time', async () => {
    const { call, result } = publish(aReceiptOf(-60, {}, 'FINISH'), { [PUT]: { status: 201 } })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
    expect(call.transport.paths).toEqual([PUT])
  })

  it('starts from the beginning after an hour, because nothing is published before the last piece', async () => {
    const { call, result } = publish(aReceiptOf(0), {
      [INIT]: accepted,
      [PUT]: inTurn({ status: 206 }, { status: 206 }, { status: 201 }),
    })

    expect(await result).toMatchObject({ id: 'v_inbox_file~2' })
    expect(call.transport.paths).toEqual([INIT, PUT, PUT, PUT])
  })

  it.each([
    ['of another size', aReceiptOf(60, { size: 7 })],
    ['that is unreadable', aReceiptOf(60, { publishId: 7 })],
    ['that was cleared', aReceipt({ platform: 'tiktok', step: 'PREPARE', data: {}, repeatableUntil: null })],
  ])('starts from the beginning with a receipt %s', async (_what, receipt) => {
    const { call, result } = publish(receipt, {
      [INIT]: accepted,
      [PUT]: inTurn({ status: 206 }, { status: 206 }, { status: 201 }),
    })

    await result
    expect(call.transport.paths[0]).toBe(INIT)
  })

  it('fails when TikTok alternates between two positions', async () => {
    const at = (last: number) => ({ status: 416, headers: { 'Content-Range': `bytes 0-${last}/${SIZE}` } })
    const nothing = { status: 416, headers: { 'Content-Range': `bytes */${SIZE}` } }
    const { result } = publish(aReceiptOf(60, { piecesSent: 1 }), {
      [PUT]: inTurn(...Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? nothing : at(PIECE - 1)))),
    })

    await expect(result).rejects.toThrow(/repeatedly requests other parts/)
  })
})

describe('a last piece without a confirmation', () => {
  const ALL = status({ status: 'PROCESSING_UPLOAD', uploaded_bytes: SIZE })
  const PART = status({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 2 * PIECE })

  it.each([206, 400, 403, 404, 416])('completes after a %d when the status confirms it', async (code) => {
    const { result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: ALL })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
  })

  it.each([206, 400, 403, 404, 416])('completes after a %d when the status lags', async (code) => {
    const { call, result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: inTurn(PART, ALL) })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
    expect(call.proofs).toEqual([])
  })

  it.each([400, 403, 404])(
    'starts from the beginning after a %d only when the status reported missing bytes twice',
    async (code) => {
      const { call, result } = publish(aReceiptOf(60), {
        [INIT]: accepted,
        [PUT]: inTurn({ status: code }, { status: 206 }, { status: 206 }, { status: 201 }),
        [STATUS]: PART,
      })

      expect(await result).toMatchObject({ id: 'v_inbox_file~2' })
      expect(call.proofs).toHaveLength(1)
      expect(call.transport.paths.slice(0, 5)).toEqual([PUT, STATUS, STATUS, STATUS, INIT])
      expect(call.clock.sleeps).toEqual([5, 25])
    },
  )

  it('starts from the beginning only once per call', async () => {
    const { call, result } = publish(aReceiptOf(60), {
      [INIT]: accepted,
      [PUT]: inTurn({ status: 403 }, { status: 206 }, { status: 206 }, { status: 403 }),
      [STATUS]: PART,
    })

    await expect(result).rejects.toThrow(PlatformError)
    expect(call.proofs).toHaveLength(2)
    expect(call.transport.paths.filter((path) => path === INIT)).toHaveLength(1)
    expect(call.receipt).toMatchObject({ step: 'PREPARE', data: {} })
  })

  it.each([
    ['contains no bytes', status({ status: 'PROCESSING_UPLOAD' })],
    ['is unknown', status({ status: 'SOMETHING_NEW' })],
    ['does not exist any more', missing],
    ['cannot be read', { status: 400, body: 'no' }],
  ])('has an unknown outcome when the status %s', async (_what, reply) => {
    for (const code of [206, 400, 403, 404]) {
      const { call, result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: reply })

      await expect(result).rejects.toBeInstanceOf(SocialBaseError)
      expect(call.receipt?.step).toBe('FINISH')
      expect(call.proofs).toEqual([])
    }
  })
})

function reconcileWith(receipt: ReturnType<typeof aReceipt>, reply: unknown) {
  const platform = tiktok()
  const call = aReconcileCall({ platform, connection: anAccount(), replies: { [STATUS]: reply } })
  return Object.assign(platform.reconcile(receipt, call), { call })
}

describe('querying a lost response', () => {
  it.each([
    [60, { status: 'PROCESSING_UPLOAD', uploaded_bytes: SIZE }, 'FOUND'],
    [0, { status: 'PUBLISH_COMPLETE' }, 'FOUND'],
    [60, { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }, 'UNKNOWN'],
    [0, { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }, 'NOT_PUBLISHED'],
    [0, { status: 'PROCESSING_UPLOAD' }, 'UNKNOWN'],
    [0, { status: 'SOMETHING_NEW' }, 'UNKNOWN'],
  ])('%d seconds before the URL expires, with %j, returns %s', async (secondsLeft, data, state) => {
    expect(await reconcileWith(aReceiptOf(secondsLeft, {}, 'FINISH'), status(data))).toMatchObject({ state })
  })

  const SILENT = { status: 'PROCESSING_UPLOAD' }
  const PART = { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }
  // The pauses between queries advance the clock by up to 30 seconds.
  it.each([
    ['immediately while its URL is valid, because it can be sent again', 60, PART, 0, [5]],
    ['later, while the video may still be processed', 0, SILENT, 60, [5, 25]],
    ['later, for a day', -86_369, SILENT, 60, [5, 25]],
    ['never again after a day', -86_370, SILENT, null, [5, 25]],
  ])('returns the time of the next query: %s', async (_when, secondsLeft, data, retryAfter, sleeps) => {
    const queried = reconcileWith(aReceiptOf(secondsLeft, {}, 'FINISH'), status(data))

    expect(await queried).toEqual({ state: 'UNKNOWN', retryAfter })
    expect(queried.call.clock.sleeps).toEqual(sleeps)
  })

  it.each([
    ['a part, then no count', 'UNKNOWN', [PART, PART, SILENT]],
    ['a part, no count, then a part', 'NOT_PUBLISHED', [PART, SILENT, PART]],
    ['no count, then a part twice', 'NOT_PUBLISHED', [SILENT, PART, PART]],
    ['no count twice, then a part', 'UNKNOWN', [SILENT, SILENT, PART]],
    ['a part twice, then all', 'FOUND', [PART, PART, { status: 'PUBLISH_COMPLETE' }]],
    ['a part and a failure', 'NOT_PUBLISHED', [{ ...PART, status: 'FAILED' }]],
    ['a failure', 'FOUND', [{ status: 'FAILED' }]],
  ])('maps a status with %s to %s', async (_what, state, statuses) => {
    const queried = reconcileWith(aReceiptOf(0, {}, 'FINISH'), inTurn(...statuses.map(status)))

    expect(await queried).toMatchObject({ state })
    expect(queried.call.transport.requests).toHaveLength(statuses.length)
  })

  it('finds a failed post as FAILED', async () => {
    expect(await reconcileWith(aReceiptOf(0, {}, 'FINISH'), status({ status: 'FAILED' }))).toMatchObject({
      result: { id: 'v_inbox_file~1', state: 'FAILED' },
    })
  })

  it('requests another query for an unknown id, and none a day later', async () => {
    expect(await reconcileWith(aReceiptOf(0, {}, 'FINISH'), missing)).toEqual({
      state: 'UNKNOWN',
      retryAfter: 60,
    })
    const aDayLater = aReceiptOf(-86_401, {}, 'FINISH')
    expect(await reconcileWith(aDayLater, missing)).toEqual({ state: 'UNKNOWN', retryAfter: null })
  })
})
