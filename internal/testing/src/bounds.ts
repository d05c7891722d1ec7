import { describe, expect, it } from 'vitest'

/** Documented bounds of a numeric factory option. */
export interface Bounds {
  readonly default: number
  readonly min: number
  /** Missing if there is no maximum. */
  readonly max?: number
  /** True if fractions are allowed; otherwise only whole numbers are. */
  readonly fractions?: boolean
  /** Unit in the error message, if the message has one. */
  readonly unit?: string
  /** Name of the setting, if it differs from the name of the option. */
  readonly as?: string
}

/**
 * A factory applies its default numbers, accepts the documented minimum and maximum, and refuses other values.
 *
 * @param readSettings - Function that applies the defaults.
 * @param bounds - Every numeric option.
 */
export function keepsBounds(
  readSettings: (options: Readonly<Record<string, number>>) => object,
  bounds: Readonly<Record<string, Bounds>>,
): void {
  describe.each(Object.entries(bounds))('the setting %s', (name, range) => {
    const { default: defaultValue, min, max, unit = '', as = name } = range
    const read = (value?: number): unknown =>
      Object.entries(readSettings(value === undefined ? {} : { [name]: value })).find(
        ([key]) => key === as,
      )?.[1]
    const { taken, refused } = edgesOf(range)

    it(`is ${defaultValue} by default`, () => {
      expect(read()).toBe(defaultValue)
    })

    it('accepts the minimum and the maximum, and fractions if they are allowed', () => {
      expect(taken.map(read)).toEqual(taken)
    })

    it.each(refused)('refuses %d with the allowed range', (value) => {
      for (const text of [name, unit, max === undefined ? `${min} or more` : `from ${min} to ${max}`])
        expect(() => read(value)).toThrow(text)
    })
  })
}

function edgesOf({ min, max, fractions = false }: Bounds) {
  const step = fractions ? 0.01 : 1
  const half = min + 0.5
  const highest = max ?? 1e9
  const beyond = max === undefined ? [min - step] : [min - step, max + step]
  return fractions
    ? { taken: [min, half, highest], refused: beyond }
    : { taken: [min, highest], refused: [...beyond, half] }
}
