import { describe, expect, it } from 'vitest'

import {
  AuthError,
  ConfigError,
  InvalidPostError,
  NetworkError,
  PlatformError,
  RateLimitError,
} from '../../errors/index.js'
import { isTokenRefused, isTransient, reconnectSeconds } from './reconnect-backoff.js'

const drawing = (fraction: number) => ({
  fraction: () => fraction,
  bytes: (count: number) => new Uint8Array(count),
})
const broken = new NetworkError('The connection broke.')

const asking = (retryAfter: number | null) => new RateLimitError('Slow down.', { retryAfter })

describe('the wait before a stream is reopened', () => {
  it('doubles with each failure in a row, up to a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((failures) =>
      reconnectSeconds(failures, broken, drawing(1)),
    )
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('is half random, so that clients do not reconnect simultaneously', () => {
    expect([0, 0.5, 1].map((fraction) => reconnectSeconds(4, broken, drawing(fraction)))).toEqual([4, 6, 8])
  })

  it('is that of the network if longer, plus at most a tenth', () => {
    const asked = new RateLimitError('Slow down.', { retryAfter: 100 })
    expect([0, 1].map((fraction) => reconnectSeconds(1, asked, drawing(fraction)))).toEqual([
      100, 110.00000000000001,
    ])
  })

  it('is its own if the network requests a shorter wait, or none', () => {
    expect(reconnectSeconds(7, asking(5), drawing(1))).toBe(60)
    expect(reconnectSeconds(7, asking(60), drawing(1))).toBe(60)
    expect(reconnectSeconds(7, asking(null), drawing(1))).toBe(60)
  })

  it('is never longer than a day and a tenth, even if the network requests more', () => {
    const asked = new RateLimitError('Slow down.', { retryAfter: 1e9 })
    expect(reconnectSeconds(1, asked, drawing(0))).toBe(86_400)
  })
})

describe('listening', () => {
  it.each([
    ['a broken connection', broken],
    ['a rate limit', new RateLimitError('Slow down.', { retryAfter: 5 })],
    ['an outage', new PlatformError('Down.', { platform: 'sample', statusCode: 503, isOutage: true })],
    ['an answer that nobody can read', new PlatformError('Odd.', { platform: 'sample', statusCode: 200 })],
    [
      'a request that did not arrive in time',
      new PlatformError('Odd.', { platform: 'sample', statusCode: 408 }),
    ],
  ])('continues after %s', (_what, error) => {
    expect(isTransient(error)).toBe(true)
  })

  it.each([
    ['a refused token', new AuthError('No.', { platform: 'sample' })],
    ['a refusal', new PlatformError('No.', { platform: 'sample', statusCode: 400 })],
    ['a wrong setting', new ConfigError('No.')],
    ['a wrong post', new InvalidPostError('No.', { platform: 'sample' })],
    ['a slip of the platform', new TypeError('No.')],
  ])('ends after %s', (_what, error) => {
    expect(isTransient(error)).toBe(false)
  })

  it('requires another token only if the token was refused', () => {
    expect(isTokenRefused(new AuthError('No.', { platform: 'sample' }))).toBe(true)
    expect(isTokenRefused(broken)).toBe(false)
  })
})
