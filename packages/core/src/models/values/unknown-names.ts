import { ConfigError } from '../../errors/index.js'
import { assertObject } from './assert-object.js'
import { nearMiss } from './near-miss.js'
import { wrongArgument } from './wrong-argument.js'

/**
 * Checks the names of options, so that a misspelled option is not silently ignored.
 *
 * @param given - Options that the application passed.
 * @param names - Names of the supported options.
 * @param caller - Function or class that received the options, for the error message: `Poller`.
 * @throws ConfigError for an unknown option, with the name that was probably meant. Also for a
 * value that is not an object.
 */
export function refuseUnknownNames(given: object, names: readonly string[], caller: string): void {
  if (!Array.isArray(names)) throw wrongArgument('refuseUnknownNames: names', 'a list of texts', names)
  if (typeof caller !== 'string') throw wrongArgument('refuseUnknownNames: caller', 'text', caller)
  assertObject(given, caller, `{ ${names[0] ?? ''}: … }`)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const meant = nearMiss(name, names)
    const advice = meant ? `Did you mean "${meant}"?` : `It takes: ${names.join(', ')}.`
    throw new ConfigError(
      `${caller} does not know the option ${JSON.stringify(name.slice(0, 80))}. ${advice}`,
    )
  }
}
