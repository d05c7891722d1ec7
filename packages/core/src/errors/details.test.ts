import { describe, expect, it } from 'vitest'

import { TokenNotSavedError } from '../tokens/token-not-saved-error.js'
import * as errors from './index.js'

type Maker = new (...args: readonly unknown[]) => errors.SocialBaseError

/**
 * Invalid arguments that a network package written in JavaScript may pass as the message or as the
 * details.
 */
const ODD: readonly unknown[] = [
  undefined,
  null,
  0,
  10n,
  true,
  'text',
  Symbol('s'),
  Object.create(null),
  [],
  () => {},
  { platform: Symbol('s'), raw: 'text', retryAfter: 'soon', statusCode: '500', delivery: 'SENT' },
  {
    needs: {},
    what: 10n,
    suggestion: [],
    closedAt: 'now',
    freeAt: Number.NaN,
    units: {},
    receipt: undefined,
  },
]

const MAKERS = [...Object.values(errors), TokenNotSavedError].filter(
  (value) => typeof value === 'function' && value.name.endsWith('Error') && value !== errors.SocialBaseError,
) as unknown as readonly Maker[] // safe cast: the filter keeps only the classes of errors that can be created

describe.each(MAKERS.map((maker) => [maker.name, maker] as const))('%s', (name, Made) => {
  it('accepts any arguments, so that a mistake never hides the original error', () => {
    for (const first of ODD)
      for (const second of ODD) {
        const error = Reflect.construct(Made, [first, second])
        expect(error).toMatchObject({ name, raw: expect.any(Object) })
        expect(error.message).toEqual(expect.any(String))
        expect(error.platform === null || typeof error.platform === 'string').toBe(true)
        expect(errors.whatNext(error).status).toBeGreaterThanOrEqual(400)
      }
  })
})

/** Creates an error without type checks, as JavaScript code does. */
const make = (Made: unknown, ...args: readonly unknown[]): Record<string, unknown> =>
  Reflect.construct(Made as Maker, args) as unknown as Record<string, unknown> // safe cast: the tests only read fields of the error

describe('an error with invalid arguments', () => {
  it('has its message without any details', () => {
    expect(make(errors.PlatformError, 'It broke.')).toMatchObject({
      message: 'It broke.',
      platform: null,
      statusCode: null,
      isOutage: true,
    })
    expect(make(errors.RateLimitError, 'Slow down.', null)).toMatchObject({
      message: 'Slow down.',
      retryAfter: null,
      passesSoon: true,
    })
    expect(make(errors.RateLimitError)).toMatchObject({ message: 'No message was given.' })
    expect(make(errors.NotSupportedError)).toMatchObject({
      message: 'The network does not support this.',
      what: 'this',
      suggestion: null,
    })
    expect(make(errors.MissingPermissionError)).toMatchObject({
      message: 'The connection lacks a permission.',
      needs: 'a permission',
    })
    expect(make(errors.SpendingLimitError, 'Enough.')).toMatchObject({
      bucket: 'requests',
      units: 0,
      freeAt: null,
      passesSoon: false,
    })
  })

  it('uses the message of an error that is passed as the message, and keeps that error as the cause', () => {
    const cause = new Error('cut')

    expect(make(errors.NetworkError, cause)).toMatchObject({ message: 'cut', cause })
    expect(make(errors.NetworkError, cause, { cause: 'other' })).toMatchObject({ cause: 'other' })
    expect(make(errors.NetworkError, 7)).toMatchObject({ message: '7' })
  })

  it('treats invalid values as missing', () => {
    const closed = make(errors.ReplyWindowClosedError, 'x', { closedAt: new Date(Number.NaN) })
    const failed = make(errors.PlatformError, 'x', {
      platform: 7,
      statusCode: 'x',
      isOutage: 'no',
      raw: null,
    })
    const limited = make(errors.RateLimitError, 'x', { retryAfter: Number.NaN, passesSoon: 0 })
    const refused = make(errors.AuthError, 'x', { tokenRefused: 'yes' })

    expect(closed).toMatchObject({ closedAt: null })
    expect(failed).toMatchObject({ platform: null, statusCode: null, isOutage: true, raw: {} })
    expect(limited).toMatchObject({ retryAfter: null, passesSoon: true })
    expect(refused).toMatchObject({ tokenRefused: false })
  })

  it('accepts only NOT_SENT for a request that certainly did not arrive', () => {
    expect(make(errors.NetworkError, 'x', { delivery: 'not_sent' })).toMatchObject({ delivery: 'UNKNOWN' })
    expect(make(errors.NetworkError, 'x', { delivery: 'NOT_SENT' })).toMatchObject({ delivery: 'NOT_SENT' })
  })

  it('has a default retryAfter for work that another worker holds', () => {
    expect(make(errors.UpdateBusyError, 'x')).toMatchObject({ retryAfter: 5 })
    expect(make(errors.PublishBusyError, 'x', { retryAfter: 'soon' })).toMatchObject({ retryAfter: 5 })
  })
})
