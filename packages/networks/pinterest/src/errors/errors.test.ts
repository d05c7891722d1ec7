import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  type OutgoingRequest,
  PlatformError,
  PostGoneError,
  RateLimitError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError as readAt } from './index.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

function aRequest(route: string): OutgoingRequest {
  const [method, path] = route.split(' ') as [OutgoingRequest['method'], string] // safe cast: each row below has the format "METHOD path"
  return { method, url: `https://api.pinterest.com/v5${path}`, headers: {}, body: null }
}

function refusal(status: number, code: unknown, message: unknown, headers: Record<string, string> = {}) {
  return { status, headers, body: { code, message } }
}

const NO_SCOPES =
  'Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.'
const ON_TRIAL =
  'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.'

function read(message: string): unknown {
  return readError(refusal(401, 3, message), aRequest('POST /pins'))
}

describe('a refusal of Pinterest', () => {
  it.each([
    ['POST /pins', 400, 1, "'board_id' value 'abc' must match the pattern", InvalidPostError, 'Correct it'],
    ['POST /pins', 400, 1, 'Must provide cover_image_url or …', InvalidPostError, 'options.coverImageUrl'],
    ['POST /pins', 400, 1, 'Unable to reach the URL.', InvalidPostError, 'must be public'],
    ['PATCH /pins/1', 400, 1, 'Invalid parameters.', InvalidPostError, 'Correct it'],
    ['POST /boards', 400, 400, 'The board name is invalid or duplicated.', PlatformError, 'duplicated'],
    ['GET /boards', 401, 2, 'Authentication failed.', AuthError, 'Sign the account in again'],
    ['POST /oauth/token', 401, 2, 'Authentication failed.', AuthError, '60 days'],
    ['POST /oauth/token', 400, 1, 'Invalid parameters.', AuthError, '60 days'],
    ['POST /oauth/token', 403, 29, 'Not permitted.', AuthError, '60 days'],
    ['POST /oauth/token', 404, 404, 'Not found.', AuthError, '60 days'],
    ['POST /pins', 401, 3, NO_SCOPES, MissingPermissionError, 'pins:write'],
    ['GET /boards', 401, 3, NO_SCOPES, MissingPermissionError, 'boards:read'],
    ['POST /boards', 401, 3, NO_SCOPES, MissingPermissionError, 'boards:write'],
    ['GET /boards/1/pins', 401, 3, NO_SCOPES, MissingPermissionError, 'boards:read, pins:read'],
    ['POST /media', 401, 3, NO_SCOPES, MissingPermissionError, 'pins:write'],
    ['GET /media/1', 401, 3, NO_SCOPES, MissingPermissionError, 'pins:read'],
    ['POST /boards/1/sections', 401, 3, NO_SCOPES, MissingPermissionError, 'boards:write'],
    ['GET /user_account', 401, 3, NO_SCOPES, MissingPermissionError, 'user_accounts:read'],
    [
      'GET /pins/1',
      401,
      3,
      `${NO_SCOPES} Missing: ['pins:read_secret']`,
      MissingPermissionError,
      'pins:read_secret',
    ],
    [
      'GET /boards',
      401,
      3,
      'Your application consumer type is not supported.',
      NotAllowedError,
      'Trial or Standard',
    ],
    ['GET /boards', 401, 3, 'This requires Standard access.', NotAllowedError, 'Trial or Standard'],
    [
      'GET /boards/1',
      401,
      7,
      'Not authorized to access board or Pin.',
      NotAllowedError,
      'account.run(boards)',
    ],
    [
      'DELETE /pins/1',
      403,
      7,
      'Not authorized to access board or Pin.',
      NotAllowedError,
      'account.run(boards)',
    ],
    ['POST /pins', 403, 29, ON_TRIAL, NotAllowedError, 'https://api-sandbox.pinterest.com/v5'],
    [
      'POST /pins',
      403,
      29,
      'You are not permitted to access that resource.',
      NotAllowedError,
      'boards:write',
    ],
    ['PATCH /pins/1', 403, 29, 'Not authorized to update Pin.', NotAllowedError, 'beta'],
    ['POST /pins', 403, 233, 'Sorry, that image is too small.', InvalidPostError, 'larger'],
    ['POST /pins', 403, 235, 'Sorry, this image is broken.', InvalidPostError, 'JPEG or PNG'],
    ['POST /pins', 404, 40, 'Board not found.', InvalidPostError, 'account.run(boards)'],
    ['POST /pins', 404, 2031, 'Board section not found.', InvalidPostError, 'boardSections'],
    ['POST /pins', 404, 404, 'Media upload not found', InvalidPostError, 'upload the video again'],
    ['GET /boards/1', 404, 40, 'Board not found.', NotFoundError, 'Remove it from your data'],
    ['GET /pins/1', 404, 50, 'Pin not found.', PostGoneError, 'does not exist'],
    ['GET /user_account', 404, 30, 'User not found.', NotFoundError, 'Remove it from your data'],
    ['POST /boards/1/sections', 409, 409, 'Could not get exclusive access.', PlatformError, 'exclusive'],
    [
      'POST /pins',
      429,
      8,
      'This request exceeded a rate limit.',
      RateLimitError,
      'per day for the whole app',
    ],
    ['POST /pins', 429, 8, 'It looks like spam.', RateLimitError, 'does not help'],
  ])('to %s with %i, code %i and "%s" contains advice', (route, status, code, message, kind, advice) => {
    const error = readError(refusal(status, code, message), aRequest(route))

    expect(error).toBeInstanceOf(kind)
    expect(error?.message).toContain(advice)
    expect(error?.platform).toBe('pinterest')
    expect(error?.raw).toEqual({ code, message })
  })

  it('of the token causes one refresh, and one of the sign-in causes none', () => {
    const refused = refusal(401, 2, 'Authentication failed.')

    expect(readError(refused, aRequest('GET /boards'))).toMatchObject({ tokenRefused: true })
    expect(readError(refused, aRequest('POST /oauth/token'))).toMatchObject({ tokenRefused: false })
  })

  it.each([
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '37' }, 37],
    [{ 'retry-after': '5', 'x-ratelimit-reset': '37' }, 5],
    [{ 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT', date: 'Sun, 22 Nov 2026 12:00:00 GMT' }, 60],
    [{ 'x-ratelimit-reset': '1795348860', date: 'Sun, 22 Nov 2026 12:01:00 GMT' }, 0],
    [{ 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT' }, null],
    [{ 'x-ratelimit-reset': '86400' }, 86_400],
    [{ 'x-ratelimit-reset': '86401' }, null],
    [{}, null],
  ])('with %o has a retryAfter of %s seconds', (headers, retryAfter) => {
    const error = readError(refusal(429, 8, 'Slow down.', headers), aRequest('GET /boards'))

    expect(error).toMatchObject({ retryAfter, passesSoon: true })
  })

  it('for spam is never retried by the library', () => {
    const headers = { 'x-ratelimit-reset': '37' }
    const error = readError(
      {
        status: 429,
        headers,
        body: { code: 8, message: 'Blocked.', message_detail: 'This looks like SPAM.' },
      },
      aRequest('POST /pins'),
    )

    expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
  })

  it.each([
    ['a success', { status: 200, headers: {}, body: { id: '1' } }],
    ['an outage', refusal(500, 500, 'We hit an unexpected error.')],
    ['the page of a proxy', { status: 403, headers: {}, body: '<html>' }],
    ['nothing at all', { status: 401, headers: {}, body: null }],
  ])('is not detected in %s', (_what, reply) => {
    expect(readError(reply, aRequest('GET /boards'))).toBeNull()
  })

  it.each([
    ['without a code', { message: 'No.' }],
    ['with an invalid code', { code: '7', message: 'No.' }],
  ])('%s is classified by its status and its message', (_what, body) => {
    expect(readError({ status: 401, headers: {}, body }, aRequest('GET /boards/1'))).toBeInstanceOf(AuthError)
  })

  it('without a message is classified by its code', () => {
    expect(
      readError({ status: 401, headers: {}, body: { code: 7 } }, aRequest('GET /boards/1')),
    ).toBeInstanceOf(NotAllowedError)
  })

  it('for too many requests is also accepted from a proxy', () => {
    expect(
      readError({ status: 429, headers: { 'retry-after': '5' }, body: '<html>' }, aRequest('GET /boards')),
    ).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 5 })
  })

  it('contains the status when nothing else is known', () => {
    expect(readError(refusal(409, 409, 'Busy.'), aRequest('POST /boards'))).toMatchObject({ statusCode: 409 })
  })

  it('is read in linear time for any message length', () => {
    expect(growthOf(read, (letters) => `Missing: [${"'pins:".repeat(letters / 6)}`)).toBeLessThan(MAX_GROWTH)
    expect(growthOf(read, (letters) => ' url cover_image'.repeat(letters / 16))).toBeLessThan(MAX_GROWTH)
  })

  it('is quoted in one line of bounded length', () => {
    const error = readError(refusal(400, 1, `a\nb ${'c'.repeat(100_000)}`), aRequest('POST /pins'))

    expect(error?.message).toMatch(/^pinterest refused the pin: a b c+\. Correct it/)
    expect(error?.message.length).toBeLessThan(400)
  })
})
