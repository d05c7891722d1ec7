import { describe, expect, it } from 'vitest'

import { RateLimitError, UpdateBusyError } from '../../errors/index.js'
import { secondsAfter } from './next-round.js'

const pace = { everySeconds: 60, jitter: 0, random: { bytes: () => new Uint8Array(), fraction: () => 0.5 } }
/**
 * Sets `retryAfter` without a check, as an error of another copy of the library may contain any
 * number. The constructors of this copy drop invalid numbers.
 */
const withRetryAfter = <E extends Error>(error: E, retryAfter: number | null): E =>
  Object.defineProperty(error, 'retryAfter', { value: retryAfter })
const asked = (retryAfter: number | null) =>
  secondsAfter(withRetryAfter(new RateLimitError('Slow.'), retryAfter), pace)
const busy = (retryAfter: number) =>
  secondsAfter(withRetryAfter(new UpdateBusyError('Busy.', { retryAfter: 5 }), retryAfter), pace)

describe('secondsAfter', () => {
  it('waits as long as the network requests, at least the interval and at most a day', () => {
    const cases = [null, 0, 59, 61, 86_400, 86_401, Infinity]
    expect(cases.map(asked)).toEqual([60, 60, 60, 61, 86_400, 86_400, 86_400])
  })

  it('retries a busy update at the requested time, never later than the interval', () => {
    expect([0, 5, 61].map(busy)).toEqual([0, 5, 60])
  })

  it('ignores an invalid number', () => {
    expect([Number.NaN, -5].map(asked)).toEqual([60, 60])
    expect(busy(Number.NaN)).toBe(0)
  })
})
