import { describe, expect, it } from 'vitest'

import { endsWithin } from './ends-within.js'

describe('endsWithin', () => {
  it('returns whether the work ended in time', async () => {
    expect(await endsWithin(Promise.resolve('anything'), 240)).toBe(true)
    expect(await endsWithin(new Promise(() => undefined), 0.01)).toBe(false)
  })

  it('rejects with a failure within the timeout, and handles a later one', async () => {
    await expect(endsWithin(Promise.reject(new Error('refused')), 240)).rejects.toThrow('refused')
    const late = Promise.withResolvers<never>()
    expect(await endsWithin(late.promise, 0.01)).toBe(false)
    late.reject(new Error('too late'))
    await expect(late.promise).rejects.toThrow('too late')
  })
})
