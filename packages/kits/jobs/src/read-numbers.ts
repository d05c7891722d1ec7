import { ConfigError, describeValue, refuseUnknownNames } from '@social/core/store'

/** Default and allowed values of a numeric option. */
interface NumberRule {
  /** Value that is used if the option is omitted. */
  readonly defaultValue: number
  readonly min: number
  /** True if the number may have a fractional part. */
  readonly isFraction?: boolean
}

/**
 * Validates numeric options and applies the defaults.
 *
 * @param method - Name of the method for error messages, such as `jobs.work`.
 * @throws ConfigError for an unknown option, or a number out of range.
 */
export function readNumbers<Name extends string>(
  given: object | undefined,
  method: string,
  rules: Readonly<Record<Name, NumberRule>>,
): Readonly<Record<Name, number>> {
  const options: Readonly<Record<string, unknown>> = { ...given }
  refuseUnknownNames(given ?? {}, Object.keys(rules), method)
  const read = Object.entries<NumberRule>(rules).map(([name, { defaultValue, min, isFraction = false }]) => {
    const value = options[name] ?? defaultValue
    const isFit = typeof value === 'number' && value >= min && (isFraction || Number.isInteger(value))
    if (!isFit)
      throw new ConfigError(
        `${method}: ${name} must be a ${isFraction ? '' : 'whole '}number from ${min}, not ${describeValue(value)}.`,
      )
    return [name, value]
  })
  return Object.fromEntries(read) as Record<Name, number> // safe cast: the entries have exactly the names of the rules
}
