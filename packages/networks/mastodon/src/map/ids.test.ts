import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compareIds, latestId } from './ids.js'

describe('ids are compared as they grow', () => {
  it('compares digits by value, also beyond 2^53', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), fc.bigInt({ min: 0n, max: 2n ** 80n }), (a, b) => {
        const expected = a === b ? 0 : a < b ? -1 : 1
        expect(Math.sign(compareIds(String(a), String(b)))).toBe(expected)
      }),
    )
  })

  it('finds the latest whatever the order', () => {
    expect(latestId(['9', '10', '8'])).toBe('10')
    expect(latestId(['01HZX4', '01HZX9', '01HZX5'])).toBe('01HZX9')
    expect(latestId([])).toBeNull()
  })
})
