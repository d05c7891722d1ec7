import { hash } from 'node:crypto'

import type { JournalKey } from '../contract/index.js'
import { assertString } from '../models/values/assert-kind.js'

/**
 * Maximum length of an idempotency key, in UTF-16 units. Our choice: a key fits into a `varchar(255)`, the common
 * column type in stores written by an application.
 */
export const MAX_KEY_LENGTH = 255

/** Returns the key as one text, which names its entry in a map or in a table of a store. */
export function journalKeyText({ connectionId, operation, idempotencyKey }: JournalKey): string {
  return JSON.stringify([connectionId, operation, idempotencyKey])
}

/** Derives the idempotency key of a post's first comment from the key of the post. */
export function firstCommentKey(idempotencyKey: string): string {
  assertString(idempotencyKey, 'firstCommentKey')
  return `comment:${hash('sha256', idempotencyKey)}`
}
