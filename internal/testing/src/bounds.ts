import { describe, expect, it } from 'vitest'

/** A number among a factory's options, as its documentation promises it. */
export interface Bounds {
  readonly usual: number
  readonly min: number
  /** None where there is no upper end. */
  readonly max?: number
  /** Whether fractions are taken; whole numbers only unless true. */
  readonly fractions?: boolean
  /** What it is counted in, where the refusal names it. */
  readonly unit?: string
  /** Its name among the settings, where that is another one. */
  readonly as?: string
}

/**
 * A factory fills in its usual numbers, takes the least and the most that it promises, and refuses what lies beyond.
 *
 * @param readSettings - What fills the options in.
 * @param bounds - Every option that is a number.
 */
export function keepsBounds(
  readSettings: (options: Readonly<Record<string, number>>) => object,
  bounds: Readonly<Record<string, Bounds>>,
): void {
  describe.each(Object.entries(bounds))('the setting %s', (name, range) => {
    const { usual, min, max, unit = '', as = name } = range
    const read = (value?: number): unknown =>
      Object.entries(readSettings(value === undefined ? {} : { [name]: value })).find(
        ([key]) => key === as,
      )?.[1]
    const { taken, refused } = edgesOf(range)

    it(`is ${usual} unless given`, () => {
      expect(read()).toBe(usual)
    })

    it('takes the least and the most, and fractions where it says so', () => {
      expect(taken.map(read)).toEqual(taken)
    })

    it.each(refused)('refuses %d, and says what it takes', (value) => {
      for (const text of [name, unit, max === undefined ? `${min} or more` : `from ${min} to ${max}`])
        expect(() => read(value)).toThrow(text)
    })
  })
}

function edgesOf({ min, max, fractions = false }: Bounds) {
  const step = fractions ? 0.01 : 1
  const half = min + 0.5
  const most = max ?? 1e9
  const beyond = max === undefined ? [min - step] : [min - step, max + step]
  return fractions
    ? { taken: [min, half, most], refused: beyond }
    : { taken: [min, most], refused: [...beyond, half] }
}
