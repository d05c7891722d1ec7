import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compareIds } from './ids.js'

describe('the order of ids', () => {
  it('compares numeric ids by value, also beyond 2^53', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), fc.bigInt({ min: 0n, max: 2n ** 80n }), (a, b) => {
        const expected = a === b ? 0 : a < b ? -1 : 1
        expect(Math.sign(compareIds(String(a), String(b)))).toBe(expected)
      }),
    )
  })

  it('compares other ids of equal length as text', () => {
    expect(['01HZX4', '01HZX9', '01HZX5'].toSorted(compareIds)).toEqual(['01HZX4', '01HZX5', '01HZX9'])
  })
})
