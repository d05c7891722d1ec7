import type { JournalKey } from '../contract/index.js'

/**
 * Maximum length of an idempotency key, in UTF-16 units. Our choice: a key fits into a `varchar(255)`, the common
 * column type in stores written by an application.
 */
export const MAX_KEY_LENGTH = 255

/** Returns the key as one text, which names its entry in a map or in a table of a store. */
export function journalKeyText({ connectionId, operation, idempotencyKey }: JournalKey): string {
  return JSON.stringify([connectionId, operation, idempotencyKey])
}
