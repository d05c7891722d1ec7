import { assertObject, wrongArgument } from './arguments.js'
import { ControlError } from './control/operations.js'

/**
 * Refuses unknown names, because a misspelt option would have no effect.
 *
 * @param names - Known names.
 * @param entryPoint - Function that takes the options, for the error message, for example
 * `startEmulator`.
 * @throws ControlError with the unknown name and the known names.
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
 * Refuses unknown settings, and settings whose type differs from the default.
 *
 * @param options - Settings of the caller.
 * @param defaults - Default settings. Their names are the known names.
 * @param entryPoint - Function that takes the settings, for the error message, for example
 * `mastodonNetwork`.
 * @throws ControlError with the setting and its required type.
 */
export function refuseUnknownSettings(options: object, defaults: object, entryPoint: string): void {
  refuseUnknownNames(options, Object.keys(defaults), entryPoint)
  for (const [name, value] of Object.entries(defaults))
    refuseOtherKind(Reflect.get(options, name), value, `${entryPoint}: ${name}`)
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
}

/**
 * Refuses a setting whose type differs from the default. Null is always accepted. If the default
 * is null, no type is checked.
 */
function refuseOtherKind(given: unknown, defaults: unknown, setting: string): void {
  if (given === undefined || defaults === null) return
  if (!Array.isArray(defaults)) {
    if (given !== null && (typeof given !== typeof defaults || Array.isArray(given)))
      throw wrongArgument(setting, KINDS[typeof defaults] ?? typeof defaults, given)
    return
  }
  const [first]: readonly unknown[] = defaults
  const wanted = typeof first === 'string' ? 'a list of texts' : 'a list of objects'
  const fits = (one: unknown): boolean =>
    typeof one === typeof first && one !== null && (typeof first === 'string' || hasNames(one, first))
  if (!Array.isArray(given) || !given.every(fits)) throw wrongArgument(setting, wanted, given)
}

/** Returns true if every given person has the name field that the default people have. */
function hasNames(given: unknown, defaults: unknown): boolean {
  const names = ['username', 'name', 'handle'].filter(
    (name) => typeof Reflect.get(Object(defaults), name) === 'string',
  )
  return names.slice(0, 1).every((name) => typeof Reflect.get(Object(given), name) === 'string')
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** Returns true if the names differ by one replaced, added or missing letter. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
