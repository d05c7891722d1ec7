import { ConfigError, type JsonObject } from '@social/core/store'

const REMEDY = 'Restore it from a backup, or delete it.'

/**
 * Creates the error of an unreadable row. The row may contain a secret, so the error contains neither the row nor an
 * error that quotes the row.
 */
export function unreadable(place: string, why: string): ConfigError {
  return new ConfigError(`${place} cannot be read: ${why}. ${REMEDY}`)
}

/** @throws ConfigError if the text is not JSON. */
export function parseStored(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown // unknown: the content is not checked yet
  } catch {
    throw unreadable(place, 'the stored text is not JSON')
  }
}

/** @throws ConfigError if the text is not a JSON object. */
export function parseStoredObject(text: string, place: string): JsonObject {
  const value = parseStored(text, place)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(place, 'the stored text is not a JSON object')
  return value as JsonObject // JSON.parse returns only JSON values
}

/** Makes an object from a record. @throws ConfigError with the name of the row, if that fails. */
export function fromStored<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!ConfigError.is(error)) throw unreadable(place, 'the stored record is invalid')
    throw new ConfigError(`${place} cannot be read. ${error.message}`)
  }
}
