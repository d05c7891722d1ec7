import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AtYoutube } from '../../__fixtures__/at-youtube.js'

const STEP = 262_144
const START = 'POST /upload/youtube/v3/videos'
const QUERY = { uploadType: 'resumable', part: 'snippet,status' }
const JSON_VIDEO = { snippet: { title: 'Bread' }, status: { privacyStatus: 'private' } }

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('starting an upload', () => {
  it('returns a URL, charges one upload, and creates no video', async () => {
    const at = new AtYoutube()
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })

    const { status, headers, text } = await at.call(START, { token, query: QUERY, json: JSON_VIDEO })

    expect([status, text]).toEqual([200, ''])
    expect(headers.get('location')).toMatch(
      /^https:\/\/youtube\.example\/upload\/youtube\/v3\/videos\?uploadType=resumable&upload_id=[\w-]+&part=snippet,status$/,
    )
    expect(at.control.state()).toMatchObject({ videos: [], quota: { uploads: 1, units: 0 } })
  })

  it.each([
    ['no title', { snippet: {} }, 'invalidTitle'],
    ['101 characters', { snippet: { title: 'a'.repeat(101) } }, 'invalidTitle'],
    ['a title with <', { snippet: { title: 'a<b' } }, 'invalidTitle'],
    ['5,001 bytes', { snippet: { title: 'a', description: 'é'.repeat(2501) } }, 'invalidDescription'],
    ['a description with >', { snippet: { title: 'a', description: '>' } }, 'invalidDescription'],
    ['501 characters of tags', { snippet: { title: 'a', tags: [`${'a'.repeat(498)} b`] } }, 'invalidTags'],
    ['tags that are text', { snippet: { title: 'a', tags: 'abc' } }, 'invalidTags'],
    ['no such category', { snippet: { title: 'a', categoryId: '999' } }, 'invalidCategoryId'],
    [
      'a moment for a public video',
      { snippet: { title: 'a' }, status: { privacyStatus: 'public', publishAt: '2027-01-01T00:00:00Z' } },
      'invalidPublishAt',
    ],
    [
      'a moment without a zone',
      { snippet: { title: 'a' }, status: { privacyStatus: 'private', publishAt: '2027-01-01' } },
      'invalidPublishAt',
    ],
  ])('is refused with %s', async (_what, json, reason) => {
    const at = new AtYoutube()
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })

    const { status, body } = await at.call(START, { token, query: QUERY, json })

    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 400, errors: [expect.objectContaining({ reason })] }) },
    ])
  })

  it('publishes a past time immediately, and is public by default', async () => {
    const at = new AtYoutube()
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })
    const upload = async (status: object) => {
      const json = { snippet: { title: 'a' }, status }
      const { headers } = await at.call(START, { token, query: QUERY, json })
      const { body } = await at.put(headers.get('location') ?? '', 'bytes 0-0/1', Buffer.from('x'))
      return body
    }

    const past = await upload({ privacyStatus: 'private', publishAt: '2020-01-01T00:00:00Z' })
    expect(past).toMatchObject({ status: { privacyStatus: 'public' } })
    expect(await upload({})).toMatchObject({ status: { privacyStatus: 'public' } })
  })

  it('requires the scope, the API and a channel', async () => {
    const at = new AtYoutube()
    const scopes = ['https://www.googleapis.com/auth/youtube.readonly']
    const reasonOf = async (token?: string) => {
      const { status, body } = await at.call(START, {
        query: QUERY,
        json: JSON_VIDEO,
        ...(token && { token }),
      })
      const { error } = body as {
        readonly error: { readonly errors: readonly { readonly reason: string }[] }
      }
      return [status, error.errors[0]?.reason]
    }

    expect(await reasonOf()).toEqual([401, 'required'])
    expect(await reasonOf('ya29.nobody')).toEqual([401, 'authError'])
    expect(await reasonOf(at.control.signIn({ person: 'Ada', scopes }).accessToken)).toEqual([
      403,
      'insufficientPermissions',
    ])
    expect(await reasonOf(at.control.signIn({ person: 'Cy' }).accessToken)).toEqual([
      401,
      'youtubeSignupRequired',
    ])
    at.control.switchApi({ on: false })
    expect(await reasonOf(at.control.signIn({ person: 'Ada' }).accessToken)).toEqual([
      403,
      'accessNotConfigured',
    ])
  })
})

describe('pieces', () => {
  it('return 308 with the received bytes, then 200 with the video', async () => {
    const at = new AtYoutube()
    const { accessToken } = at.control.signIn({ person: 'Ada' })
    const bytes = Buffer.alloc(STEP + 3, 'ab')
    const location = await at.startUpload(accessToken, bytes.length)

    const none = await at.put(location, `bytes */${bytes.length}`)
    const first = await at.put(location, `bytes 0-${STEP - 1}/${bytes.length}`, bytes.subarray(0, STEP))
    const requested = await at.put(location, `bytes */${bytes.length}`)
    const last = await at.put(location, `bytes ${STEP}-${STEP + 2}/${bytes.length}`, bytes.subarray(STEP))
    const again = await at.put(location, `bytes */${bytes.length}`)

    expect([none.status, none.headers.get('range')]).toEqual([308, null])
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${STEP - 1}`])
    expect([requested.status, requested.headers.get('range')]).toEqual([308, `bytes=0-${STEP - 1}`])
    expect(last).toMatchObject({
      status: 200,
      body: { kind: 'youtube#video', status: { uploadStatus: 'uploaded' } },
    })
    expect(again).toMatchObject({ status: 200, body: { id: (last.body as { id: string }).id } })
    expect(at.control.state().videos).toMatchObject([{ bytes: bytes.length, sha256: sumOf(bytes) }])
  })

  it('that overlap stored bytes are read only from the end of the stored bytes', async () => {
    const at = new AtYoutube()
    const { accessToken } = at.control.signIn({ person: 'Ada' })
    const bytes = Buffer.from(Array.from({ length: 3 * STEP }, (_unused, index) => index % 251))
    const location = await at.startUpload(accessToken, bytes.length)
    await at.put(location, `bytes 0-${2 * STEP - 1}/${bytes.length}`, bytes.subarray(0, 2 * STEP))

    await at.put(location, `bytes ${STEP}-${bytes.length - 1}/${bytes.length}`, bytes.subarray(STEP))

    expect(at.control.state().videos).toMatchObject([{ sha256: sumOf(bytes) }])
  })

  it('may be stored in part', async () => {
    const at = new AtYoutube()
    const { accessToken } = at.control.signIn({ person: 'Ada' })
    const location = await at.startUpload(accessToken, 4 * STEP)
    at.control.storeOfNextPiece({ bytes: STEP + 5 })

    const { headers } = await at.put(location, `bytes 0-${2 * STEP - 1}/${4 * STEP}`, Buffer.alloc(2 * STEP))

    expect(headers.get('range')).toBe(`bytes=0-${STEP - 1}`)
  })

  it.each([
    [
      'beyond what has arrived',
      `bytes ${STEP}-${2 * STEP - 1}/${4 * STEP}`,
      STEP,
      /exceeds already uploaded size of 0/,
    ],
    ['that is no multiple of 256 KiB', `bytes 0-99/${4 * STEP}`, 100, /exact multiple of 262144/],
    ['of another length than said', `bytes 0-${STEP - 1}/${4 * STEP}`, 10, /There should have been 262144/],
    ['of another video', `bytes 0-${STEP - 1}/${5 * STEP}`, STEP, /was said to be/],
    ['that ends before it begins', `bytes 9-3/${4 * STEP}`, 10, /Content-Range header is invalid/],
    ['with nonsense for a range', 'bytes all', 10, /Content-Range header is invalid/],
  ])('%s are refused', async (_what, range, length, content) => {
    const at = new AtYoutube()
    const { accessToken } = at.control.signIn({ person: 'Ada' })
    const location = await at.startUpload(accessToken, 4 * STEP)

    const { status, text } = await at.put(location, range, Buffer.alloc(length))

    expect(status).toBe(400)
    expect(text).toMatch(content)
  })

  it('of a forgotten upload, or with an invalid token, are refused', async () => {
    const at = new AtYoutube()
    const { accessToken } = at.control.signIn({ person: 'Ada' })
    const location = await at.startUpload(accessToken, 10)
    const ask = (token?: string) =>
      at.call(`PUT ${location}`, { headers: { 'content-range': 'bytes */10' }, ...(token && { token }) })

    expect((await ask('ya29.nobody')).status).toBe(401)
    expect((await ask()).status).toBe(308)
    at.clock.advance(8 * 86_400)
    expect((await ask()).status).toBe(404)
    expect((await at.put(location.replace(/upload_id=[^&]+/, 'upload_id=x'), 'bytes */10')).status).toBe(404)
  })
})

describe('quota', () => {
  it('of uploads is refused in the new format, and is reset at midnight Pacific time', async () => {
    const at = new AtYoutube({ uploadsPerDay: 1 })
    const start = () => {
      const { accessToken: token } = at.control.signIn({ person: 'Ada' })
      return at.call(START, { token, query: QUERY, json: JSON_VIDEO })
    }
    await start()

    expect(await start()).toMatchObject({
      status: 429,
      body: {
        error: {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          message: expect.stringContaining("limit 'Video Uploads per day'"),
          errors: [{ reason: 'rateLimitExceeded' }],
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } }],
        },
      },
    })
    at.clock.set(new Date('2026-11-22T07:59:00Z'))
    expect((await start()).status).toBe(429)
    at.clock.set(new Date('2026-11-22T08:01:00Z'))
    expect((await start()).status).toBe(200)
  })

  it('of units is refused in the old format, and uploads may cost units too', async () => {
    const at = new AtYoutube({ unitsPerUpload: 1600, unitsPerDay: 1601 })
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })
    const read = () =>
      at.call('GET /youtube/v3/channels', { token, query: { part: 'snippet', mine: 'true' } })
    await at.call(START, { token, query: QUERY, json: JSON_VIDEO })

    expect((await read()).status).toBe(200)
    expect(await read()).toMatchObject({
      status: 403,
      body: { error: { errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] } },
    })
  })

  it('of a channel has its own error', async () => {
    const at = new AtYoutube({ channelUploadsPerDay: 1 })
    const { accessToken: token } = at.control.signIn({ person: 'Ada' })
    await at.call(START, { token, query: QUERY, json: JSON_VIDEO })

    expect(await at.call(START, { token, query: QUERY, json: JSON_VIDEO })).toMatchObject({
      status: 400,
      body: { error: { errors: [{ reason: 'uploadLimitExceeded' }] } },
    })
  })
})
