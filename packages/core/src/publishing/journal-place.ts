import type { Clock, JournalKey, PublishJournal } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject, Receipt } from '../models/index.js'
import { receiptFromRecord } from '../models/records/records.js'
import { readEntry } from './read-journal-entry.js'

/**
 * Seconds that a claim lasts unless it is extended. Our choice: long enough to upload one slow
 * piece of a file, and short enough for other workers to wait after a worker died.
 */
export const LEASE_SECONDS = 60

/** Journal, key and fingerprint of one publish. */
export interface JournalPlace {
  readonly journal: PublishJournal
  readonly key: JournalKey
  readonly fingerprint: string
  /** Limits a call of the journal to the remaining time of the publish. */
  readonly bound: <T>(work: Promise<T>) => Promise<T>
}

/** Constructor arguments of a receipt book. */
export interface ReceiptBookParts extends JournalPlace {
  /** Identity of the files, part of every receipt; null if the post has no files. */
  readonly files: string | null
  /**
   * Claim on the entry. Null while the entry is not open, because a post with a new key writes no entry before its
   * attempt ends.
   */
  readonly claim: string | null
  readonly platform: string
  readonly clock: Clock
  readonly receipt: Receipt | null
  /**
   * New keys of this process whose visible request was sent and whose result is not stored yet. The journal has no
   * entry for these keys yet.
   */
  readonly inFlight: Set<JournalKey>
}

/** Converts a stored receipt record to a receipt. Returns null for null. */
export function readReceipt(record: JsonObject | null): Receipt | null {
  return record === null ? null : receiptFromRecord(record)
}

/**
 * Opens the entry of a new key.
 *
 * @returns The claim on the entry.
 * @throws ConfigError when an entry already exists, although no other worker can know a new key.
 */
export async function claimNewEntry({ journal, key, fingerprint, bound }: JournalPlace): Promise<string> {
  const entry = readEntry(await bound(journal.open(key, fingerprint, { leaseSeconds: LEASE_SECONDS })))
  if (entry.state !== 'NEW')
    throw new ConfigError(`The journal already has an entry under the new key "${key.idempotencyKey}".`)
  return entry.claim
}
