import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * Creates the error for an argument of the wrong type. Use it in functions that run for every post
 * or request, where a plain `typeof` is faster than the assert functions.
 *
 * @param argument - Function and name of the argument: `paginate: fetchPage`.
 * @param wanted - Expected value: `a function that reads one page`.
 * @param given - Received value.
 */
export function wrongArgument(argument: string, wanted: string, given: unknown): ConfigError {
  return new ConfigError(`${labelOf(argument)} must be ${labelOf(wanted)}, not ${describeValue(given)}.`)
}
