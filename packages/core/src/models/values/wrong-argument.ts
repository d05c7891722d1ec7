import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * The refusal of an argument of the wrong type, for functions that look at one with a bare `typeof`: they are called for
 * every post or request, and a check that costs more would be felt there.
 *
 * @param argument - Its name, with who takes it: `paginate: fetchPage`.
 * @param wanted - What it has to be: `a function that reads one page`.
 * @param given - What it is.
 */
export function wrongArgument(argument: string, wanted: string, given: unknown): ConfigError {
  return new ConfigError(`${labelOf(argument)} must be ${labelOf(wanted)}, not ${describeValue(given)}.`)
}
