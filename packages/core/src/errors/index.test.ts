import { describe, expect, it } from 'vitest'

import * as errors from './index.js'

const on = { platform: 'sample' }

/** One error of each class, with its expected name, code and own fields. */
const ALL: readonly (readonly [errors.SocialBaseError, string, string, object])[] = [
  [new errors.AuthError('x', on), 'AuthError', 'AUTH', {}],
  [new errors.TokenExpiredError('x', on), 'TokenExpiredError', 'TOKEN_EXPIRED', {}],
  [new errors.SignatureError('x', on), 'SignatureError', 'SIGNATURE', {}],
  [new errors.ConfigError('x', on), 'ConfigError', 'CONFIG', {}],
  [new errors.InvalidPostError('x', on), 'InvalidPostError', 'INVALID_POST', {}],
  [new errors.IdempotencyConflictError('x', on), 'IdempotencyConflictError', 'IDEMPOTENCY_CONFLICT', {}],
  [new errors.NetworkError('x', on), 'NetworkError', 'NETWORK', { delivery: 'UNKNOWN', timedOut: false }],
  [new errors.NotAllowedError('x', on), 'NotAllowedError', 'NOT_ALLOWED', {}],
  [new errors.BlockedError('x', on), 'BlockedError', 'BLOCKED', {}],
  [new errors.NotFoundError('x', on), 'NotFoundError', 'NOT_FOUND', {}],
  [new errors.PostGoneError('x', on), 'PostGoneError', 'POST_GONE', {}],
  [new errors.NoConnectionError('x', on), 'NoConnectionError', 'NO_CONNECTION', {}],
  [
    new errors.NotSupportedError({ ...on, what: 'flying' }),
    'NotSupportedError',
    'NOT_SUPPORTED',
    { what: 'flying', suggestion: null },
  ],
  [new errors.PlatformError('x', on), 'PlatformError', 'PLATFORM', { statusCode: null, isOutage: true }],
  [new errors.PortError('x', { ...on, port: 'journal.open' }), 'PortError', 'PORT', { port: 'journal.open' }],
  [
    new errors.PublishBusyError('x', { ...on, retryAfter: 3 }),
    'PublishBusyError',
    'PUBLISH_BUSY',
    { retryAfter: 3 },
  ],
  [
    new errors.OutcomeUnknownError('x', { ...on, receipt: { a: 1 } }),
    'OutcomeUnknownError',
    'OUTCOME_UNKNOWN',
    { retryAfter: null, receipt: { a: 1 } },
  ],
  [
    new errors.RateLimitError('x', on),
    'RateLimitError',
    'RATE_LIMIT',
    { retryAfter: null, passesSoon: true },
  ],
  [
    new errors.SpendingLimitError('x', {
      ...on,
      bucket: 'posts',
      units: 2,
      freeAt: new Date(1),
      retryAfter: 5,
    }),
    'SpendingLimitError',
    'SPENDING_LIMIT',
    { bucket: 'posts', units: 2, freeAt: new Date(1), retryAfter: 5, passesSoon: false },
  ],
  [
    new errors.UpdateBusyError('x', { ...on, retryAfter: 3 }),
    'UpdateBusyError',
    'UPDATE_BUSY',
    { retryAfter: 3 },
  ],
  [
    new errors.MissingPermissionError({ ...on, needs: 'write' }),
    'MissingPermissionError',
    'MISSING_PERMISSION',
    { needs: 'write' },
  ],
]

describe('an error', () => {
  // Holds R-0490.
  it.each(ALL)('has a name, a code, its network and its own fields: %s', (error, name, code, facts) => {
    expect(error).toMatchObject({ name, code, platform: 'sample', ...facts })
    expect(error).toBeInstanceOf(Error)
    expect(error.stack).toContain(name)
    expect(errors.SocialBaseError.is(error)).toBe(true)
  })

  it('keeps its message and details', () => {
    const cause = new Error('the reason')
    const details = { ...on, cause, raw: { a: 1 } }
    for (const error of [new errors.AuthError('x', details), new errors.NetworkError('x', details)])
      expect(error).toMatchObject({ message: 'x', cause, raw: { a: 1 } })
    expect(new errors.RateLimitError('x', { retryAfter: 0, passesSoon: false })).toMatchObject({
      platform: null,
      retryAfter: 0,
      passesSoon: false,
    })
    expect(new errors.NetworkError('x', { delivery: 'NOT_SENT', timedOut: true })).toMatchObject({
      delivery: 'NOT_SENT',
      timedOut: true,
    })
    expect(new errors.OutcomeUnknownError('x', { receipt: null, retryAfter: 5 })).toMatchObject({
      retryAfter: 5,
    })
  })

  it('for an unsupported operation contains the suggestion', () => {
    const error = new errors.NotSupportedError({ ...on, what: 'flying', suggestion: 'Walk.' })
    expect(error).toMatchObject({ message: 'sample does not support flying. Walk.', suggestion: 'Walk.' })
  })

  // Holds R-0496.
  it('for a missing permission names the permission and the suggestion', () => {
    const needs = { needs: 'write' }
    const suggestion = 'Sign in again.'
    expect(new errors.MissingPermissionError({ ...needs, ...on, suggestion })).toMatchObject({
      message: 'sample refused: the connection lacks write. Sign in again.',
      needs: 'write',
      suggestion: 'Sign in again.',
    })
    expect(new errors.MissingPermissionError(needs)).toMatchObject({
      message: 'The connection lacks write.',
      suggestion: null,
    })
  })

  // Holds R-0498.
  it('for a closed reply window is a refusal with the time of closing', () => {
    const closedAt = new Date('2026-11-22T12:00:00Z')
    const error = new errors.ReplyWindowClosedError('x', on)

    expect(error).toBeInstanceOf(errors.NotAllowedError)
    expect(error).toMatchObject({ code: 'REPLY_WINDOW_CLOSED', closedAt: null })
    expect(new errors.ReplyWindowClosedError('x', { closedAt })).toMatchObject({ closedAt })
    expect(errors.statusFor(error)).toBe(403)
  })

  // Holds R-0496, R-0497, R-0500.
  it('of a subclass is an instance of its base class', () => {
    const blocked = new errors.BlockedError('x', on)
    const missing = new errors.MissingPermissionError({ ...on, needs: 'write' })

    for (const error of [blocked, missing]) expect(error).toBeInstanceOf(errors.NotAllowedError)
    expect(new errors.PostGoneError('x', on)).toBeInstanceOf(errors.NotFoundError)
    expect(new errors.NoConnectionError('x', on)).toBeInstanceOf(errors.NotFoundError)
  })

  it('about the state of a publish is not an error of the network', () => {
    const busy = new errors.PublishBusyError('x', { ...on, retryAfter: 3 })
    const unknown = new errors.OutcomeUnknownError('x', { ...on, receipt: null })

    for (const error of [busy, unknown]) {
      expect(errors.NetworkError.is(error)).toBe(false)
      expect(error).not.toHaveProperty('delivery')
    }
  })

  it('with an unknown outcome does not print its receipt', () => {
    expect(Object.keys(new errors.OutcomeUnknownError('x', { receipt: { a: 1 } }))).not.toContain('receipt')
  })
})

describe('PlatformError', () => {
  it.each([
    [null, true],
    [200, true],
    [399, true],
    [400, false],
    [404, false],
    [407, false],
    // A status 408 is an outage, because the network may have read the request without responding
    // in time.
    [408, true],
    [409, false],
    [499, false],
    [500, true],
    [503, true],
  ])('is an outage or a refusal depending on the status %s', (statusCode, isOutage) => {
    expect(new errors.PlatformError('x', { ...on, statusCode })).toMatchObject({ statusCode, isOutage })
  })

  it.each([true, false])('uses isOutage of the platform for any status: %s', (isOutage) => {
    for (const statusCode of [400, 500])
      expect(new errors.PlatformError('x', { ...on, statusCode, isOutage }).isOutage).toBe(isOutage)
  })

  it('does not print isOutage', () => {
    expect(Object.keys(new errors.PlatformError('x', on))).not.toContain('isOutage')
  })
})
