import { inspect, types } from 'node:util'

import { expect, it } from 'vitest'

import { copyError, withIdempotencyKey } from './base.js'
import { NetworkError, RateLimitError, SocialBaseError } from './index.js'

it('is copied with class, words, fields and cause, as an error of its own', () => {
  const cause = new Error('cut')
  const error = new RateLimitError('Slow down.', { platform: 'x', retryAfter: 7, raw: { a: 1 }, cause })

  const copy = copyError(error)

  expect(copy).not.toBe(error)
  expect(copy).toBeInstanceOf(RateLimitError)
  expect(copy).toMatchObject({ message: 'Slow down.', platform: 'x', retryAfter: 7, raw: { a: 1 }, cause })
  expect(types.isNativeError(copy)).toBe(true)
  expect(RateLimitError.is(copy)).toBe(true)
  expect(inspect(copy)).toContain('retryAfter: 7')
})

it('gets its key on the copy alone, where it is printed', () => {
  const shared = new NetworkError('cut')

  const first = withIdempotencyKey(shared, 'a')
  const second = withIdempotencyKey(shared, 'b')

  expect(first).toMatchObject({ idempotencyKey: 'a' })
  expect(second).toMatchObject({ idempotencyKey: 'b' })
  expect(shared.idempotencyKey).toBeNull()
  expect(Object.keys(first as object)).toContain('idempotencyKey')
})

it('leaves alone what is no error of the library', () => {
  const foreign = new Error('theirs')

  expect(withIdempotencyKey(foreign, 'a')).toBe(foreign)
  expect(withIdempotencyKey('thrown text', 'a')).toBe('thrown text')
  expect(SocialBaseError.is(foreign)).toBe(false)
})
