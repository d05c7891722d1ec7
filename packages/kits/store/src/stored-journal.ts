import { isDeepStrictEqual } from 'node:util'

import { ConfigError, type JournalKey, journalText, type JsonObject, receiptText } from '@social/core/store'

import type { Lease } from './lease.js'
import type { Sealer } from './sealer.js'
import { parseStoredObject } from './stored.js'

/** Lease of a journal entry, and whether its visible request awaits a response. */
export interface JournalLease extends Lease {
  readonly awaitsResponse?: boolean | undefined
}

/** Which post of the network belongs to the key from now on. */
export interface OwnedPost {
  readonly postId?: string | null | undefined
}

/** Where a receipt stands, for its seal and for messages. */
export const receiptPlace = (rowId: string): string => `The receipt ${rowId}`
/** The same for a result. */
export const resultPlace = (rowId: string): string => `The result ${rowId}`

/** The text a receipt is stored as; null for none. @throws ConfigError when it is too big. */
export async function sealReceipt(
  sealer: Sealer,
  rowId: string,
  receipt: JsonObject | null,
): Promise<string | null> {
  if (receipt === null) return null
  return sealer.seal(receiptText(receipt), receiptPlace(rowId))
}

/** The text a result is stored as. */
export async function sealResult(sealer: Sealer, rowId: string, result: JsonObject): Promise<string> {
  return sealer.seal(journalText(result, 'journal: result'), resultPlace(rowId))
}

/** @throws ConfigError when the text cannot be read. */
export async function unsealReceipt(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = receiptPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/** @throws ConfigError when the text cannot be read. */
export async function unsealResult(sealer: Sealer, rowId: string, stored: string): Promise<JsonObject> {
  const place = resultPlace(rowId)
  return parseStoredObject(await sealer.unseal(stored, place), place)
}

/** True when what is stored as a result (null: none) is this one. @throws ConfigError when the text cannot be read. */
export async function holdsResult(
  sealer: Sealer,
  rowId: string,
  stored: string | null,
  result: JsonObject,
): Promise<boolean> {
  if (stored === null) return false
  // Through JSON, as the stored one went: what is undefined does not count.
  const given: unknown = JSON.parse(JSON.stringify(result))
  return isDeepStrictEqual(await unsealResult(sealer, rowId, stored), given)
}

/** A claim past its lease stays good until another worker takes the entry; then its worker has to stop. */
export function lostEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal entry "${key.idempotencyKey}" is no longer in this worker's hands: its lease ran out and another worker took it, or it is finished. Stop here.`,
  )
}

/** A key that was made just now has an entry already. */
export function otherEntry(key: JournalKey): ConfigError {
  return new ConfigError(
    `The journal has an entry "${key.idempotencyKey}" already, of something else. Make a new key for each post.`,
  )
}
