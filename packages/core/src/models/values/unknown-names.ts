import { ConfigError } from '../../errors/index.js'
import { assertObject } from './assert-object.js'
import { nearMiss } from './near-miss.js'
import { wrongArgument } from './wrong-argument.js'

/**
 * Refuses options that do not exist, so that a misspelt one is not left out silently.
 *
 * @param given - What the application passed.
 * @param names - The options there are.
 * @param door - Who takes them, for the message: `Poller`.
 * @throws ConfigError for anything but an object, and naming the option that was probably meant.
 */
export function refuseUnknownNames(given: object, names: readonly string[], door: string): void {
  if (!Array.isArray(names)) throw wrongArgument('refuseUnknownNames: names', 'a list of texts', names)
  if (typeof door !== 'string') throw wrongArgument('refuseUnknownNames: door', 'text', door)
  assertObject(given, door, `{ ${names[0] ?? ''}: … }`)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const meant = nearMiss(name, names)
    const advice = meant ? `Did you mean "${meant}"?` : `It takes: ${names.join(', ')}.`
    throw new ConfigError(`${door} does not know the option ${JSON.stringify(name.slice(0, 80))}. ${advice}`)
  }
}
