import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * Checks that a value is an object.
 *
 * @param what - Function that received the value, for the error message: `new Connection`.
 * @param example - Code of a valid value, for the error message: `{ platform, accountId }`.
 * @throws ConfigError for any other value.
 */
export function assertObject(value: unknown, what: string, example: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw new ConfigError(
    `${labelOf(what)} takes an object such as ${labelOf(example)}, not ${describeValue(value)}.`,
  )
}
