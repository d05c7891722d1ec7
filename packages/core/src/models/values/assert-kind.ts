import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/**
 * Checks that an argument is a string, which may be empty. @throws ConfigError for other values.
 */
export function assertString(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(argument, 'text', value)
}

/**
 * Checks that an argument is a number, which may be infinite. @throws ConfigError for other values
 * and for NaN.
 */
export function assertNumber(value: unknown, argument: string): asserts value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrongArgument(argument, 'a number', value)
}

/** Checks that an argument is an array. @throws ConfigError for other values. */
export function assertList(value: unknown, argument: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument(argument, 'a list', value)
}

/**
 * Checks that an argument is an array of strings without empty slots. @throws ConfigError for
 * other values.
 */
export function assertTexts(value: unknown, argument: string): asserts value is readonly string[] {
  if (!Array.isArray(value) || ![...value].every((one) => typeof one === 'string'))
    throw wrongArgument(argument, 'a list of texts', value)
}

/** Checks that an argument is a function. @throws ConfigError for other values. */
export function assertFunction(value: unknown, argument: string, does = ''): void {
  if (typeof value !== 'function') throw wrongArgument(argument, `a function${does && ` ${does}`}`, value)
}

/** Checks that an argument is a string or bytes. @throws ConfigError for other values. */
export function assertTextOrBytes(value: unknown, argument: string): asserts value is string | Uint8Array {
  if (typeof value !== 'string' && !(value instanceof Uint8Array))
    throw wrongArgument(argument, 'text or a Uint8Array', value)
}

/** Checks that an argument is a valid Date. @throws ConfigError for other values. */
export function assertDate(value: unknown, argument: string): asserts value is Date {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw wrongArgument(argument, 'a Date', value)
}

/**
 * Checks that an object has the given methods.
 *
 * @param methods - Names of the required methods.
 * @throws ConfigError if a method is missing.
 */
export function assertMethods(value: unknown, methods: readonly string[], argument: string): void {
  assertObject(value, argument, `{ ${methods.map((name) => `${name}()`).join(', ')} }`)
  const given = value as Readonly<Record<string, unknown>> // safe cast: every field is checked below
  for (const name of methods)
    if (typeof given[name] !== 'function')
      throw wrongArgument(`${argument}.${name}`, 'a function', given[name])
}

/** Methods of an `AbortSignal` that the library calls. */
const SIGNAL_METHODS = ['addEventListener', 'removeEventListener', 'throwIfAborted'] as const

/**
 * Checks that a value is an `AbortSignal` or undefined. The methods are checked instead of the
 * class, because the signal may be a polyfill.
 *
 * @throws ConfigError for any other value.
 */
export function assertSignal(value: unknown, caller: string): void {
  if (value === undefined || value === null) return
  const signal = (typeof value === 'object' ? value : {}) as Readonly<Record<string, unknown>> // safe cast: every field is checked below
  if (
    typeof signal['aborted'] !== 'boolean' ||
    SIGNAL_METHODS.some((name) => typeof signal[name] !== 'function')
  )
    throw wrongArgument(`${caller}: signal`, 'an AbortSignal (controller.signal)', value)
}

/** Checks that a context contains the name of its network. @throws ConfigError for other values. */
export function assertContext(context: unknown, caller: string): void {
  assertObject(context, caller, "{ platform: 'mastodon' }")
  const { platform } = context as { readonly platform?: unknown } // safe cast: `platform` is checked below
  if (typeof platform !== 'string')
    throw wrongArgument(`${caller}: platform`, 'the name of a network', platform)
}
