import { ConfigError, type JsonObject } from '@social/core/store'

const REMEDY = 'Restore it from a backup, or delete it.'

/**
 * Creates the error for an unreadable row. A row may contain a secret, so the error does not
 * contain the row or the original error.
 */
export function unreadable(place: string, why: string): ConfigError {
  return new ConfigError(`${place} cannot be read: ${why}. ${REMEDY}`)
}

/**
 * Parses a stored text.
 *
 * @throws ConfigError if the text is not JSON.
 */
export function parseStored(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown // safe cast: the result is unknown, so the caller must check the value
  } catch {
    throw unreadable(place, 'the stored text is not JSON')
  }
}

/**
 * Parses a stored text as an object.
 *
 * @throws ConfigError if the text is not a JSON object.
 */
export function parseStoredObject(text: string, place: string): JsonObject {
  const value = parseStored(text, place)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(place, 'the stored text is not a JSON object')
  return value as JsonObject // safe cast: `JSON.parse` only returns JSON values, and the condition above has checked that the value is an object
}

/**
 * Creates an object from a stored record.
 *
 * @throws ConfigError with the name of the row if `read` throws.
 */
export function fromStored<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!ConfigError.is(error)) throw unreadable(place, 'the stored record is invalid')
    throw new ConfigError(`${place} cannot be read. ${error.message}`)
  }
}
