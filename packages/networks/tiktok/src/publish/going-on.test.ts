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
    createdAt: NOW,
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

  it('is never begun again once its last piece was sent, whatever TikTok’s clock says', async () => {
    const { call, result } = publish(aReceiptOf(-60, {}, 'FINISH'), { [PUT]: { status: 201 } })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
    expect(call.transport.paths).toEqual([PUT])
  })

  it('is begun again after its hour: nothing of it can be visible before its last piece was sent', async () => {
    const { call, result } = publish(aReceiptOf(0), {
      [INIT]: accepted,
      [PUT]: inTurn({ status: 206 }, { status: 206 }, { status: 201 }),
    })

    expect(await result).toMatchObject({ id: 'v_inbox_file~2' })
    expect(call.transport.paths).toEqual([INIT, PUT, PUT, PUT])
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
    const { result } = publish(aReceiptOf(60, { piecesSent: 1 }), {
      [PUT]: inTurn(...Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? nothing : at(PIECE - 1)))),
    })

    await expect(result).rejects.toThrow(/keeps asking for other parts/)
  })
})

describe('a last piece whose answer is no yes', () => {
  const ALL = status({ status: 'PROCESSING_UPLOAD', uploaded_bytes: SIZE })
  const PART = status({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 2 * PIECE })

  it.each([206, 400, 403, 404, 416])('is done after a %d when the status says so', async (code) => {
    const { result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: ALL })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
  })

  it.each([206, 400, 403, 404, 416])('is done after a %d when the status only lags', async (code) => {
    const { call, result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: inTurn(PART, ALL) })

    expect(await result).toMatchObject({ id: 'v_inbox_file~1' })
    expect(call.proofs).toEqual([])
  })

  it.each([400, 403, 404])(
    'is begun afresh after a %d, but only once the status said twice that bytes are missing',
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

  it('is refused when that happens to one of this very call: it is begun afresh once, and not in circles', async () => {
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
    ['says nothing of bytes', status({ status: 'PROCESSING_UPLOAD' })],
    ['says a word that nobody knows', status({ status: 'SOMETHING_NEW' })],
    ['has forgotten it', missing],
    ['cannot be read', { status: 400, body: 'no' }],
  ])('stays open when the status %s', async (_what, reply) => {
    for (const code of [206, 400, 403, 404]) {
      const { call, result } = publish(aReceiptOf(60), { [PUT]: { status: code }, [STATUS]: reply })

      await expect(result).rejects.toBeInstanceOf(SocialBaseError)
      expect(call.receipt?.step).toBe('FINISH')
      expect(call.proofs).toEqual([])
    }
  })
})

function lookUp(receipt: ReturnType<typeof aReceipt>, reply: unknown) {
  const platform = tiktok()
  const call = aReconcileCall({ platform, connection: anAccount(), replies: { [STATUS]: reply } })
  return Object.assign(platform.reconcile(receipt, call), { call })
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

  const SILENT = { status: 'PROCESSING_UPLOAD' }
  const PART = { status: 'PROCESSING_UPLOAD', uploaded_bytes: PIECE }
  // The looks take time themselves.
  it.each([
    ['while its address is good, at once, because it can be sent again', 60, PART, 0, [5]],
    ['later, while the video may still come on', 0, SILENT, 60, [5, 25]],
    ['later, for a day', -86_369, SILENT, 60, [5, 25]],
    ['never again after a day: a person has to look', -86_370, SILENT, null, [5, 25]],
  ])('says when to look again: %s', async (_when, secondsLeft, data, retryAfter, sleeps) => {
    const looking = lookUp(aReceiptOf(secondsLeft, {}, 'FINISH'), status(data))

    expect(await looking).toEqual({ state: 'UNKNOWN', retryAfter })
    expect(looking.call.clock.sleeps).toEqual(sleeps)
  })

  it.each([
    ['less, then nothing', 'UNKNOWN', [PART, PART, SILENT]],
    ['less, nothing, then less', 'NOT_PUBLISHED', [PART, SILENT, PART]],
    ['nothing, then less twice', 'NOT_PUBLISHED', [SILENT, PART, PART]],
    ['nothing twice, then less', 'UNKNOWN', [SILENT, SILENT, PART]],
    ['less twice, then all', 'FOUND', [PART, PART, { status: 'PUBLISH_COMPLETE' }]],
    ['less, and that it failed', 'NOT_PUBLISHED', [{ ...PART, status: 'FAILED' }]],
    ['that it failed', 'FOUND', [{ status: 'FAILED' }]],
  ])('takes a status that says %s for %s', async (_what, state, told) => {
    const looking = lookUp(aReceiptOf(0, {}, 'FINISH'), inTurn(...told.map(status)))

    expect(await looking).toMatchObject({ state })
    expect(looking.call.transport.requests).toHaveLength(told.length)
  })

  it('finds a post that failed as a post that failed', async () => {
    expect(await lookUp(aReceiptOf(0, {}, 'FINISH'), status({ status: 'FAILED' }))).toMatchObject({
      result: { id: 'v_inbox_file~1', state: 'FAILED' },
    })
  })

  it('asks for another query where TikTok does not know the id, and for a person a day later', async () => {
    expect(await lookUp(aReceiptOf(0, {}, 'FINISH'), missing)).toEqual({ state: 'UNKNOWN', retryAfter: 60 })
    const aDayLater = aReceiptOf(-86_401, {}, 'FINISH')
    expect(await lookUp(aDayLater, missing)).toEqual({ state: 'UNKNOWN', retryAfter: null })
  })
})
