import { inspect } from 'node:util'

import { HIDDEN } from '../../models/index.js'

/** Maximum number of errors that are cleaned. Real chains of causes are shorter. Our choice. */
const MAX_ERRORS = 50
/**
 * Limits for printing a value that is attached to an error, for example a request with its
 * headers.
 */
const INSPECT_OPTIONS = { depth: 5, maxStringLength: 100_000, getters: false } as const

/** Functions that remove secrets from texts and from values. */
interface Cleaner {
  text(text: string): string
  /** Returns a copy of a value from a response without secrets. */
  value(value: unknown): unknown
}

/**
 * Removes secrets from an error, its causes, the errors of an `AggregateError`, and values that
 * transports attach, such as the request with its headers.
 *
 * @returns The error itself, or a cleaned copy if the error cannot be changed.
 */
export function cleanError<E>(error: E, cleaner: Cleaner): E {
  const seen = new Map<Error, Error>()

  function clean(one: unknown): unknown {
    if (typeof one === 'string') return cleaner.text(one)
    if (!(one instanceof Error)) return carried(one)
    const known = seen.get(one)
    if (known !== undefined || seen.size >= MAX_ERRORS) return known ?? one
    const copy = Object.isFrozen(one) ? writableCopy(one) : one
    seen.set(one, copy)
    for (const name of Reflect.ownKeys(copy)) if (typeof name === 'string') cleanField(copy, name)
    return copy
  }

  function cleanField(owner: Error, name: string): void {
    const field = Object.getOwnPropertyDescriptor(owner, name)
    if (field === undefined) return
    const value: unknown = name === 'stack' ? owner.stack : field.value
    const cleaned = name === 'raw' ? cleaner.value(value) : cleanValue(name, value)
    if (cleaned === value) return
    if (field.configurable === true)
      Object.defineProperty(owner, name, {
        value: cleaned,
        enumerable: field.enumerable ?? false,
        configurable: true,
        writable: true,
      })
    else if (field.writable === true) Reflect.set(owner, name, cleaned)
  }

  function cleanValue(name: string, value: unknown): unknown {
    if (name !== 'errors' || !Array.isArray(value)) return clean(value)
    const cleaned = value.slice(0, MAX_ERRORS).map(clean)
    return cleaned.every((one, index) => one === value[index]) ? value : cleaned
  }

  /**
   * Cleans an attached value that is not an error. The whole value is replaced if it contains a
   * secret, because changing a part could break the value.
   */
  function carried(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const printed = inspect(value, INSPECT_OPTIONS)
    return cleaner.text(printed) === printed ? value : HIDDEN
  }

  return clean(error) as E // safe cast: clean() keeps the class of an error and the type of any other value
}

/** Returns a writable copy of an error with its class, message and own fields. */
function writableCopy(error: Error): Error {
  const copy = Object.setPrototypeOf(
    new Error(error.message),
    Object.getPrototypeOf(error) as object,
  ) as Error // safe cast: setPrototypeOf returns the Error created above
  for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(error)))
    Object.defineProperty(copy, name, { ...field, configurable: true })
  return copy
}
