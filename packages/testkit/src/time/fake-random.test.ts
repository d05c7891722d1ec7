import { describe, expect, it } from 'vitest'

import { fakeRandom } from './fake-random.js'

const fractions = (seed?: number): number[] => {
  const random = fakeRandom(seed)
  return Array.from({ length: 1000 }, () => random.fraction())
}

describe('fakeRandom', () => {
  it('gives the same in every run, and something else for another seed', () => {
    expect(fractions()).toEqual(fractions(1))
    expect(fractions(2)).not.toEqual(fractions(1))
  })

  it('gives as many bytes as asked, and not the same ones twice', () => {
    const random = fakeRandom()
    const first = random.bytes(32)

    expect(first).toHaveLength(32)
    expect(random.bytes(32)).not.toEqual(first)
    expect(random.bytes(0)).toHaveLength(0)
  })

  it('gives fractions from 0 up to 1, spread evenly', () => {
    const all = fractions()

    expect(all.every((one) => one >= 0 && one < 1)).toBe(true)
    expect(all.reduce((sum, one) => sum + one, 0) / all.length).toBeCloseTo(0.5, 1)
  })
})
