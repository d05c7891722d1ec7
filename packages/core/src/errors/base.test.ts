import { format, inspect, types } from 'node:util'

import { expect, it } from 'vitest'

import { copyError, withIdempotencyKey } from './base.js'
import { NetworkError, OutcomeUnknownError, RateLimitError, SocialBaseError } from './index.js'

it('is copied as a separate error with class, message, fields and cause', () => {
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

it('removes control characters and direction marks from the message', () => {
  expect(new NetworkError('Not\u0085\u009B[31m \u202Enow\r.').message).toBe('Not  [31m now .')
})

it('sets the key only on the copy, where it is printed', () => {
  const shared = new NetworkError('cut')

  const first = withIdempotencyKey(shared, 'a')
  const second = withIdempotencyKey(shared, 'b')

  expect(first).toMatchObject({ idempotencyKey: 'a' })
  expect(second).toMatchObject({ idempotencyKey: 'b' })
  expect(shared.idempotencyKey).toBeNull()
  expect(Object.keys(first as object)).toContain('idempotencyKey')
})

it('returns a value that is not an error of the library unchanged', () => {
  const foreign = new Error('theirs')

  expect(withIdempotencyKey(foreign, 'a')).toBe(foreign)
  expect(withIdempotencyKey('thrown text', 'a')).toBe('thrown text')
  expect(SocialBaseError.is(foreign)).toBe(false)
})

it('never prints hidden fields, with any format', () => {
  const receipt = { step: 'FINISH', data: { uploadUrl: 'https://up.example/?token=hunter2' } }
  const raw = { access_token: 'hunter2' }
  const inner = new RateLimitError('Slow down.', { raw, retryAfter: 7 })
  const error = new OutcomeUnknownError('Nobody knows.', { receipt, raw, platform: 'x', cause: inner })

  for (const printed of [
    inspect(error, { showHidden: true, depth: 9, getters: true }),
    format('%o', { list: [withIdempotencyKey(error, 'a')] }),
    format('%O %s %j', error, error, error),
  ]) {
    expect(printed).not.toContain('hunter2')
    expect(printed).toContain('x')
  }
  expect(error.receipt).toBe(receipt)
})

it('prints message, stack, cause and fields with %o as without', () => {
  const error = new RateLimitError('Slow down.', { retryAfter: 7, cause: new Error('cut') })

  const printed = format('%o', error)

  expect(printed).toMatch(/^\{? ?RateLimitError: Slow down\.\n +at /)
  expect(printed).toMatch(/\[cause\]: .*Error: cut/)
  expect(printed).toContain('retryAfter: 7')
  expect(inspect(error)).toMatch(/^RateLimitError: Slow down\.\n +at /)
})
