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

describe('the waits between tries', () => {
  it('double, up to the biggest, and are made longer by chance', () => {
    expect(waits({}, 0)).toEqual([0.5, 1, 2, 30, 30])
    expect(waits({}, 1)).toEqual([0.75, 1.5, 3, 45, 45])
    expect(waits({ firstWaitSeconds: 2, maxWaitSeconds: 5, spread: 0 }, 1)).toEqual([2, 4, 5, 5, 5])
  })

  it('are as long as the network asks for, at least', () => {
    const policy = new RetryPolicy({ spread: 0 }, drawing(0))
    expect([policy.waitAfter(1, 7), policy.waitAfter(1, 0.1)]).toEqual([7, 0.5])
  })

  it('are four tries and half a minute unless told otherwise', () => {
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
  ])('are refused when they make no sense: %j', (settings, sentence) => {
    const make = () => new RetryPolicy(settings as RetrySettings, drawing(0)) // wrong on purpose
    expect(make).toThrow(sentence)
    expect(make).toThrow(ConfigError)
  })
})

describe('a request without a reply', () => {
  const unsent = new NetworkError('x', { delivery: 'NOT_SENT' })
  const lost = new NetworkError('x')

  it.each([
    ['that never left', unsent, [true, true, false]],
    ['that may have arrived', lost, [true, false, false]],
    ['that failed for another reason', new TypeError('x'), [false, false, false]],
  ])('%s goes out again by the rules always, unsent, never', (_what, error, may) => {
    expect(RULES.map((rule) => mayRepeatLost(rule, error))).toEqual(may)
  })

  it.each([
    ['GET', null, [true, true, false]],
    ['HEAD', null, [true, true, false]],
    ['PUT', new Uint8Array(1), [true, true, false]],
    ['DELETE', null, [true, true, false]],
    ['POST', null, [true, false, false]],
    ['PATCH', new Uint8Array(1), [true, false, false]],
  ] as const)('that died on a kept socket goes out again as its method allows: %s', (method, body, may) => {
    expect(RULES.map((rule) => isHarmlessAgain(rule, { method, body }))).toEqual(may)
  })

  it('whose body is read from a source is left to what resumes uploads', () => {
    const body = { length: 1, open: async function* () {} }
    expect(RULES.map((rule) => isHarmlessAgain(rule, { method: 'PUT', body }))).toEqual([false, false, false])
  })
})

describe('a request that was answered with a failure', () => {
  const outage = new PlatformError('x', { platform: 'sample', isOutage: true })
  const refusal = new PlatformError('x', { platform: 'sample', isOutage: false })

  it.each([
    ['429, whatever else', 429, {}, undefined, [true, true, false]],
    ['503 that says when', 503, { 'retry-after': '3' }, undefined, [true, true, false]],
    ['503 that does not', 503, {}, undefined, [true, false, false]],
    ['500', 500, {}, undefined, [true, false, false]],
    ['500 that says when', 500, { 'retry-after': '3' }, undefined, [true, false, false]],
    ['404', 404, {}, undefined, [false, false, false]],
    ['400 that the platform calls an outage', 400, {}, outage, [true, false, false]],
    ['400 that it calls a refusal', 400, {}, refusal, [false, false, false]],
    ['408, of which nobody knows what was read', 408, {}, outage, [false, false, false]],
    ['a 200 that could not be read', 200, {}, outage, [false, false, false]],
  ] as const)(
    'goes out again by the rules always, unsent, never: %s',
    (_what, status, headers, error, may) => {
      expect(RULES.map((rule) => mayRepeatAnswered(rule, { status, headers }, error))).toEqual(may)
    },
  )
})

it.each([
  ['a limit that passes soon', new RateLimitError('x'), true],
  ['the limit of a day', new RateLimitError('x', { passesSoon: false }), false],
  ['a failure of the network', new PlatformError('x', { platform: 'sample', statusCode: 500 }), true],
  ['a broken connection', new NetworkError('x'), true],
  ['a refused token', new AuthError('x'), false],
])('what may pass by itself: %s', (_what, error, may) => {
  expect(isOutage(error)).toBe(may)
})
