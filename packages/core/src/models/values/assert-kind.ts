import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/** @throws ConfigError for anything but text; it may be empty, and hold whatever somebody sent. */
export function assertString(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(argument, 'text', value)
}

/** @throws ConfigError for anything but a number; infinite ones are. */
export function assertNumber(value: unknown, argument: string): asserts value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw wrongArgument(argument, 'a number', value)
}

/** @throws ConfigError for anything but a list. */
export function assertList(value: unknown, argument: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument(argument, 'a list', value)
}

/** @throws ConfigError for anything but a list of texts; places that hold nothing at all are none. */
export function assertTexts(value: unknown, argument: string): asserts value is readonly string[] {
  if (!Array.isArray(value) || ![...value].every((one) => typeof one === 'string'))
    throw wrongArgument(argument, 'a list of texts', value)
}

/** @throws ConfigError for anything but a function. */
export function assertFunction(value: unknown, argument: string, does = ''): void {
  if (typeof value !== 'function') throw wrongArgument(argument, `a function${does && ` ${does}`}`, value)
}

/** @throws ConfigError for anything but text or bytes. */
export function assertTextOrBytes(value: unknown, argument: string): asserts value is string | Uint8Array {
  if (typeof value !== 'string' && !(value instanceof Uint8Array))
    throw wrongArgument(argument, 'text or a Uint8Array', value)
}

/** @throws ConfigError for a moment that is no valid Date. */
export function assertDate(value: unknown, argument: string): asserts value is Date {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw wrongArgument(argument, 'a Date', value)
}

/**
 * Makes sure that an object can do what it is asked to.
 *
 * @param methods - What it has to have, by name.
 * @throws ConfigError for anything that lacks one of them.
 */
export function assertMethods(value: unknown, methods: readonly string[], argument: string): void {
  assertObject(value, argument, `{ ${methods.map((name) => `${name}()`).join(', ')} }`)
  const given = value as Readonly<Record<string, unknown>> // looked at by name only
  for (const name of methods)
    if (typeof given[name] !== 'function')
      throw wrongArgument(`${argument}.${name}`, 'a function', given[name])
}

/** What is called on a signal. */
const SIGNAL_METHODS = ['addEventListener', 'removeEventListener', 'throwIfAborted'] as const

/**
 * Told by its shape: it may be one of a polyfill.
 *
 * @throws ConfigError for anything that is neither left out nor a signal.
 */
export function assertSignal(value: unknown, door: string): void {
  if (value === undefined || value === null) return
  const signal = (typeof value === 'object' ? value : {}) as Readonly<Record<string, unknown>> // looked at by name only
  if (
    typeof signal['aborted'] !== 'boolean' ||
    SIGNAL_METHODS.some((name) => typeof signal[name] !== 'function')
  )
    throw wrongArgument(`${door}: signal`, 'an AbortSignal (controller.signal)', value)
}

/** @throws ConfigError for a context that does not name its network. */
export function assertContext(context: unknown, door: string): void {
  assertObject(context, door, "{ platform: 'mastodon' }")
  const { platform } = context as { readonly platform?: unknown } // looked at by name only
  if (typeof platform !== 'string')
    throw wrongArgument(`${door}: platform`, 'the name of a network', platform)
}
