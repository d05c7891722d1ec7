import { describe, expect, it } from 'vitest'

import { PlatformError, RateLimitError } from '../../errors/index.js'
import { isOfMinutes, secondsAskedFor, tooLongToWait } from './requested-wait.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const outage = new PlatformError('Down.', { platform: 'sample', raw: { why: 'down' } })
const soon = (retryAfter: number | null) =>
  new RateLimitError('Slow down.', { platform: 'sample', retryAfter })
const usedUp = new RateLimitError('Tomorrow.', { platform: 'sample', retryAfter: null, passesSoon: false })
const reply = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body: {},
})

describe('what a refusal asks us to wait', () => {
  it.each([
    ['a 503 with a moment', outage, reply(503, { 'retry-after': '7' }), 7],
    ['a 503 without one', outage, reply(503), null],
    [
      'a 503 that tells when its rate limit is reset',
      outage,
      reply(503, { 'x-rate-limit-reset': '1' }),
      null,
    ],
    ['a 429 that the platform has read', soon(5), reply(429, { 'retry-after': '7' }), 5],
    ['a 429 that the platform read nothing from', soon(null), reply(429, { 'retry-after': '7' }), 7],
    ['a 429 that is an outage to the platform', outage, reply(429, { 'retry-after': '7' }), 7],
    ['a day that is used up', usedUp, reply(429, { 'retry-after': '7' }), null],
  ])('%s', (_what, error, answer, seconds) => {
    expect(secondsAskedFor(error, answer, NOW)).toBe(seconds)
  })

  it.each([
    ['a 429', soon(5), 429, true],
    ['a 429 without a class of its own', outage, 429, true],
    ['a day that is used up', usedUp, 429, false],
    ['a 503', soon(5), 503, false],
  ])(
    'whether the next requests wait too is told by the kind of limit: %s',
    (_what, error, status, isHeld) => {
      expect(isOfMinutes(error, { status })).toBe(isHeld)
    },
  )

  it('is told as a rate limit when it is longer than a call may take', () => {
    const limit = soon(90)
    expect(tooLongToWait(limit, 90, 'sample')).toBe(limit)

    const told = tooLongToWait(outage, 89.2, 'sample')
    expect(told).toMatchObject({ platform: 'sample', retryAfter: 89.2, raw: { why: 'down' }, cause: outage })
    expect(told.message).toBe('sample asks us to wait 90 seconds.')
    expect(RateLimitError.is(told)).toBe(true)
  })
})
