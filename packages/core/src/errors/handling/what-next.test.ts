import { describe, expect, it } from 'vitest'

import { Connection } from '../../models/index.js'
import { TokenNotSavedError } from '../../tokens/index.js'
import { withIdempotencyKey } from '../base.js'
import * as errors from '../index.js'
import { whatNext } from './what-next.js'

const spending = { bucket: 'units', units: 50, freeAt: null }

const platform = 'fake'
const connection = new Connection({
  platform,
  accountId: '1',
  accountName: 'a',
  token: { accessToken: 'fixture' },
})

const TABLE: readonly (readonly [error: Error, todo: string, afterSeconds: number | null, status: number])[] =
  [
    [new errors.AuthError('x', { platform }), 'SIGN_IN_AGAIN', null, 401],
    [new errors.TokenExpiredError('x', { platform }), 'SIGN_IN_AGAIN', null, 401],
    [new errors.SignatureError('x'), 'GIVE_UP', null, 401],
    [new errors.ConfigError('x'), 'GIVE_UP', null, 500],
    [new errors.InvalidPostError('x'), 'CHANGE_POST', null, 400],
    [new errors.IdempotencyConflictError('x'), 'CHANGE_POST', null, 400],
    [new errors.NetworkError('x'), 'RETRY', null, 502],
    [new errors.NetworkError('x', { delivery: 'NOT_SENT', timedOut: true }), 'RETRY', null, 502],
    [new TokenNotSavedError('x', { platform, connection }), 'RETRY', null, 502],
    [new errors.PublishBusyError('x', { retryAfter: 4 }), 'RETRY', 4, 503],
    [new errors.OutcomeUnknownError('x', { receipt: null }), 'LOOK_AT_ACCOUNT', null, 502],
    [
      Object.assign(new errors.OutcomeUnknownError('x', { receipt: {} }), { retryAfter: 30 }),
      'RETRY',
      30,
      502,
    ],
    [
      Object.assign(new errors.OutcomeUnknownError('x', { receipt: {} }), { retryAfter: null }),
      'LOOK_AT_ACCOUNT',
      null,
      502,
    ],
    [new errors.NotAllowedError('x'), 'LOOK_AT_ACCOUNT', null, 403],
    [new errors.MissingPermissionError({ platform, needs: 'write' }), 'SIGN_IN_AGAIN', null, 403],
    [new errors.BlockedError('x'), 'GIVE_UP', null, 403],
    [new errors.ReplyWindowClosedError('x'), 'GIVE_UP', null, 403],
    [new errors.NotFoundError('x'), 'GIVE_UP', null, 404],
    [new errors.PostGoneError('x'), 'GIVE_UP', null, 404],
    [new errors.NoConnectionError('x', { platform }), 'SIGN_IN_AGAIN', null, 404],
    [new errors.NotSupportedError({ platform, what: 'x' }), 'GIVE_UP', null, 400],
    // Without a status, a wait timed out or an upload stalled. A call with the same key resumes the
    // post.
    [new errors.PlatformError('x', { platform }), 'RETRY', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 200 }), 'RETRY', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 499 }), 'GIVE_UP', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 408 }), 'RETRY', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 404, isOutage: true }), 'RETRY', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 500 }), 'RETRY', null, 502],
    [new errors.PlatformError('x', { platform, statusCode: 500, isOutage: false }), 'GIVE_UP', null, 502],
    [new errors.RateLimitError('x'), 'RETRY', null, 429],
    [new errors.RateLimitError('x', { retryAfter: 0 }), 'RETRY', 0, 429],
    [new errors.RateLimitError('x', { retryAfter: 61.5 }), 'RETRY', 61.5, 429],
    [new errors.RateLimitError('x', { retryAfter: -3 }), 'RETRY', 0, 429],
    [new errors.RateLimitError('x', { retryAfter: Infinity, passesSoon: false }), 'RETRY', null, 429],
    [new errors.SpendingLimitError('x', { ...spending, retryAfter: 90 }), 'RETRY', 90, 429],
    [new errors.SpendingLimitError('x', { ...spending, retryAfter: null }), 'GIVE_UP', null, 429],
    [new errors.ClosedError('x'), 'GIVE_UP', null, 503],
    [new errors.InvalidHostError('x'), 'CHANGE_POST', null, 400],
    [new errors.UpdateBusyError('x', { retryAfter: 5 }), 'RETRY', 5, 503],
    [new errors.PortError('x', { port: 'journal.open' }), 'RETRY', null, 503],
  ]

describe('whatNext', () => {
  it.each(TABLE)('%o is %s', (error, todo, afterSeconds, status) => {
    expect(whatNext(error)).toMatchObject({ todo, afterSeconds, status })
  })

  it('has a row for every error of the library', () => {
    const classes = Object.entries(errors).filter(
      ([name, value]) => typeof value === 'function' && name.endsWith('Error') && name !== 'SocialBaseError',
    )
    const shown = new Set(TABLE.map(([{ constructor }]) => constructor.name))
    expect(classes.map(([name]) => name).filter((name) => !shown.has(name))).toEqual([])
    expect(classes.length).toBeGreaterThan(15)
  })

  it.each([
    new Error('secret'),
    new AggregateError([new errors.AuthError('x')], 'secret'),
    Object.assign(new Error('secret'), { statusCode: 404, retryAfter: 5, code: 'RATE_LIMIT' }),
    'secret',
    undefined,
    null,
    7,
    { todo: 'RETRY' },
    () => 'secret',
    new errors.ConfigError('secret'),
  ])('recommends GIVE_UP for %o and reveals nothing of it', (error) => {
    expect(whatNext(error)).toEqual({
      todo: 'GIVE_UP',
      afterSeconds: null,
      status: 500,
      message: 'The server could not do that.',
      userMessage: expect.stringMatching(/^(?!.*secret)./),
      idempotencyKey: null,
    })
  })

  it('returns the message and the key for the retry', () => {
    const error = withIdempotencyKey(new errors.NetworkError('Unreachable.'), 'key-1')
    expect(whatNext(error)).toMatchObject({ message: 'Unreachable.', idempotencyKey: 'key-1' })
    expect(whatNext(new errors.NetworkError('Unreachable.')).idempotencyKey).toBeNull()
  })

  it('returns the user message in the language of the visitor', () => {
    const { message, userMessage } = whatNext(new errors.NetworkError('ECONNRESET', { platform }), {
      language: 'de',
    })
    expect(message).toBe('ECONNRESET')
    expect(userMessage).toContain('Fake ist nicht erreichbar.')
  })

  it('hides the message of a failed store from visitors and returns the key', () => {
    const failed = new errors.PortError('journal.open failed: secret', { port: 'journal.open' })
    expect(whatNext(withIdempotencyKey(failed, 'key-1'))).toMatchObject({
      message: 'The server could not do that.',
      idempotencyKey: 'key-1',
    })
  })

  it('recognizes the errors of another copy of the package', () => {
    const copy = {
      [Symbol.for('social.error')]: true,
      [Symbol.for('social.error.rate-limit')]: true,
      message: 'Slow.',
      retryAfter: 9,
      idempotencyKey: null,
    }
    expect(whatNext(copy)).toEqual({
      todo: 'RETRY',
      afterSeconds: 9,
      status: 429,
      message: 'Slow.',
      userMessage: 'Something went wrong. Try again later.',
      idempotencyKey: null,
    })
  })
})
