import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { rateLimitFrom, retryAfterSeconds } from './rate-limit.js'

const now = new Date('2026-03-01T12:00:00Z')
const inAMinute = String(now.getTime() / 1000 + 60)

describe('retryAfterSeconds', () => {
  // Holds R-0505.
  it.each([
    ['seconds', { 'retry-after': '30' }, 30],
    ['a fraction', { 'retry-after': ' 1.5 ' }, 1.5],
    ['a negative number', { 'retry-after': '-4' }, 0],
    ['a number too big to be one', { 'retry-after': '9'.repeat(400) }, null],
    ['an HTTP date', { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }, 60],
    ['an HTTP date without a zone', { 'retry-after': 'Sun, 01 Mar 2026 12:01:00' }, 60],
    ['a date that has passed', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['text', { 'retry-after': 'in a while' }, null],
    ['nothing', {}, null],
    ['the reset of Mastodon', { 'x-ratelimit-reset': '2026-03-01T12:01:00.000Z' }, 60],
    ['a reset without a zone', { 'x-ratelimit-reset': '2026-03-01T12:01:00' }, 60],
    ['a reset in another zone', { 'x-ratelimit-reset': '2026-03-01T14:01:00+02:00' }, 60],
    ['the reset of Bluesky', { 'ratelimit-reset': inAMinute }, 60],
    ['the reset of X', { 'x-rate-limit-reset': inAMinute }, 60],
    ['a reset in milliseconds', { 'x-rate-limit-reset': `${inAMinute}000` }, 60],
    ['a reset in seconds from now', { 'x-ratelimit-reset': '9' }, 9],
    ['a reset of several windows', { 'x-ratelimit-reset': '1, 60;w=60' }, 1],
    ['a reset that has passed', { 'ratelimit-reset': '1700000000' }, 0],
    ['both', { 'retry-after': '7', 'x-ratelimit-reset': '9' }, 7],
    ['an unreadable Retry-After with a reset', { 'retry-after': 'x', 'x-ratelimit-reset': '9' }, null],
    [
      'a wrong clock',
      { date: 'Sun, 01 Mar 2026 13:00:00 GMT', 'ratelimit-reset': String(now.getTime() / 1000 + 3660) },
      60,
    ],
  ])('reads %s', (_case, headers, seconds) => {
    expect(retryAfterSeconds(headers, now)).toBe(seconds)
  })
})

describe('rateLimitFrom', () => {
  it.each([
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'],
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ])('reads %s', (limit, remaining, reset) => {
    const headers = { [limit]: '300', [remaining]: '0', [reset]: inAMinute }
    expect(rateLimitFrom(headers, now)).toEqual({
      limit: 300,
      remaining: 0,
      resetsAt: new Date('2026-03-01T12:01:00Z'),
    })
  })

  it('uses the first value of several windows', () => {
    const headers = { 'x-ratelimit-limit': '100, 100;w=1, 1000;w=60', 'x-ratelimit-remaining': '99, 999' }
    expect(rateLimitFrom(headers, now)).toEqual({ limit: 100, remaining: 99, resetsAt: null })
  })

  it('prefers the first spelling that exists', () => {
    expect(rateLimitFrom({ 'ratelimit-limit': '1', 'x-ratelimit-limit': '2' }, now)?.limit).toBe(2)
  })

  it('returns null without the headers, or with invalid values', () => {
    expect(rateLimitFrom({ 'content-type': 'x' }, now)).toBeNull()
    expect(rateLimitFrom({ 'x-ratelimit-limit': 'many' }, now)).toBeNull()
  })

  it('converts the reset to the local clock', () => {
    const headers = { date: 'Sun, 01 Mar 2026 13:00:00 GMT', 'x-ratelimit-reset': '2026-03-01T13:00:10Z' }
    expect(rateLimitFrom(headers, now)?.resetsAt).toEqual(new Date('2026-03-01T12:00:10Z'))
  })
})

describe('a header from outside', () => {
  it.each([
    ['digits', (letters: number) => '1'.repeat(letters)],
    ['white space', (letters: number) => `1${' '.repeat(letters)}x`],
    ['zones', (letters: number) => `1:1 ${'Z '.repeat(letters / 2)}x`],
    ['zones far apart', (letters: number) => `1:1 ${`Z${' '.repeat(letters / 8)}`.repeat(8)}x`],
    ['commas', (letters: number) => ','.repeat(letters)],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf(readAll, make)).toBeLessThan(MAX_GROWTH)
  })
})

function readAll(value: string): unknown {
  return [
    retryAfterSeconds({ 'retry-after': value }, now),
    rateLimitFrom({ 'x-ratelimit-reset': value, 'x-ratelimit-remaining': value }, now),
  ]
}
