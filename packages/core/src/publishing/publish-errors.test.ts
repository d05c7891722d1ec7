import { describe, expect, it } from 'vitest'

import { AuthError, NetworkError, NotFoundError, RateLimitError } from '../errors/index.js'
import type { Receipt } from '../models/index.js'
import { makePublishBusyError, passThroughWhileOpen, makeOutcomeUnknownError } from './publish-errors.js'

const JOB = { platform: 'sample', key: { idempotencyKey: 'a-key', operation: 'post' } }
const RECEIPT: Receipt = {
  version: 1,
  platform: 'sample',
  step: 'FINISH',
  data: { text: 'x' },
  createdAt: new Date('2026-01-01T00:00:00Z'),
  repeatableUntil: new Date('2026-01-01T01:00:00Z'),
  files: null,
}
const facts = { job: JOB, receipt: RECEIPT, cause: null }

describe('an unknown outcome', () => {
  it('reports until when a retry with the same key is harmless', () => {
    const error = makeOutcomeUnknownError({ ...facts, repeatable: true, retryAfter: null })
    expect(error.message).toContain('The response of sample to post was lost')
    expect(error.message).toContain('"a-key" before 2026-01-01T01:00:00.000Z')
    expect(error).toMatchObject({ platform: 'sample', retryAfter: null })
    expect(error.cause).toBeUndefined()
  })

  it('reports the seconds until the next call as a whole number', () => {
    const repeatable = makeOutcomeUnknownError({ ...facts, repeatable: true, retryAfter: 59.2 })
    const queried = makeOutcomeUnknownError({ ...facts, repeatable: false, retryAfter: 59.2 })
    expect(repeatable.message).toContain('"a-key" in 60 s before')
    expect(queried.message).toContain(
      '"a-key" in 60 s. The library then queries the post again and never sends it twice.',
    )
    expect(queried.retryAfter).toBe(59.2)
  })

  it('recommends checking the account if nothing else helps', () => {
    const error = makeOutcomeUnknownError({ ...facts, repeatable: false, retryAfter: null })
    expect(error.message).toContain('Check the account')
  })

  it('contains the receipt as a record and the cause', () => {
    const cause = new NetworkError('cut')
    const error = makeOutcomeUnknownError({ ...facts, cause, repeatable: false, retryAfter: null })
    expect(error.cause).toBe(cause)
    expect(error.receipt).toMatchObject({ step: 'FINISH', data: { text: 'x' } })
  })
})

describe('the error of a failed query', () => {
  it.each([new AuthError('Sign in again.'), new RateLimitError('Too many.', { retryAfter: 9 })])(
    'contains the remedy first, then that the earlier outcome is unknown: $name',
    (failure) => {
      const passed = passThroughWhileOpen(failure, JOB)
      expect(passed).toBeInstanceOf(failure.constructor)
      expect(passed).not.toBe(failure)
      expect(passed).toMatchObject({ message: expect.stringContaining('with the idempotency key "a-key"') })
      expect(failure.message).not.toContain('a-key')
    },
  )

  it.each([new NotFoundError('x'), new NetworkError('x'), new TypeError('x'), 'x', undefined])(
    'is null for %s',
    (failure) => {
      expect(passThroughWhileOpen(failure, JOB)).toBeNull()
    },
  )
})

it.each([
  [0, 1],
  [-5, 1],
  [1.1, 2],
  [60, 60],
])('another worker holds the key for %d s: call again in %d whole seconds', (seconds, retryAfter) => {
  const error = makePublishBusyError(JOB, seconds)
  expect(error).toMatchObject({ platform: 'sample', retryAfter })
  expect(error.message).toContain(`Call again in ${retryAfter} s.`)
  expect(error.cause).toBeUndefined()
  expect(makePublishBusyError(JOB, seconds, error).cause).toBe(error)
})
