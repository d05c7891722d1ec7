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

describe('the wait that a refusal requests', () => {
  it.each([
    ['a 503 with a time', outage, reply(503, { 'retry-after': '7' }), 7],
    ['a 503 without one', outage, reply(503), null],
    ['a 503 with the reset of its rate limit', outage, reply(503, { 'x-rate-limit-reset': '1' }), null],
    ['a 429 that the platform parsed', soon(5), reply(429, { 'retry-after': '7' }), 5],
    ['a 429 without a wait parsed by the platform', soon(null), reply(429, { 'retry-after': '7' }), 7],
    ['a 429 that the platform maps to an outage', outage, reply(429, { 'retry-after': '7' }), 7],
    ['an exhausted daily quota', usedUp, reply(429, { 'retry-after': '7' }), null],
  ])('%s', (_what, error, answer, seconds) => {
    expect(secondsAskedFor(error, answer, NOW)).toBe(seconds)
  })

  it.each([
    ['a 429', soon(5), 429, true],
    ['a 429 without a specific error class', outage, 429, true],
    ['an exhausted daily quota', usedUp, 429, false],
    ['a 503', soon(5), 503, false],
  ])('the kind of limit decides whether the next requests wait too: %s', (_what, error, status, isHeld) => {
    expect(isOfMinutes(error, { status })).toBe(isHeld)
  })

  it('is reported as a rate limit if it exceeds the time limit of a call', () => {
    const limit = soon(90)
    expect(tooLongToWait(limit, 90, 'sample')).toBe(limit)

    const error = tooLongToWait(outage, 89.2, 'sample')
    expect(error).toMatchObject({ platform: 'sample', retryAfter: 89.2, raw: { why: 'down' }, cause: outage })
    expect(error.message).toBe('sample requests a wait of 90 seconds.')
    expect(RateLimitError.is(error)).toBe(true)
  })
})
