import { describe, expect, it } from 'vitest'

import { RateLimitError, UpdateBusyError } from '../../errors/index.js'
import { secondsAfter } from './next-round.js'

const pace = { everySeconds: 60, jitter: 0, random: { bytes: () => new Uint8Array(), fraction: () => 0.5 } }
/** As another copy of the library, or a network without types, may have made it: our own constructors drop such numbers. */
const withRetryAfter = <E extends Error>(error: E, retryAfter: number | null): E =>
  Object.defineProperty(error, 'retryAfter', { value: retryAfter })
const asked = (retryAfter: number | null) =>
  secondsAfter(withRetryAfter(new RateLimitError('Slow.'), retryAfter), pace)
const busy = (retryAfter: number) =>
  secondsAfter(withRetryAfter(new UpdateBusyError('Busy.', { retryAfter: 5 }), retryAfter), pace)

describe('secondsAfter', () => {
  it('waits as long as the network asks, at least the interval and at most a day', () => {
    const cases = [null, 0, 59, 61, 86_400, 86_401, Infinity]
    expect(cases.map(asked)).toEqual([60, 60, 60, 61, 86_400, 86_400, 86_400])
  })

  it('comes back to a busy update when it is asked to, never later than usual', () => {
    expect([0, 5, 61].map(busy)).toEqual([0, 5, 60])
  })

  it('takes a number that makes no sense for none', () => {
    expect([Number.NaN, -5].map(asked)).toEqual([60, 60])
    expect(busy(Number.NaN)).toBe(0)
  })
})
