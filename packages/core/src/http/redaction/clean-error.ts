import { inspect } from 'node:util'

import { HIDDEN } from '../../models/index.js'

/** More errors than anybody chains or collects. */
const MAX_ERRORS = 50
/** How far into what an error carries secrets are looked for: the headers of a request in its settings. */
const LOOKED_INTO = { depth: 5, maxStringLength: 100_000, getters: false } as const

/** Ways to write without secrets. */
interface Cleaner {
  text(text: string): string
  /** A copy of a reply. */
  value(value: unknown): unknown
}

/**
 * Takes secrets out of an error and of everything that led to it: causes, the errors of an `AggregateError`, and what
 * transports leave on theirs (the request with its headers).
 *
 * @returns The error; a copy where the error itself cannot be written to.
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

  /** What is no error cannot be taken apart without breaking it, so it goes as a whole when a secret is in it. */
  function carried(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const printed = inspect(value, LOOKED_INTO)
    return cleaner.text(printed) === printed ? value : HIDDEN
  }

  return clean(error) as E // an error stays an error of its class, and anything else what it is
}

/** The same error, to be written to: class, words and every own field. */
function writableCopy(error: Error): Error {
  const copy = Object.setPrototypeOf(
    new Error(error.message),
    Object.getPrototypeOf(error) as object,
  ) as Error // made above
  for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(error)))
    Object.defineProperty(copy, name, { ...field, configurable: true })
  return copy
}
