import type { Clock, JournalKey, PublishJournal } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject, Receipt } from '../models/index.js'
import { receiptFromRecord } from '../models/records/records.js'
import { readEntry } from './read-journal-entry.js'

/** Seconds a claim on a journal entry lasts unless it is extended: survives a slow piece, and a dead worker not for long. */
export const LEASE_SECONDS = 60

/** Where one publish is written down. */
export interface JournalPlace {
  readonly journal: PublishJournal
  readonly key: JournalKey
  readonly fingerprint: string
  /** Bounds a call of the journal by the time the publish has. */
  readonly bound: <T>(work: Promise<T>) => Promise<T>
}

/** Parts of a receipt book. */
export interface ReceiptBookParts extends JournalPlace {
  /** Identity of the files, written into every receipt; null where there are none. */
  readonly files: string | null
  /** Null while the entry is not opened: under a new key nothing is written before the try ends. */
  readonly claim: string | null
  readonly platform: string
  readonly clock: Clock
  readonly receipt: Receipt | null
  /**
   * New keys of this process from their visible request until their result is written down: the journal does not know them
   * yet.
   */
  readonly inFlight: Set<JournalKey>
}

/** A receipt as a journal keeps it, read back; null stays null. */
export function readReceipt(record: JsonObject | null): Receipt | null {
  return record === null ? null : receiptFromRecord(record)
}

/**
 * Opens the entry of a new key.
 *
 * @returns The claim on it.
 * @throws ConfigError when there is one already: nobody else can know the key.
 */
export async function claimNewEntry({ journal, key, fingerprint, bound }: JournalPlace): Promise<string> {
  const entry = readEntry(await bound(journal.open(key, fingerprint, { leaseSeconds: LEASE_SECONDS })))
  if (entry.state !== 'NEW')
    throw new ConfigError(`The journal already has an entry under the new key "${key.idempotencyKey}".`)
  return entry.claim
}
