import { describe, expect, it } from 'vitest'

import { AtYoutube } from '../../__fixtures__/at-youtube.js'

const STEP = 262_144

/**
 * Starts an upload of three 256 KiB steps. Returns functions that query its status and send
 * pieces.
 */
async function openUpload() {
  const at = new AtYoutube()
  const { accessToken: token } = at.control.signIn({ person: 'Ada' })
  const total = 3 * STEP
  const location = await at.startUpload(token, total)
  return {
    at,
    total,
    ask: () => at.put(location, `bytes */${total}`),
    piece: (first: number, steps = 1) =>
      at.put(
        location,
        `bytes ${first}-${first + steps * STEP - 1}/${total}`,
        Buffer.alloc(steps * STEP, first % 251),
      ),
  }
}

describe('the status query of an upload', () => {
  it.each([
    ['QUOTA_EXCEEDED', 403, 'quotaExceeded'],
    ['FORBIDDEN', 403, 'forbidden'],
    ['BAD_REQUEST', 400, 'badRequest'],
    ['UNAUTHORIZED', 401, 'authError'],
    ['NOT_FOUND', 404, 'Not Found'],
    ['GONE', 410, 'Gone'],
    ['RATE_LIMIT', 429, 'rateLimitExceeded'],
    ['UNAVAILABLE', 503, 'Service Unavailable'],
  ])('can return %s to status queries while pieces are accepted', async (answer, status, message) => {
    const { at, ask, piece, total } = await openUpload()
    at.control.answerQuestions({ with: answer, count: 2, retryAfterSeconds: 7200 })
    for (let times = 0; times < 2; times += 1) {
      const { status: got, text, headers } = await ask()
      expect([got, text]).toEqual([status, expect.stringContaining(message)])
      expect(headers.get('retry-after')).toBe(status === 429 ? '7200' : null)
      expect((await piece(0)).status).toBe(308)
    }
    expect((await ask()).headers.get('range')).toBe(`bytes=0-${STEP - 1}`)
    expect((await piece(STEP, 2)).status).toBe(200)
    at.control.answerQuestions({ with: answer })
    expect((await ask()).status).toBe(status)
    at.control.answerQuestions({ with: answer, count: 0 })
    expect((await ask()).body).toMatchObject({ kind: 'youtube#video' })
    expect(at.control.state().videos).toMatchObject([{ bytes: total }])
  })

  it('can end with a closed connection', async () => {
    const { at } = await openUpload()
    at.control.answerQuestions({ with: 'HANG_UP', count: 1 })
    const request = new Request(`${at.network.origin}/upload/youtube/v3/videos`, {
      method: 'PUT',
      headers: { 'content-range': 'bytes */9' },
    })
    expect((await at.network.exchange(request)).cut).toBe('BEFORE_REPLY')
  })

  it('can get no response', async () => {
    const { at, ask } = await openUpload()
    at.control.answerQuestions({ with: 'SILENCE', count: 1 })
    let isAnswered = false
    void ask().then(() => (isAnswered = true))
    expect((await ask()).status).toBe(308) // only the first status query gets no response
    expect(isAnswered).toBe(false)
    expect(at.network.log.list().map(({ status }) => status)).toContain(null)
  })

  it('rejects the names of unknown responses', async () => {
    const { at } = await openUpload()
    expect(() => at.control.answerQuestions({ with: 'TEAPOT' })).toThrow(
      'Use one of: QUOTA_EXCEEDED, FORBIDDEN',
    )
    expect(() => at.control.answerQuestions({ with: 'GONE', count: 0.5 })).toThrow('whole number')
    expect(() => at.control.answerQuestions({ with: 'GONE', retryAfterSeconds: -1 })).toThrow('0 or more')
  })
})

describe('an upload whose Range moves back', () => {
  it('loses every second piece for as long as configured', async () => {
    const { at, ask, piece, total } = await openUpload()
    at.control.rewindUploads({ count: 2 })
    const ranges = []
    for (const first of [0, STEP, 0, STEP, 0]) ranges.push((await piece(first)).headers.get('range'))
    expect(ranges).toEqual([`bytes=0-${STEP - 1}`, null, `bytes=0-${STEP - 1}`, null, `bytes=0-${STEP - 1}`])
    expect((await ask()).headers.get('range')).toBe(`bytes=0-${STEP - 1}`)
    expect((await piece(STEP, 2)).status).toBe(200)
    expect(at.control.state().videos).toMatchObject([{ bytes: total }])
  })

  it('returns to the anchor, and hashes the remaining bytes', async () => {
    const straight = await openUpload()
    for (const first of [0, STEP, 2 * STEP]) await straight.piece(first)
    const { at, piece } = await openUpload()
    await piece(0)
    at.control.rewindUploads({ every: 1, count: 1 })
    expect((await piece(STEP)).headers.get('range')).toBe(`bytes=0-${STEP - 1}`)
    for (const first of [STEP, 2 * STEP]) await piece(first)
    const [video] = straight.at.control.state().videos
    expect(at.control.state().videos).toMatchObject([{ sha256: video?.sha256 }])
    expect(() => at.control.rewindUploads({ every: 0 })).toThrow('whole number of pieces')
  })
})

it('an upload is forgotten after its last piece created the video', async () => {
  const { at, ask, piece } = await openUpload()
  at.control.forgetFinishedUploads({ count: 1 })
  at.network.faults.add({ fault: 'replyLost', method: 'PUT', nth: 1 })
  await piece(0, 3)
  expect((await ask()).status).toBe(404)
  expect((await piece(0, 3)).status).toBe(404)
  expect(at.network.effects.list()).toMatchObject([{ kind: 'VIDEO' }])
})
