import { ConfigError, describeValue, refuseUnknownNames } from '@social/core/store'

/** What a number may be. */
interface NumberRule {
  /** What it is when it is left out. */
  readonly usual: number
  readonly least: number
  /** True where it need not be whole. */
  readonly isFraction?: boolean
}

/**
 * Reads options that are numbers.
 *
 * @param door - Who takes them, for messages: `jobs.work`.
 * @throws ConfigError for an option that does not exist, and for what is no such number.
 */
export function readNumbers<Name extends string>(
  given: object | undefined,
  door: string,
  rules: Readonly<Record<Name, NumberRule>>,
): Readonly<Record<Name, number>> {
  const options: Readonly<Record<string, unknown>> = { ...given }
  refuseUnknownNames(given ?? {}, Object.keys(rules), door)
  const read = Object.entries<NumberRule>(rules).map(([name, { usual, least, isFraction = false }]) => {
    const value = options[name] ?? usual
    const isFit = typeof value === 'number' && value >= least && (isFraction || Number.isInteger(value))
    if (!isFit)
      throw new ConfigError(
        `${door}: ${name} must be a ${isFraction ? '' : 'whole '}number from ${least}, not ${describeValue(value)}.`,
      )
    return [name, value]
  })
  return Object.fromEntries(read) as Record<Name, number> // by the names of the rules
}
