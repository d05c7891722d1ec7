import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/** @throws ConfigError for values other than text. Empty text and any content are accepted. */
export function assertString(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(argument, 'text', value)
}

/** @throws ConfigError for values other than a number, and for NaN. Infinity is accepted. */
export function assertNumber(value: unknown, argument: string): asserts value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrongArgument(argument, 'a number', value)
}

/** @throws ConfigError for values other than a list. */
export function assertList(value: unknown, argument: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument(argument, 'a list', value)
}

/** @throws ConfigError for values other than a list of texts. Empty slots are refused. */
export function assertTexts(value: unknown, argument: string): asserts value is readonly string[] {
  if (!Array.isArray(value) || ![...value].every((one) => typeof one === 'string'))
    throw wrongArgument(argument, 'a list of texts', value)
}

/** @throws ConfigError for values other than a function. */
export function assertFunction(value: unknown, argument: string, does = ''): void {
  if (typeof value !== 'function') throw wrongArgument(argument, `a function${does && ` ${does}`}`, value)
}

/** @throws ConfigError for values other than text or bytes. */
export function assertTextOrBytes(value: unknown, argument: string): asserts value is string | Uint8Array {
  if (typeof value !== 'string' && !(value instanceof Uint8Array))
    throw wrongArgument(argument, 'text or a Uint8Array', value)
}

/** @throws ConfigError for values other than a valid Date. */
export function assertDate(value: unknown, argument: string): asserts value is Date {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw wrongArgument(argument, 'a Date', value)
}

/**
 * Asserts that an object has the given methods.
 *
 * @param methods - Names of the required methods.
 * @throws ConfigError when one of them is missing.
 */
export function assertMethods(value: unknown, methods: readonly string[], argument: string): void {
  assertObject(value, argument, `{ ${methods.map((name) => `${name}()`).join(', ')} }`)
  const given = value as Readonly<Record<string, unknown>> // fields are checked below
  for (const name of methods)
    if (typeof given[name] !== 'function')
      throw wrongArgument(`${argument}.${name}`, 'a function', given[name])
}

/** Methods that the library calls on a signal. */
const SIGNAL_METHODS = ['addEventListener', 'removeEventListener', 'throwIfAborted'] as const

/**
 * Asserts that a value is an `AbortSignal` or missing. Checks its methods, not its class: it may be a polyfill.
 *
 * @throws ConfigError for any other value.
 */
export function assertSignal(value: unknown, caller: string): void {
  if (value === undefined || value === null) return
  const signal = (typeof value === 'object' ? value : {}) as Readonly<Record<string, unknown>> // fields are checked below
  if (
    typeof signal['aborted'] !== 'boolean' ||
    SIGNAL_METHODS.some((name) => typeof signal[name] !== 'function')
  )
    throw wrongArgument(`${caller}: signal`, 'an AbortSignal (controller.signal)', value)
}

/** @throws ConfigError for a context without the name of its network. */
export function assertContext(context: unknown, caller: string): void {
  assertObject(context, caller, "{ platform: 'mastodon' }")
  const { platform } = context as { readonly platform?: unknown } // checked below
  if (typeof platform !== 'string')
    throw wrongArgument(`${caller}: platform`, 'the name of a network', platform)
}
