import { needObject } from './arguments.js'
import { ControlError } from './control/operations.js'

/**
 * Refuses settings that do not exist: a misspelt one would leave everything as usual, in silence.
 *
 * @param options - What was given.
 * @param usual - The settings when nothing is given: all of their names.
 * @param door - Who takes them: `mastodonNetwork`.
 * @throws ControlError naming the setting, and those there are.
 */
export function refuseUnknownSettings(options: object, usual: object, door: string): void {
  needObject(options, `The settings of ${door}`)
  const names = Object.keys(usual)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const meant = names.find((name) => plain(name) === plain(unknown) || isOneLetterOff(name, unknown))
  const advice = meant === undefined ? `It takes: ${names.join(', ')}.` : `Did you mean "${meant}"?`
  throw new ControlError(`${door} does not know the setting "${unknown.slice(0, 80)}". ${advice}`)
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** True when the two differ in one letter: another one, one more or one less. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
