import { describe, expect, it } from 'vitest'

import { figureOf, keepsBudget, medianRatio } from './row.js'
import { toTable } from './table.js'

describe('a row of a benchmark', () => {
  const row = { what: 'post', value: 60, unit: 'µs', reference: { name: 'undici.request', value: 50 } }

  it('is judged by its ratio to the reference', () => {
    expect(figureOf(row)).toBeCloseTo(1.2)
    expect(keepsBudget({ ...row, budget: { max: 1.25 } })).toBe(true)
    expect(keepsBudget({ ...row, budget: { min: 1.25 } })).toBe(false)
  })

  it('is judged by the ratio of its rounds if there is one', () => {
    // In the second round, the machine was three times as slow.
    const ratio = medianRatio([11, 36, 12], [10, 30, 10])
    expect(ratio).toBeCloseTo(1.2)
    expect(keepsBudget({ ...row, ratio, budget: { max: 1.15 } })).toBe(false)
  })

  it('is judged by its value if there is no reference', () => {
    expect(keepsBudget({ what: 'idle', value: 51, unit: 'ms', budget: { max: 50 } })).toBe(false)
  })

  it('has no verdict without a budget', () => {
    expect(keepsBudget(row)).toBeNull()
  })

  it('is printed with its reference and the ratio', () => {
    expect(toTable([row]).split('\n').at(-1)).toBe(
      '| post | 60.0 µs | 50.0 µs undici.request | 1.20  |        |',
    )
  })
})
