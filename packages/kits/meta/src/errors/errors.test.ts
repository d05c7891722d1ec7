import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
  TokenExpiredError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { type FaultRow, readGraphErrors, refusedPost, refusedSignIn } from './index.js'

const OWN_ROWS: readonly FaultRow[] = [
  {
    codes: [1],
    subcodes: [1_366_046],
    make: refusedPost('the picture', { field: 'media', code: 'MEDIA_FAILED' }),
  },
  {
    message: ['THREADS_API__LINK_LIMIT_EXCEEDED'],
    make: refusedPost('the links', { field: 'text', code: 'TEXT_INVALID' }),
  },
]
const readAt = readGraphErrors({
  platform: 'facebook',
  rows: OWN_ROWS,
  publishingEdges: new Set(['feed']),
  namesPost: ({ url }) => url.pathname.includes('_'),
})
const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

interface Asked {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

function errorOf(error: object, { status = 400, headers = {}, path = '/1/feed' }: Asked = {}) {
  const request = {
    method: 'POST',
    url: `https://graph.facebook.com/v26.0${path}`,
    headers: {},
    body: null,
  } as const
  return readError({ status, headers, body: { error } }, request)
}

describe('a refusal of Meta', () => {
  it.each<[string, object, new (...args: never) => SocialBaseError, RegExp]>([
    ['an expired token', { code: 190, error_subcode: 463 }, TokenExpiredError, /expired/],
    ['an app that was removed', { code: 190, error_subcode: 458 }, AuthError, /removed the app/],
    ['a checkpoint', { code: 190, error_subcode: 459 }, AuthError, /log in at www.facebook.com/],
    ['a changed password', { code: 190, error_subcode: 460 }, AuthError, /password/],
    ['a lost role', { code: 190, error_subcode: 492 }, AuthError, /role/],
    ['an unreadable token', { code: 190 }, AuthError, /refused the token/],
    ['a dead session', { code: 102 }, AuthError, /refused the token/],
    ['spam', { code: 4, error_subcode: 2_207_051 }, NotAllowedError, /spam/],
    ["an app's limit", { code: 4 }, RateLimitError, /rate limit is exhausted/],
    ["a page's limit", { code: 32 }, RateLimitError, /rate limit is exhausted/],
    ['a limit by use case', { code: 80_001 }, RateLimitError, /rate limit is exhausted/],
    ['the posts of a day', { code: 9, error_subcode: 2_207_042 }, RateLimitError, /last 24 hours/],
    ['a closed window', { code: 10, error_subcode: 2_018_278 }, NotAllowedError, /window/],
    ['somebody out of reach', { code: 1_545_041 }, NotAllowedError, /reached/],
    ['a capability', { code: 3 }, NotAllowedError, /app cannot/],
    ['a block', { code: 368 }, NotAllowedError, /blocked/],
    ['the same message again', { code: 506 }, InvalidPostError, /identical/],
    ['a link', { code: 1_609_005 }, InvalidPostError, /link/],
    ['an alias', { code: 803 }, NotFoundError, /does not have/],
    ['a bad parameter', { code: 100, message: 'Bad message' }, InvalidPostError, /Bad message/],
    ['a row of the network itself', { code: 1, error_subcode: 1_366_046 }, InvalidPostError, /picture/],
    ['a word', { code: 5, message: 'X THREADS_API__LINK_LIMIT_EXCEEDED' }, InvalidPostError, /links/],
    ['a code nobody knows', { code: 7777 }, PlatformError, /7777/],
  ])('%s becomes its error', (_what, error, type, expected) => {
    const read = errorOf(error)
    expect(read).toBeInstanceOf(type)
    expect(read?.message).toMatch(expected)
    expect(read).toMatchObject({ platform: 'facebook', raw: { error } })
  })

  it('names the missing permission and asks to sign in again', () => {
    for (const [code, status] of [
      [10, 403],
      [200, 400],
      [299, 200],
    ] as const) {
      const message = 'This action requires the pages_read_user_content permission'
      const error = errorOf({ code, message }, { status })
      expect(error).toBeInstanceOf(MissingPermissionError)
      expect(error).toMatchObject({ needs: 'pages_read_user_content' })
      expect(error?.message).toMatch(/Sign the account in again/)
    }
    const unnamed = errorOf({ code: 200, message: 'Permissions error' })
    expect(unnamed).toBeInstanceOf(NotAllowedError)
    expect(MissingPermissionError.is(unnamed)).toBe(false)
    expect(unnamed?.message).toMatch(/Sign the account in again/)
  })

  it('means deleted for a post or comment, and not found for other objects', () => {
    const error = { code: 100, error_subcode: 33 }
    expect(errorOf(error, { path: '/1_2' })).toBeInstanceOf(PostGoneError)
    expect(errorOf(error, { path: '/1' })).toBeInstanceOf(NotFoundError)
    expect(PostGoneError.is(errorOf(error, { path: '/1' }))).toBe(false)
    const read = errorOf({ code: 100, message: 'Bad' }, { path: '/1' })
    expect(read).toBeInstanceOf(PlatformError)
    expect(read).toMatchObject({ isOutage: false })
  })
})

describe('a refusal of a token endpoint', () => {
  const readSignIn = readGraphErrors({
    platform: 'instagram',
    rows: [refusedSignIn('Use the pair of Instagram.')],
    publishingEdges: new Set(),
    namesPost: () => false,
  })
  const refusedWith = (body: object) =>
    readSignIn(
      { status: 400, headers: {}, body },
      { method: 'POST', url: 'https://api.instagram.com/oauth/access_token', headers: {}, body: null },
      NOW,
    )

  it('applies only to the token endpoints', () => {
    const error = readSignIn(
      { status: 400, headers: {}, body: { error: { message: 'No.', type: 'OAuthException', code: 100 } } },
      { method: 'GET', url: 'https://graph.instagram.com/v26.0/me', headers: {}, body: null },
      NOW,
    )
    expect(AuthError.is(error)).toBe(false)
  })

  it('names the correct app for every code', () => {
    for (const body of [
      { error: { code: 1, message: 'Error validating client secret.' } },
      { error: { code: 100, error_subcode: 36_009 } },
      { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' },
    ]) {
      expect(refusedWith(body)).toBeInstanceOf(AuthError)
      expect(refusedWith(body)?.message).toMatch(/Use the pair of Instagram/)
    }
  })

  it('remains a rate limit or an outage', () => {
    expect(refusedWith({ error: { code: 4 } })).toBeInstanceOf(RateLimitError)
    expect(refusedWith({ error: { code: 2 } })).toMatchObject({ isOutage: true })
    expect(refusedWith({ error: { code: 190, is_transient: true } })).toBeInstanceOf(AuthError)
  })
})

describe('temporary and final errors', () => {
  it("are identified by the network's flag, the code and the status", () => {
    for (const [error, status, isOutage] of [
      [{ code: 2 }, 400, true],
      [{ code: 1 }, 400, true],
      [{ code: 7777, is_transient: true }, 400, true],
      [{ code: 190, error_subcode: 463 }, 500, true],
      [{ code: 100 }, 503, true],
      [{ code: 7777 }, 400, false],
      [{ code: 7777 }, 200, false],
      [{ message: 'nothing known' }, 200, true],
      [{ message: 'nothing known' }, 400, false],
    ] as const) {
      const read = errorOf(error, { status })
      expect(read).toBeInstanceOf(PlatformError)
      expect([error, status, (read as PlatformError).isOutage]).toEqual([error, status, isOutage])
    }
  })

  it('are separate from rate limits and invalid tokens marked as transient', () => {
    expect(errorOf({ code: 4, is_transient: true })).toBeInstanceOf(RateLimitError)
    expect(errorOf({ code: 190, is_transient: true })).toBeInstanceOf(AuthError)
  })

  it('leaves responses without an error to their status', () => {
    const request = {
      method: 'GET',
      url: 'https://graph.facebook.com/v26.0/1',
      headers: {},
      body: null,
    } as const
    expect(readError({ status: 500, headers: {}, body: 'oops' }, request)).toBeNull()
    expect(readError({ status: 200, headers: {}, body: { id: '1' } }, request)).toBeNull()
  })
})

describe('the wait after a rate limit', () => {
  const useCase = { type: 'pages', call_count: 101, estimated_time_to_regain_access: 19 }

  it("is Retry-After, else the network's estimate in minutes, else unknown", () => {
    const headers = { 'x-business-use-case-usage': JSON.stringify({ '1': [useCase] }) }
    expect(errorOf({ code: 80_001 }, { headers })).toMatchObject({ retryAfter: 1140 })
    expect(errorOf({ code: 80_001 }, { headers: { ...headers, 'retry-after': '7' } })).toMatchObject({
      retryAfter: 7,
    })
    expect(errorOf({ code: 80_001 })).toMatchObject({ retryAfter: null, passesSoon: true })
    expect(errorOf({ code: 80_001 }, { headers })?.message).toMatch(/101 % used/)
  })

  it('is not retried automatically when the daily limit of posts is used up', () => {
    expect(errorOf({ code: 9, error_subcode: 2_207_042 })).toMatchObject({
      retryAfter: null,
      passesSoon: false,
    })
  })
})
