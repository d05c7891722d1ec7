import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * Error for an argument of the wrong type. Used where a plain `typeof` checks the argument because the function runs
 * for every post or request.
 *
 * @param argument - Name of the argument with its function: `paginate: fetchPage`.
 * @param wanted - Expected value: `a function that reads one page`.
 * @param given - Received value.
 */
export function wrongArgument(argument: string, wanted: string, given: unknown): ConfigError {
  return new ConfigError(`${labelOf(argument)} must be ${labelOf(wanted)}, not ${describeValue(given)}.`)
}
