import { assertObject, wrongArgument } from './arguments.js'
import { ControlError } from './control/operations.js'

/**
 * Refuses names that do not exist: a misspelt one would leave everything as usual, in silence.
 *
 * @param names - The names there are.
 * @param door - Who takes them: `startEmulator`.
 * @throws ControlError naming the setting, and those there are.
 */
export function refuseUnknownNames(options: object, names: readonly string[], entryPoint: string): void {
  assertObject(options, `The settings of ${entryPoint}`)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const meant = names.find((name) => plain(name) === plain(unknown) || isOneLetterOff(name, unknown))
  const advice = meant === undefined ? `It takes: ${names.join(', ')}.` : `Did you mean "${meant}"?`
  throw new ControlError(`${entryPoint} does not know the setting "${unknown.slice(0, 80)}". ${advice}`)
}

/**
 * Refuses settings that do not exist, and values of another kind than the usual one.
 *
 * @param options - What was given.
 * @param usual - The settings when nothing is given: all of their names.
 * @param door - Who takes them: `mastodonNetwork`.
 * @throws ControlError naming the setting, and what it must be.
 */
export function refuseUnknownSettings(options: object, usual: object, entryPoint: string): void {
  refuseUnknownNames(options, Object.keys(usual), entryPoint)
  for (const [name, value] of Object.entries(usual))
    refuseOtherKind(Reflect.get(options, name), value, `${entryPoint}: ${name}`)
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
}

/** A setting is what its usual value is; null says that there is none. Where that is usual, its kind is not known here. */
function refuseOtherKind(given: unknown, usual: unknown, setting: string): void {
  if (given === undefined || usual === null) return
  if (!Array.isArray(usual)) {
    if (given !== null && (typeof given !== typeof usual || Array.isArray(given)))
      throw wrongArgument(setting, KINDS[typeof usual] ?? typeof usual, given)
    return
  }
  const [first]: readonly unknown[] = usual
  const wanted = typeof first === 'string' ? 'a list of texts' : 'a list of objects'
  const fits = (one: unknown): boolean =>
    typeof one === typeof first && one !== null && (typeof first === 'string' || hasNames(one, first))
  if (!Array.isArray(given) || !given.every(fits)) throw wrongArgument(setting, wanted, given)
}

/** Whoever is to be there has the name that those have who are usually there. */
function hasNames(given: unknown, usual: unknown): boolean {
  const names = ['username', 'name', 'handle'].filter(
    (name) => typeof Reflect.get(Object(usual), name) === 'string',
  )
  return names.slice(0, 1).every((name) => typeof Reflect.get(Object(given), name) === 'string')
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
