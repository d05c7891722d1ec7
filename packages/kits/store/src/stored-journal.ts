import { isDeepStrictEqual } from 'node:util'

import { ConfigError, type JournalKey, journalText, type JsonObject, receiptText } from '@social/core/store'

import type { Lease } from './lease.js'
import type { Sealer } from './sealer.js'
import { parseStoredObject } from './stored.js'

/**
 * Lease of a journal entry. Also records whether a publish request of the entry awaits its
 * response.
 */
export interface JournalLease extends Lease {
  readonly awaitsResponse?: boolean | undefined
}

/** A post on the network that belongs to the entry's key after the result is saved. */
export interface OwnedPost {
  readonly postId?: string | null | undefined
}

/** Returns the name of a receipt, for the seal and for error messages. */
export const receiptPlace = (rowId: string): string => `The receipt ${rowId}`
/** Returns the name of a result, for the seal and for error messages. */
export const resultPlace = (rowId: string): string => `The result ${rowId}`

/**
 * Converts a receipt to the sealed text. Returns null without a receipt.
 *
 * @throws ConfigError if the receipt is too large.
 */
export async function sealReceipt(
  sealer: Sealer,
  rowId: string,
  receipt: JsonObject | null,
): Promise<string | null> {
  if (receipt === null) return null
  return sealer.seal(receiptText(receipt), receiptPlace(rowId))
}

/** Converts a result to the sealed text that the store saves. */
export async function sealResult(sealer: Sealer, rowId: string, result: JsonObject): Promise<string> {
  return sealer.seal(journalText(result, 'journal: result'), resultPlace(rowId))
}

/**
 * Converts a stored text to its receipt.
 *
 * @throws ConfigError if the text cannot be read.
 */
export async function unsealReceipt(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = receiptPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/**
 * Converts a stored text to its result.
 *
 * @throws ConfigError if the text cannot be read.
 */
export async function unsealResult(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = resultPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/**
 * Returns true if the stored result equals the given result. Returns false if no result is stored
 * (null).
 *
 * @throws ConfigError if the stored text cannot be read.
 */
export async function holdsResult(
  sealer: Sealer,
  rowId: string,
  stored: string | null,
  result: JsonObject,
): Promise<boolean> {
  if (stored === null) return false
  // Converts the given result to JSON and back like the stored result, so that undefined fields are
  // ignored.
  const given: unknown = JSON.parse(JSON.stringify(result))
  return isDeepStrictEqual(await unsealResult(sealer, rowId, stored), given)
}

/**
 * Creates the error for a claim that another worker has taken over. An expired claim is valid
 * until the takeover.
 */
export function lostEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal entry "${key.idempotencyKey}" is no longer held by this worker: its lease expired and another worker took it, or it is finished. Stop here.`,
  )
}

/** Creates the error for a key that must be new, but already has an entry. */
export function otherEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal already has another entry "${key.idempotencyKey}". Generate a new key for each post.`,
  )
}
