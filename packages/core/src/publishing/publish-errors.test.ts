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

describe('an outcome that nobody knows', () => {
  it('says until when the same key is harmless', () => {
    const error = makeOutcomeUnknownError({ ...facts, repeatable: true, retryAfter: null })
    expect(error.message).toContain('The answer of sample to post was lost')
    expect(error.message).toContain('"a-key" before 2026-01-01T01:00:00.000Z')
    expect(error).toMatchObject({ platform: 'sample', retryAfter: null })
    expect(error.cause).toBeUndefined()
  })

  it('says after how many whole seconds to ask', () => {
    const repeatable = makeOutcomeUnknownError({ ...facts, repeatable: true, retryAfter: 59.2 })
    const looked = makeOutcomeUnknownError({ ...facts, repeatable: false, retryAfter: 59.2 })
    expect(repeatable.message).toContain('"a-key" in 60 s before')
    expect(looked.message).toContain('"a-key" in 60 s: it is looked for again, and never sent twice.')
    expect(looked.retryAfter).toBe(59.2)
  })

  it('sends the person to the account where nothing else helps', () => {
    const error = makeOutcomeUnknownError({ ...facts, repeatable: false, retryAfter: null })
    expect(error.message).toContain('Look at the account')
  })

  it('carries the receipt as a record, and the cause', () => {
    const cause = new NetworkError('cut')
    const error = makeOutcomeUnknownError({ ...facts, cause, repeatable: false, retryAfter: null })
    expect(error.cause).toBe(cause)
    expect(error.receipt).toMatchObject({ step: 'FINISH', data: { text: 'x' } })
  })
})

describe('what a look-up that could not be made leaves to say', () => {
  it.each([new AuthError('Sign in again.'), new RateLimitError('Too many.', { retryAfter: 9 })])(
    'is the remedy first, and that the earlier try is open: $name',
    (failure) => {
      const told = passThroughWhileOpen(failure, JOB)
      expect(told).toBeInstanceOf(failure.constructor)
      expect(told).not.toBe(failure)
      expect(told).toMatchObject({ message: expect.stringContaining('"a-key" after that') })
      expect(failure.message).not.toContain('a-key')
    },
  )

  it.each([new NotFoundError('x'), new NetworkError('x'), new TypeError('x'), 'x', undefined])(
    'is nothing for %s',
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
])('another worker has the key for %d s: ask again in %d whole seconds', (seconds, retryAfter) => {
  const error = makePublishBusyError(JOB, seconds)
  expect(error).toMatchObject({ platform: 'sample', retryAfter })
  expect(error.message).toContain(`Ask again in ${retryAfter} s.`)
  expect(error.cause).toBeUndefined()
  expect(makePublishBusyError(JOB, seconds, error).cause).toBe(error)
})
