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
const says = (error: string) => ({ error })
const STATUS = '/api/v1/statuses/1'
const POST = '/api/v1/statuses'

describe('refusals of the server', () => {
  // Holds R-0497.
  it.each([
    ['a refused token', 401, says('The access token is invalid'), 'GET', STATUS, AuthError],
    ['a code that is no longer good', 400, says('invalid_grant'), 'POST', '/oauth/token', AuthError],
    ['an app the server does not know', 401, says('invalid_client'), 'POST', '/oauth/token', AuthError],
    [
      'the token of an app',
      422,
      says('This method requires an authenticated user'),
      'GET',
      STATUS,
      AuthError,
    ],
    [
      'a missing scope',
      403,
      says('This action is outside the authorized scopes'),
      'GET',
      STATUS,
      MissingPermissionError,
    ],
    [
      'an action that is not allowed',
      403,
      says('This action is not allowed'),
      'POST',
      STATUS,
      NotAllowedError,
    ],
    ['a disabled login', 403, says('Your login is currently disabled'), 'GET', STATUS, NotAllowedError],
    ['a block', 403, says('You have been blocked by this account'), 'POST', STATUS, BlockedError],
    ['a status that is gone', 404, says('Record not found'), 'GET', `${STATUS}/context`, PostGoneError],
    [
      'a parent that is gone',
      404,
      says('The post you are trying to reply to does not appear to exist.'),
      'POST',
      POST,
      PostGoneError,
    ],
    ['a suspended account', 410, '', 'GET', '/api/v1/accounts/1', NotFoundError],
    ['a file that is too big', 413, '<html>nginx</html>', 'POST', '/api/v2/media', InvalidPostError],
    [
      'a text that is too long',
      422,
      says('Validation failed: Text character limit of 500 exceeded'),
      'POST',
      POST,
      InvalidPostError,
    ],
    ['a file that failed', 422, says('Error processing'), 'GET', '/api/v1/media/7', InvalidPostError],
  ] as const)('make %s the right error', (_what, status, body, method, path, kind) => {
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
  ])('leave %i on %s to the status', (status, path) => {
    expect(refusal(status, says('words'), 'GET', path)).toBeNull()
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
  ] as const)('name the scope that %s %s needs', (method, path, needs) => {
    expect(refusal(403, says('This action is outside the authorized scopes'), method, path)).toMatchObject({
      needs,
    })
  })

  it('ask for a renewal only when the token itself was refused', () => {
    expect(refusal(401, says('The access token was revoked'))).toMatchObject({ tokenRefused: true })
    expect(refusal(401, says('invalid_client'), 'POST', '/oauth/token')).toMatchObject({
      tokenRefused: false,
    })
  })

  it('keep the sentence of the server and its reply', () => {
    const error = refusal(422, says('Validation failed: Text character limit of 500 exceeded'), 'POST', POST)

    expect(error?.message).toContain('Text character limit of 500 exceeded')
    expect(error?.raw).toEqual(says('Validation failed: Text character limit of 500 exceeded'))
  })

  it.each([null, '', '<html>', 7, []])('survive the body %j', (body) => {
    expect(refusal(404, body, 'GET', STATUS)).toBeInstanceOf(PostGoneError)
  })

  it('tell a file that is still being worked on', () => {
    const words = 'Cannot attach files that have not finished processing. Try again in a moment!'

    expect(isStillProcessing(refusal(422, says(words), 'POST', POST))).toBe(true)
    expect(isStillProcessing(refusal(422, says('Text is too long'), 'POST', POST))).toBe(false)
    expect(isStillProcessing(new Error('other'))).toBe(false)
  })
})

const judge = (words: string) => isStillProcessing(refusal(422, says(words), 'POST', POST))

describe('what a stranger says', () => {
  it.each([
    ['dots', '. '],
    ['words of ours', 'block '],
    ['half a sentence of ours', 'outside the authorized '],
    ['line breaks', '\n\r'],
  ])('with many %s is read in linear time', (_what, piece) => {
    const make = (letters: number) => piece.repeat(letters / piece.length)
    for (const status of [403, 422])
      expect(growthOf((words: string) => refusal(status, says(words), 'POST', POST), make)).toBeLessThan(
        MAX_GROWTH,
      )
    expect(growthOf(judge, make)).toBeLessThan(MAX_GROWTH)
  })
})
