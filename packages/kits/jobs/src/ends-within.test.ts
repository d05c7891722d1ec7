import { describe, expect, it } from 'vitest'

import { endsWithin } from './ends-within.js'

describe('endsWithin', () => {
  it('says whether something has ended', async () => {
    expect(await endsWithin(Promise.resolve('anything'), 240)).toBe(true)
    expect(await endsWithin(new Promise(() => undefined), 0.01)).toBe(false)
  })

  it('passes a failure on that comes in time, and keeps a later one from ending the process', async () => {
    await expect(endsWithin(Promise.reject(new Error('refused')), 240)).rejects.toThrow('refused')
    const late = Promise.withResolvers<never>()
    expect(await endsWithin(late.promise, 0.01)).toBe(false)
    late.reject(new Error('too late'))
    await expect(late.promise).rejects.toThrow('too late')
  })
})
