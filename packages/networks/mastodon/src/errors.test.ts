import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  BlockedError,
  type HttpMethod,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PostGoneError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { isStillProcessing, readError as readAt } from './errors.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

function refusal(status: number, body: unknown, method: HttpMethod = 'GET', path = '/api/v1/accounts/1') {
  return readError(
    { status, headers: {}, body },
    { method, url: `https://social.example${path}?limit=1`, headers: {}, body: null },
  )
}
const errorBody = (error: string) => ({ error })
const STATUS = '/api/v1/statuses/1'
const POST = '/api/v1/statuses'

describe('refusals of the server', () => {
  // Holds R-0497.
  it.each([
    ['a refused token', 401, errorBody('The access token is invalid'), 'GET', STATUS, AuthError],
    ['an expired code', 400, errorBody('invalid_grant'), 'POST', '/oauth/token', AuthError],
    ['an app the server does not know', 401, errorBody('invalid_client'), 'POST', '/oauth/token', AuthError],
    [
      'the token of an app',
      422,
      errorBody('This method requires an authenticated user'),
      'GET',
      STATUS,
      AuthError,
    ],
    [
      'a missing scope',
      403,
      errorBody('This action is outside the authorized scopes'),
      'GET',
      STATUS,
      MissingPermissionError,
    ],
    [
      'an action that is not allowed',
      403,
      errorBody('This action is not allowed'),
      'POST',
      STATUS,
      NotAllowedError,
    ],
    ['a disabled login', 403, errorBody('Your login is currently disabled'), 'GET', STATUS, NotAllowedError],
    ['a block', 403, errorBody('You have been blocked by this account'), 'POST', STATUS, BlockedError],
    ['a deleted status', 404, errorBody('Record not found'), 'GET', `${STATUS}/context`, PostGoneError],
    [
      'a deleted parent',
      404,
      errorBody('The post you are trying to reply to does not appear to exist.'),
      'POST',
      POST,
      PostGoneError,
    ],
    ['a suspended account', 410, '', 'GET', '/api/v1/accounts/1', NotFoundError],
    ['a file that is too big', 413, '<html>nginx</html>', 'POST', '/api/v2/media', InvalidPostError],
    [
      'a text that is too long',
      422,
      errorBody('Validation failed: Text character limit of 500 exceeded'),
      'POST',
      POST,
      InvalidPostError,
    ],
    ['a file that failed', 422, errorBody('Error processing'), 'GET', '/api/v1/media/7', InvalidPostError],
  ] as const)('map %s to its error', (_what, status, body, method, path, kind) => {
    const error = refusal(status, body, method, path)

    expect(error?.constructor).toBe(kind)
    expect(error?.platform).toBe('mastodon')
  })

  it.each([
    [404, '/api/v1/accounts/1'],
    [409, '/api/v1/markers'],
    [422, '/api/v1/apps'],
    [429, STATUS],
    [500, '/api/v2/media'],
    [503, STATUS],
    [400, STATUS],
    [200, STATUS],
  ])('leave %i on %s to the status alone', (status, path) => {
    expect(refusal(status, errorBody('message'), 'GET', path)).toBeNull()
  })

  it.each([
    ['POST', POST, 'write:statuses'],
    ['DELETE', STATUS, 'write:statuses'],
    ['POST', '/api/v1/markers', 'write:statuses'],
    ['POST', `${STATUS}/favourite`, 'write:favourites'],
    ['POST', `${STATUS}/unfavourite`, 'write:favourites'],
    ['POST', '/api/v2/media', 'write:media'],
    ['POST', '/api/v1/media', 'write:media'],
    ['GET', '/api/v1/media/1', 'write:media'],
    ['PUT', '/api/v1/scheduled_statuses/1', 'write:statuses'],
    ['GET', '/api/v1/scheduled_statuses', 'read:statuses'],
    ['POST', '/api/v1/conversations/1/read', 'write:conversations'],
    ['GET', '/api/v1/conversations', 'read:statuses'],
    ['GET', '/api/v1/notifications', 'read:notifications'],
    ['GET', '/api/v1/accounts/verify_credentials', 'read:accounts'],
    ['GET', STATUS, 'read:statuses'],
    ['GET', '/api/v2/instance', 'read'],
    ['POST', '/api/v1/reports', 'write'],
  ] as const)('name the scope that %s %s requires', (method, path, needs) => {
    expect(
      refusal(403, errorBody('This action is outside the authorized scopes'), method, path),
    ).toMatchObject({
      needs,
    })
  })

  it('set tokenRefused only when the token itself was refused', () => {
    expect(refusal(401, errorBody('The access token was revoked'))).toMatchObject({ tokenRefused: true })
    expect(refusal(401, errorBody('invalid_client'), 'POST', '/oauth/token')).toMatchObject({
      tokenRefused: false,
    })
  })

  it('contain the error message of the server and its response', () => {
    const error = refusal(
      422,
      errorBody('Validation failed: Text character limit of 500 exceeded'),
      'POST',
      POST,
    )

    expect(error?.message).toContain('Text character limit of 500 exceeded')
    expect(error?.raw).toEqual(errorBody('Validation failed: Text character limit of 500 exceeded'))
  })

  it.each([null, '', '<html>', 7, []])('accept the body %j', (body) => {
    expect(refusal(404, body, 'GET', STATUS)).toBeInstanceOf(PostGoneError)
  })

  it('detect a file that is still being processed', () => {
    const message = 'Cannot attach files that have not finished processing. Try again in a moment!'

    expect(isStillProcessing(refusal(422, errorBody(message), 'POST', POST))).toBe(true)
    expect(isStillProcessing(refusal(422, errorBody('Text is too long'), 'POST', POST))).toBe(false)
    expect(isStillProcessing(new Error('other'))).toBe(false)
  })
})

const isProcessingError = (message: string) =>
  isStillProcessing(refusal(422, errorBody(message), 'POST', POST))

describe('an untrusted error message', () => {
  it.each([
    ['dots', '. '],
    ['parts of known messages', 'block '],
    ['half of a known message', 'outside the authorized '],
    ['line breaks', '\n\r'],
  ])('with many %s is read in linear time', (_what, piece) => {
    const make = (letters: number) => piece.repeat(letters / piece.length)
    for (const status of [403, 422])
      expect(
        growthOf((message: string) => refusal(status, errorBody(message), 'POST', POST), make),
      ).toBeLessThan(MAX_GROWTH)
    expect(growthOf(isProcessingError, make)).toBeLessThan(MAX_GROWTH)
  })
})
