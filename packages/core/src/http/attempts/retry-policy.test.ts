import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError, PlatformError, RateLimitError } from '../../errors/index.js'
import {
  isHarmlessAgain,
  isOutage,
  mayRepeatAnswered,
  mayRepeatLost,
  RetryPolicy,
  type RetrySettings,
} from './retry-policy.js'

const drawing = (fraction: number) => ({
  fraction: () => fraction,
  bytes: (count: number) => new Uint8Array(count),
})
const RULES = ['always', 'unsent', 'never'] as const

const waits = (settings: RetrySettings, fraction: number) =>
  [1, 2, 3, 7, 8].map((failures) => new RetryPolicy(settings, drawing(fraction)).waitAfter(failures, null))

describe('the waits between attempts', () => {
  it('double up to the maximum, with jitter', () => {
    expect(waits({}, 0)).toEqual([0.5, 1, 2, 30, 30])
    expect(waits({}, 1)).toEqual([0.75, 1.5, 3, 45, 45])
    expect(waits({ firstWaitSeconds: 2, maxWaitSeconds: 5, spread: 0 }, 1)).toEqual([2, 4, 5, 5, 5])
  })

  it('are at least as long as the network requests', () => {
    const policy = new RetryPolicy({ spread: 0 }, drawing(0))
    expect([policy.waitAfter(1, 7), policy.waitAfter(1, 0.1)]).toEqual([7, 0.5])
  })

  it('are at most 30 seconds, for four attempts by default', () => {
    expect(new RetryPolicy({}, drawing(0))).toMatchObject({ attempts: 4, maxWaitSeconds: 30 })
    expect(
      new RetryPolicy({ attempts: 1, firstWaitSeconds: 0, maxWaitSeconds: 0 }, drawing(0)),
    ).toMatchObject({
      attempts: 1,
      maxWaitSeconds: 0,
    })
  })

  it.each([
    [null, 'retries takes an object such as { attempts: 4 }.'],
    [4, 'retries takes an object such as { attempts: 4 }.'],
    [{ attempt: 3 }, 'Did you mean "attempts"?'],
    [{ attempts: 0 }, 'retries.attempts takes a whole number of 1 or more, not 0.'],
    [{ attempts: 1.5 }, 'retries.attempts takes'],
    [{ firstWaitSeconds: -1 }, 'retries.firstWaitSeconds takes 0 seconds or more, not -1.'],
    [{ firstWaitSeconds: Infinity }, 'retries.firstWaitSeconds takes'],
    [{ maxWaitSeconds: -1 }, 'retries.maxWaitSeconds takes 0 seconds or more'],
    [{ maxWaitSeconds: Number.NaN }, 'retries.maxWaitSeconds takes'],
    [{ spread: 1.1 }, 'retries.spread takes a share from 0 to 1'],
    [{ spread: -0.1 }, 'retries.spread takes'],
  ])('are refused with invalid settings: %j', (settings, sentence) => {
    const make = () => new RetryPolicy(settings as RetrySettings, drawing(0)) // wrong type on purpose: the constructor must refuse these invalid settings
    expect(make).toThrow(sentence)
    expect(make).toThrow(ConfigError)
  })
})

describe('a request without a response', () => {
  const unsent = new NetworkError('x', { delivery: 'NOT_SENT' })
  const lost = new NetworkError('x')

  it.each([
    ['that never left', unsent, [true, true, false]],
    ['that may have arrived', lost, [true, false, false]],
    ['that failed for another reason', new TypeError('x'), [false, false, false]],
  ])('%s is repeated according to the rules always, unsent, never', (_what, error, may) => {
    expect(RULES.map((rule) => mayRepeatLost(rule, error))).toEqual(may)
  })

  it.each([
    ['GET', null, [true, true, false]],
    ['HEAD', null, [true, true, false]],
    ['PUT', new Uint8Array(1), [true, true, false]],
    ['DELETE', null, [true, true, false]],
    ['POST', null, [true, false, false]],
    ['PATCH', new Uint8Array(1), [true, false, false]],
  ] as const)('that failed on a kept socket is repeated if its method allows it: %s', (method, body, may) => {
    expect(RULES.map((rule) => isHarmlessAgain(rule, { method, body }))).toEqual(may)
  })

  it('with a body from a source is not repeated, because uploads resume in their own way', () => {
    const body = { length: 1, open: async function* () {} }
    expect(RULES.map((rule) => isHarmlessAgain(rule, { method: 'PUT', body }))).toEqual([false, false, false])
  })
})

describe('a request with a failure response', () => {
  const outage = new PlatformError('x', { platform: 'sample', isOutage: true })
  const refusal = new PlatformError('x', { platform: 'sample', isOutage: false })

  it.each([
    ['429 with any headers', 429, {}, undefined, [true, true, false]],
    ['503 with a time', 503, { 'retry-after': '3' }, undefined, [true, true, false]],
    ['503 without a time', 503, {}, undefined, [true, false, false]],
    ['500', 500, {}, undefined, [true, false, false]],
    ['500 with a time', 500, { 'retry-after': '3' }, undefined, [true, false, false]],
    ['404', 404, {}, undefined, [false, false, false]],
    ['400 that the platform maps to an outage', 400, {}, outage, [true, false, false]],
    ['400 that the platform maps to a refusal', 400, {}, refusal, [false, false, false]],
    ['408, for which the read part of the request is unknown', 408, {}, outage, [false, false, false]],
    ['an unreadable 200', 200, {}, outage, [false, false, false]],
  ] as const)(
    'is repeated according to the rules always, unsent, never: %s',
    (_what, status, headers, error, may) => {
      expect(RULES.map((rule) => mayRepeatAnswered(rule, { status, headers }, error))).toEqual(may)
    },
  )
})

it.each([
  ['a short rate limit', new RateLimitError('x'), true],
  ['a daily limit', new RateLimitError('x', { passesSoon: false }), false],
  ['a failure of the network', new PlatformError('x', { platform: 'sample', statusCode: 500 }), true],
  ['a broken connection', new NetworkError('x'), true],
  ['a refused token', new AuthError('x'), false],
])('possibly temporary: %s', (_what, error, may) => {
  expect(isOutage(error)).toBe(may)
})
