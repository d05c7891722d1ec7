import { ConfigError, type JsonObject } from '@social/core/store'

const REMEDY = 'Restore it from a copy, or delete it.'

/** A row that cannot be read. What stands in it may be a secret, so neither it nor an error that quotes it is passed on. */
export function unreadable(place: string, why: string): ConfigError {
  return new ConfigError(`${place} cannot be read: ${why}. ${REMEDY}`)
}

/** @throws ConfigError when the text is no JSON. */
export function parseStored(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown // it promises nothing about what was parsed
  } catch {
    throw unreadable(place, 'what is stored is no JSON')
  }
}

/** @throws ConfigError when the text is no JSON object. */
export function parseStoredObject(text: string, place: string): JsonObject {
  const value = parseStored(text, place)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(place, 'what is stored is no JSON object')
  return value as JsonObject // JSON.parse makes nothing but JSON
}

/** Makes an object of a record, and says which row it was when that fails. @throws ConfigError when it fails. */
export function fromStored<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!ConfigError.is(error)) throw unreadable(place, 'what is stored is no record of one')
    throw new ConfigError(`${place} cannot be read. ${error.message}`)
  }
}
