import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * Makes sure that a value has fields to read.
 *
 * @param what - Who wants it, for the message: `new Connection`.
 * @param example - What it takes, as code: `{ platform, accountId }`.
 * @throws ConfigError for anything but an object.
 */
export function assertObject(value: unknown, what: string, example: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw new ConfigError(
    `${labelOf(what)} takes an object such as ${labelOf(example)}, not ${describeValue(value)}.`,
  )
}
