import { describe, expect, it } from 'vitest'

import { isDayUsedUp, rateLimitKey, readRateLimit } from './rate-limits.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const at = (seconds: number) => String(NOW.getTime() / 1000 + seconds)
const read = (headers: Readonly<Record<string, string>>) =>
  readRateLimit({ status: 200, headers }, { now: NOW })

const MINUTES = {
  'x-rate-limit-limit': '300',
  'x-rate-limit-remaining': '299',
  'x-rate-limit-reset': at(600),
}

describe('requests that X counts together', () => {
  it.each([
    ['GET', '/2/tweets/1990', 'GET /2/tweets/:id'],
    ['DELETE', '/2/tweets/1990', 'DELETE /2/tweets/:id'],
    ['GET', '/2/users/42/mentions?max_results=5', 'GET /2/users/:id/mentions'],
    ['DELETE', '/2/users/42/likes/1990', 'DELETE /2/users/:id/likes/:id'],
    ['GET', '/2/users/me', 'GET /2/users/me'],
    ['POST', '/2/dm_conversations/1-2/messages', 'POST /2/dm_conversations/:id/messages'],
  ] as const)('%s %s is one of %s', (method, path, key) => {
    expect(rateLimitKey({ method, url: `https://api.x.com${path}` })).toBe(key)
  })
})

describe('what X tells of its limits', () => {
  it('is that of the 15 minutes, as long as the day is not used up', () => {
    const day = { 'x-user-limit-24hour-remaining': '1', 'x-user-limit-24hour-reset': at(80_000) }

    expect(read({ ...MINUTES, ...day })).toMatchObject({
      limit: 300,
      remaining: 299,
      resetsAt: new Date('2026-11-22T12:10:00Z'),
    })
  })

  it.each(['user', 'app'])('is that of the day of the %s once it is used up', (whose) => {
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
    expect(isDayUsedUp({ status: 429, headers: day })).toBe(true)
  })

  it('counts from X’s own clock where that is told', () => {
    const day = {
      'x-app-limit-24hour-limit': '17',
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': at(3600),
      date: 'Sun, 22 Nov 2026 11:59:00 GMT',
    }

    expect(read(day)).toMatchObject({ resetsAt: new Date('2026-11-22T13:01:00Z') })
  })

  it('is nothing where it tells nothing', () => {
    expect(read({})).toBeNull()
    expect(isDayUsedUp({ status: 429, headers: {} })).toBe(false)
    expect(isDayUsedUp({ status: 429, headers: { 'x-user-limit-24hour-remaining': '10' } })).toBe(false)
  })
})
