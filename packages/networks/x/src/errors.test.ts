import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  InvalidPostError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
  whatNext,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { forbidden, POST, REFUSALS, TYPES } from './__fixtures__/refusals.js'
import { readError as readAt, refusesFiles } from './errors/index.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const DATE = 'Sun, 22 Nov 2026 12:00:00 GMT'
const now = Date.parse(DATE) / 1000

function errorOf(
  status: number,
  body: unknown,
  at: { readonly place?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): SocialBaseError | null {
  const [method = 'GET', path = ''] = (at.place ?? 'GET /users/me').split(' ')
  return readError(
    { status, headers: { date: DATE, ...at.headers }, body },
    { method: method as 'GET', url: `https://api.x.com/2${path}`, headers: {}, body: null }, // safe cast: the table of this test names only HTTP methods
  )
}

describe('refusals', () => {
  it.each([400, 401, 403])('of the sign-in with %i require a new sign-in, not a refresh', (status) => {
    const error = errorOf(status, { error: 'invalid_request' }, { place: 'POST /oauth2/token' })

    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({
      tokenRefused: false,
      message: expect.stringContaining('Start the sign-in again'),
    })
  })

  it.each<readonly [number, string, unknown, string, object, string]>([
    [403, 'POST /tweets', { type: `${TYPES}/credits` }, 'credits', NotAllowedError, 'Buy credits'],
    [
      200,
      'GET /tweets/1',
      { errors: [{ type: `${TYPES}/client-forbidden` }] },
      'plan',
      NotAllowedError,
      'plan',
    ],
    [403, 'GET /tweets/1', { required_enrollment: 'Appropriate Level' }, 'plan', NotAllowedError, 'plan'],
    [400, 'POST /tweets', forbidden('text is too long'), 'length', InvalidPostError, 'Shorten it'],
    [
      403,
      'POST /tweets',
      forbidden('You have not been mentioned or otherwise engaged'),
      'answer',
      NotAllowedError,
      'have restricted replies',
    ],
    [
      403,
      'POST /tweets',
      forbidden('a Tweet that is deleted or not visible to you'),
      'answer',
      PostGoneError,
      'Remove it from your data',
    ],
    [
      403,
      'POST /tweets',
      forbidden('The Tweet contains an invalid URL.'),
      'address',
      InvalidPostError,
      'Correct it',
    ],
    [
      403,
      'POST /tweets',
      forbidden('Your video is longer than allowed'),
      'video',
      InvalidPostError,
      'Correct it',
    ],
    [
      403,
      'POST /tweets',
      forbidden('Media is longer than 2 minutes'),
      'video',
      InvalidPostError,
      'Correct it',
    ],
    [403, 'DELETE /tweets/1', forbidden('Quoted'), 'other calls', NotAllowedError, 'another account'],
    [403, 'DELETE /users/1/likes/2', forbidden('Forbidden'), 'likes', NotAllowedError, 'like.write'],
    [403, 'GET /dm_events', forbidden('Forbidden'), 'messages', NotAllowedError, 'dm.read'],
    [
      200,
      'GET /tweets/1',
      { errors: [{ type: `${TYPES}/disallowed-resource` }] },
      'a hidden post',
      NotAllowedError,
      'does not show this item',
    ],
    [
      200,
      'GET /users/1/mentions',
      { errors: [{ type: `${TYPES}/resource-not-found` }] },
      'a person',
      NotFoundError,
      'Remove it from your data',
    ],
    [404, 'POST /users/1/likes', { title: 'Not Found' }, 'a like', PostGoneError, 'Remove it from your data'],
    [404, 'DELETE /users/1/retweets/2', {}, 'a repost', PostGoneError, 'Remove it from your data'],
    [400, 'POST /media/upload/initialize', {}, 'a file', InvalidPostError, 'Correct it'],
    [400, 'POST /media/upload/1/finalize', {}, 'a file', InvalidPostError, 'Correct it'],
    [400, 'POST /dm_conversations/1-2/messages', {}, 'a message', InvalidPostError, 'Correct it'],
    [400, 'POST /dm_conversations', {}, 'a message', InvalidPostError, 'Correct it'],
    [409, 'POST /tweets', { title: 'Conflict' }, 'anything else', PlatformError, 'Try again later'],
  ])('%i of %s with %j concerns %s', (status, place, body, _what, kind, message) => {
    const error = errorOf(status, body, { place })

    expect(error).toBeInstanceOf(kind)
    expect(error?.message).toContain(message)
    expect(error).toMatchObject({ platform: 'x', raw: body })
  })

  it('contain the status when nothing else is known', () => {
    expect(errorOf(413, '', { place: 'POST /media/upload/1/append' })).toMatchObject({ statusCode: 413 })
    expect(errorOf(409, { title: 'Conflict' })).toMatchObject({ statusCode: 409 })
  })

  it('of the token lead to a refresh', () => {
    expect(errorOf(401, { title: 'Unauthorized' })).toMatchObject({ tokenRefused: true })
  })

  it('contain the message of the first problem, which is more specific than the general one', () => {
    const body = { title: 'Invalid Request', detail: 'One or more parameters was invalid.' }

    expect(errorOf(400, { ...body, errors: [{ message: 'The `ids` are wrong' }] })?.message).toContain(
      ': The `ids` are wrong.',
    )
    expect(errorOf(400, { ...body, errors: ['odd'] })?.message).toContain(': One or more parameters')
    expect(errorOf(400, { errors: [{ detail: 'No such id.' }] })?.message).toContain(': No such id.')
    expect(errorOf(400, { detail: '', title: 7, errors: null })?.message).toMatch(
      /^x could not process the request\. Try/,
    )
  })

  it.each(REFUSALS)('%s', (_what, status, body, at, kind, message) => {
    const error = errorOf(status, body, at)

    expect(error).toBeInstanceOf(kind)
    expect(error?.message).toContain(message)
    expect(error?.platform).toBe('x')
  })

  it('return null for outages and for statuses that are not refusals', () => {
    expect(errorOf(200, { data: { id: '1' }, errors: [{ type: `${TYPES}/resource-not-found` }] })).toBeNull()
    expect(errorOf(200, { meta: { result_count: 0 } })).toBeNull()
    expect(errorOf(200, { token_type: 'bearer' }, { place: 'POST /oauth2/token' })).toBeNull()
    for (const status of [500, 502, 503]) expect(errorOf(status, { title: 'no' })).toBeNull()
  })

  it('of the plan are neither sign-in problems nor retryable', () => {
    for (const [status, body] of [
      [402, { type: `${TYPES}/credits` }],
      [403, { reason: 'client-not-enrolled' }],
    ] as const)
      expect(whatNext(errorOf(status, body)).todo).toBe('LOOK_AT_ACCOUNT')
  })

  it('of missing files are detected', () => {
    const gone = { errors: [{ message: 'Your media IDs are invalid.' }], title: 'Invalid Request' }

    expect(refusesFiles(errorOf(400, gone, POST))).toBe(true)
    expect(refusesFiles(errorOf(400, { detail: 'The media id is invalid' }, POST))).toBe(false)
    expect(refusesFiles(errorOf(400, gone))).toBe(false)
  })
})

/** Returns the error for a response with status 429 and these headers. */
const at = (headers: Readonly<Record<string, string>>) =>
  readError(
    { status: 429, headers, body: {} },
    { method: 'POST', url: 'https://api.x.com/2/tweets', headers: {}, body: null },
  )

describe('too many requests', () => {
  it('contain the waiting time', () => {
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(now + 90) }
    const error = errorOf(429, { title: 'Too Many Requests' }, { headers })

    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter: 90, passesSoon: true })
    expect(error?.message).toContain(
      'the limit of 15 minutes, which depends on the plan, is exhausted: Too Many Requests. Wait 90 seconds.',
    )
    expect(
      errorOf(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, { headers }),
    ).toMatchObject({
      retryAfter: 90,
      message: expect.stringContaining('Rate limit exceeded'),
    })
  })

  it('of a day do not pass soon', () => {
    const headers = { 'x-user-limit-24hour-remaining': '0', 'retry-after': '40000' }

    expect(errorOf(429, {}, { headers })).toMatchObject({ retryAfter: 40_000, passesSoon: false })
  })

  it('of a day end at the reset of the day, not of the 15 minutes, and at the later of two resets', () => {
    const day = {
      'x-rate-limit-remaining': '90',
      'x-rate-limit-reset': String(now + 90),
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': String(now + 50_000),
    }
    const both = {
      ...day,
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': String(now + 60_000),
    }

    expect(errorOf(429, {}, { headers: day })).toMatchObject({ retryAfter: 50_000, passesSoon: false })
    expect(errorOf(429, {}, { headers: both })).toMatchObject({ retryAfter: 60_000 })
    expect(errorOf(403, { errors: [{ code: 185 }] }, { headers: day })).toMatchObject({ retryAfter: 50_000 })
  })

  it('contain the waiting time also without a Date header (R-0505)', () => {
    expect(at({ 'retry-after': '120' })).toMatchObject({ retryAfter: 120 })
    expect(at({ 'retry-after': '120', 'x-rate-limit-reset': String(now + 90) })).toMatchObject({
      retryAfter: 120,
    })
    expect(at({ 'x-rate-limit-reset': String(now + 90) })).toMatchObject({ retryAfter: 90 })
  })

  it('of a usage cap have no known end', () => {
    const error = errorOf(429, {
      title: 'UsageCapExceeded',
      type: 'https://api.twitter.com/2/problems/usage-capped',
      period: 'Monthly',
    })

    expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
    expect(error?.message).toContain('usage cap or spending limit')
  })
})

/** Returns the error for a refusal with this message in every field. */
const errorOfText = (message: string): SocialBaseError | null =>
  errorOf(403, { detail: message, type: message, errors: [{ message }] }, POST)

it('reads untrusted messages in linear time, and quotes only a part of them', () => {
  for (const piece of ['a', ' ', 'too ', 'quot', 'video is ', '/'])
    expect(growthOf(errorOfText, (letters) => piece.repeat(letters / piece.length))).toBeLessThan(MAX_GROWTH)
  expect(errorOfText('a'.repeat(100_000))?.message.length).toBeLessThan(700)
})
