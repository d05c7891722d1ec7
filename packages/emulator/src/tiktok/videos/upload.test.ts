import { describe, expect, it } from 'vitest'

import { AtTiktok, hexSum, INFO, refusalOf, source } from '../../__fixtures__/at-tiktok.js'
import { sampleMp4 } from '../../framework/files/samples.js'

const PIECE = 5_242_880
const TOTAL = 2 * PIECE + 100
const video = sampleMp4(TOTAL)
const first = video.subarray(0, PIECE)
const last = video.subarray(PIECE)
const STATUS = 'POST /v2/post/publish/status/fetch/'

async function announced() {
  const at = new AtTiktok()
  const token = at.signIn()
  const one = await at.startUpload(token, source(TOTAL, PIECE), {
    ...INFO,
    privacy_level: 'PUBLIC_TO_EVERYONE',
  })
  return { at, token, ...one }
}

const statusOf = async (at: AtTiktok, token: string, publishId: string) =>
  (await at.call(STATUS, { token, json: { publish_id: publishId } })).text

describe('chunks', () => {
  it('are uploaded in order, counted and hashed, and not stored', async () => {
    const { at, uploadUrl } = await announced()

    const one = await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    const two = await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })

    expect([one.status, two.status]).toEqual([206, 201])
    expect(one.headers.get('content-range')).toBe(`bytes 0-${PIECE - 1}/${TOTAL}`)
    expect(at.control.state().videos).toMatchObject([
      { uploadedBytes: TOTAL, sha256: hexSum(video), contentType: 'video/mp4', stage: 'PROCESSING' },
    ])
  })

  it('that are repeated or too early return the stored range', async () => {
    const { at, uploadUrl } = await announced()

    const early = await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })
    await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    const again = await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })
    const after = await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })

    expect([early.status, again.status, after.status]).toEqual([416, 416, 416])
    expect([early, again, after].map(({ headers }) => headers.get('content-range'))).toEqual([
      `bytes */${TOTAL}`,
      `bytes 0-${PIECE - 1}/${TOTAL}`,
      `bytes 0-${TOTAL - 1}/${TOTAL}`,
    ])
  })

  it.each([
    [{ 'content-type': 'application/octet-stream' }, 400],
    [{ 'content-range': 'bytes 0-5242879' }, 400],
    [{ 'content-range': `bytes 0-5242879/${TOTAL + 1}` }, 400],
    [{ 'content-range': `bytes 0-5242878/${TOTAL}` }, 416],
    [{ 'content-length': '7' }, 400],
    [{ authorization: 'Bearer act.token' }, 400],
    [{ 'transfer-encoding': 'chunked' }, 400],
  ])('are refused with %j', async (changes, status) => {
    const { at, uploadUrl } = await announced()
    const answer = await at.put(uploadUrl, first, { start: 0, total: TOTAL }, changes)

    expect(answer.status).toBe(status)
    expect(at.control.state().videos).toMatchObject([{ uploadedBytes: 0 }])
  })

  it('are refused with another token, and after an hour', async () => {
    const { at, uploadUrl } = await announced()

    expect((await at.put(`${uploadUrl}x`, first, { start: 0, total: TOTAL })).status).toBe(404)
    at.clock.advance(3600)
    expect((await at.put(uploadUrl, first, { start: 0, total: TOTAL })).status).toBe(403)
  })

  it('that are interrupted are discarded', async () => {
    const { at, uploadUrl } = await announced()
    at.network.faults.add({ fault: 'dropUpload', method: 'PUT', afterBytes: 1000 })

    await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })

    expect(at.control.state().videos).toMatchObject([{ sha256: hexSum(video) }])
  })

  it('leave no secret in the log', async () => {
    const { at, uploadUrl } = await announced()
    await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    const secret = new URL(uploadUrl).searchParams.get('upload_token') ?? ''

    expect(JSON.stringify(at.network.log.list())).not.toContain(secret)
  })
})

describe('the state of a video', () => {
  it('changes from uploading to published to public, with ids beyond floating-point precision', async () => {
    const { at, token, publishId, uploadUrl } = await announced()
    await at.put(uploadUrl, first, { start: 0, total: TOTAL })
    expect(await statusOf(at, token, publishId)).toContain(
      `"status":"PROCESSING_UPLOAD","uploaded_bytes":${PIECE}`,
    )
    await at.put(uploadUrl, last, { start: PIECE, total: TOTAL })
    expect(await statusOf(at, token, publishId)).toContain(
      `"status":"PROCESSING_UPLOAD","uploaded_bytes":${TOTAL}`,
    )
    at.clock.advance(20)
    expect(await statusOf(at, token, publishId)).toContain(
      '"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[]',
    )
    at.clock.advance(40)
    expect(await statusOf(at, token, publishId)).toMatch(/"publicaly_available_post_id":\[\d{19}\]/)
  })

  it('of a draft waits for the person', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    const publishId = await at.post(token, null)
    at.clock.advance(3600)
    expect(await statusOf(at, token, publishId)).toContain('SEND_TO_USER_INBOX')

    at.control.postDraft({ publishId })
    at.control.postDraft({ publishId })

    expect(await statusOf(at, token, publishId)).toMatch(/PUBLISH_COMPLETE.*\[\d{19},\d{19}\]/)
  })

  it('of a file that is not a video is failed', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    const { publishId, uploadUrl } = await at.startUpload(token)
    await at.put(uploadUrl, new Uint8Array(100), { start: 0, total: 100 })
    at.clock.advance(20)

    expect(await statusOf(at, token, publishId)).toContain('"fail_reason":"file_format_check_failed"')
  })

  it('is returned to its own account only', async () => {
    const at = new AtTiktok()
    const publishId = await at.post(at.signIn())
    const ask = (token: string, id: string) => at.call(STATUS, { token, json: { publish_id: id } })

    expect(refusalOf(await ask(at.signIn('bo'), publishId))[1]).toBe(
      'token_not_authorized_for_specified_publish_id',
    )
    expect(refusalOf(await ask(at.signIn(), 'v_pub_file~0'))).toEqual([
      400,
      'invalid_publish_id',
      'The publish_id does not exist.',
    ])
  })

  it('can only be changed in its order', async () => {
    const at = new AtTiktok()
    const publishId = await at.post(at.signIn())

    expect(() => at.control.makePublic({ publishId })).toThrow('The video is PROCESSING')
    expect(() => at.control.failVideo({ publishId: 'x' })).toThrow('There is no video "x".')
    at.control.failVideo({ publishId })
    expect(() => at.control.finishProcessing({ publishId })).toThrow('The video is FAILED')
  })
})
