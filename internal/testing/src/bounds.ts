import { describe, expect, it } from 'vitest'

/** Documented bounds of a numeric option. */
export interface Bounds {
  readonly default: number
  readonly min: number
  /** Maximum. Undefined if the option has no maximum. */
  readonly max?: number
  /** True if the option accepts fractions. Otherwise it accepts only whole numbers. */
  readonly fractions?: boolean
  /** Unit that the error message contains. Undefined if the message contains none. */
  readonly unit?: string
  /** Name of the applied setting, if it differs from the name of the option. */
  readonly as?: string
}

/**
 * Defines tests for numeric options. A factory must apply its defaults, accept the documented
 * minimum and maximum, and refuse values outside.
 *
 * @param readSettings - Function that applies the defaults and returns the settings.
 * @param bounds - Bounds of every numeric option.
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
