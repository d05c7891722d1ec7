import { inspect } from 'node:util'

import { HIDDEN } from '../../models/index.js'

/** Maximum number of errors to clean. Real chains are shorter. */
const MAX_ERRORS = 50
/** Limits of inspecting a value that an error carries, for example a request with its headers. */
const INSPECT_OPTIONS = { depth: 5, maxStringLength: 100_000, getters: false } as const

/** Functions that remove secrets. */
interface Cleaner {
  text(text: string): string
  /** Copies a value of a response. */
  value(value: unknown): unknown
}

/**
 * Removes secrets from an error, its causes, the errors of an `AggregateError`, and values that transports attach, such
 * as the request with its headers.
 *
 * @returns The error, or a copy if the error is not writable.
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

  /** A value that is not an error is replaced as a whole if it contains a secret. Partial changes could break it. */
  function carried(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const printed = inspect(value, INSPECT_OPTIONS)
    return cleaner.text(printed) === printed ? value : HIDDEN
  }

  return clean(error) as E // errors keep their class, other values their type
}

/** Writable copy of an error with its class, message and own fields. */
function writableCopy(error: Error): Error {
  const copy = Object.setPrototypeOf(
    new Error(error.message),
    Object.getPrototypeOf(error) as object,
  ) as Error // created above
  for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(error)))
    Object.defineProperty(copy, name, { ...field, configurable: true })
  return copy
}
