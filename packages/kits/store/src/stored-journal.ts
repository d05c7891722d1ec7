import { isDeepStrictEqual } from 'node:util'

import { ConfigError, type JournalKey, journalText, type JsonObject, receiptText } from '@social/core/store'

import type { Lease } from './lease.js'
import type { Sealer } from './sealer.js'
import { parseStoredObject } from './stored.js'

/** Lease of a journal entry, and whether its visible request awaits a response. */
export interface JournalLease extends Lease {
  readonly awaitsResponse?: boolean | undefined
}

/** Post of the network that belongs to the key from now on. */
export interface OwnedPost {
  readonly postId?: string | null | undefined
}

/** Name of a receipt, for its seal and for messages. */
export const receiptPlace = (rowId: string): string => `The receipt ${rowId}`
/** Name of a result, for its seal and for messages. */
export const resultPlace = (rowId: string): string => `The result ${rowId}`

/** Text of a receipt. Null without a receipt. @throws ConfigError if it is too big. */
export async function sealReceipt(
  sealer: Sealer,
  rowId: string,
  receipt: JsonObject | null,
): Promise<string | null> {
  if (receipt === null) return null
  return sealer.seal(receiptText(receipt), receiptPlace(rowId))
}

/** Converts a result to the text to store. */
export async function sealResult(sealer: Sealer, rowId: string, result: JsonObject): Promise<string> {
  return sealer.seal(journalText(result, 'journal: result'), resultPlace(rowId))
}

/** @throws ConfigError if the text cannot be read. */
export async function unsealReceipt(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = receiptPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/** @throws ConfigError if the text cannot be read. */
export async function unsealResult(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = resultPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/**
 * True if the stored result equals the given result. Null means that no result is stored. @throws ConfigError if the
 * stored text cannot be read.
 */
export async function holdsResult(
  sealer: Sealer,
  rowId: string,
  stored: string | null,
  result: JsonObject,
): Promise<boolean> {
  if (stored === null) return false
  // The given result is converted through JSON like the stored result, so that undefined values do not count.
  const given: unknown = JSON.parse(JSON.stringify(result))
  return isDeepStrictEqual(await unsealResult(sealer, rowId, stored), given)
}

/** Creates the error of a lost claim. An expired claim stays valid until another worker takes the entry. */
export function lostEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal entry "${key.idempotencyKey}" is no longer held by this worker: its lease expired and another worker took it, or it is finished. Stop here.`,
  )
}

/** Creates the error of a newly generated key that already has an entry. */
export function otherEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal already has another entry "${key.idempotencyKey}". Generate a new key for each post.`,
  )
}
