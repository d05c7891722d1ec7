import { describe, expect, it } from 'vitest'

import { isDayExhausted, rateLimitKey, readRateLimit } from './rate-limits.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const at = (seconds: number) => String(NOW.getTime() / 1000 + seconds)
const read = (headers: Readonly<Record<string, string>>) =>
  readRateLimit({ status: 200, headers }, { now: NOW })

const MINUTES = {
  'x-rate-limit-limit': '300',
  'x-rate-limit-remaining': '299',
  'x-rate-limit-reset': at(600),
}

describe('the rate limit of a request', () => {
  it.each([
    ['GET', '/2/tweets/1990', 'GET /2/tweets/:id'],
    ['DELETE', '/2/tweets/1990', 'DELETE /2/tweets/:id'],
    ['GET', '/2/users/42/mentions?max_results=5', 'GET /2/users/:id/mentions'],
    ['DELETE', '/2/users/42/likes/1990', 'DELETE /2/users/:id/likes/:id'],
    ['GET', '/2/users/me', 'GET /2/users/me'],
    ['POST', '/2/dm_conversations/1-2/messages', 'POST /2/dm_conversations/:id/messages'],
  ] as const)('of %s %s is %s', (method, path, key) => {
    expect(rateLimitKey({ method, url: `https://api.x.com${path}` })).toBe(key)
  })
})

describe('the rate limit of a response', () => {
  it('is that of the 15 minutes unless the daily limit is exhausted', () => {
    const day = { 'x-user-limit-24hour-remaining': '1', 'x-user-limit-24hour-reset': at(80_000) }

    expect(read({ ...MINUTES, ...day })).toMatchObject({
      limit: 300,
      remaining: 299,
      resetsAt: new Date('2026-11-22T12:10:00Z'),
    })
  })

  it.each(['user', 'app'])('is the daily limit of the %s when it is exhausted', (whose) => {
    const day = {
      [`x-${whose}-limit-24hour-limit`]: '17',
      [`x-${whose}-limit-24hour-remaining`]: ' 0',
      [`x-${whose}-limit-24hour-reset`]: at(3600),
    }

    expect(read({ ...MINUTES, ...day })).toMatchObject({
      limit: 17,
      remaining: 0,
      resetsAt: new Date('2026-11-22T13:00:00Z'),
    })
    expect(isDayExhausted({ status: 429, headers: day })).toBe(true)
  })

  it('uses X’s clock when it is known', () => {
    const day = {
      'x-app-limit-24hour-limit': '17',
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': at(3600),
      date: 'Sun, 22 Nov 2026 11:59:00 GMT',
    }

    expect(read(day)).toMatchObject({ resetsAt: new Date('2026-11-22T13:01:00Z') })
  })

  it('is null without headers', () => {
    expect(read({})).toBeNull()
    expect(isDayExhausted({ status: 429, headers: {} })).toBe(false)
    expect(isDayExhausted({ status: 429, headers: { 'x-user-limit-24hour-remaining': '10' } })).toBe(false)
  })
})
