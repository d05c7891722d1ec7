import type { JournalKey, PublishJournal } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Receipt } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import { journalKeyText } from './journal-key.js'
import { LEASE_SECONDS } from './journal-place.js'

/** Maximum number of entries. The oldest are dropped first. Our choice: at most a few MiB. */
const MAX_UNWRITTEN = 1000

/** Content of an entry that could not be written to the journal. */
interface UnwrittenEntry {
  /** Claim of the failed call. Null if the call had no claim. */
  readonly claim: string | null
  /** Receipt that the journal entry should contain. */
  readonly receipt: Receipt | null
}

/**
 * Entries that this process could not release while the journal was unavailable. The next call
 * with the same key writes its entry first. Otherwise the journal might report a sent request
 * although nothing was sent.
 *
 * The entries are lost when the process ends.
 */
export class UnwrittenEntries {
  readonly #journal: PublishJournal
  readonly #entries = new BoundedMap<string, UnwrittenEntry>(MAX_UNWRITTEN)

  constructor(journal: PublishJournal) {
    this.#journal = journal
  }

  /** Returns true if an entry with this key waits to be written. */
  has(key: JournalKey): boolean {
    return this.#entries.get(journalKeyText(key)) !== undefined
  }

  /** Keeps the content of an entry to write later. */
  keep(key: JournalKey, entry: UnwrittenEntry): void {
    this.#entries.set(journalKeyText(key), entry)
  }

  /**
   * Writes the entry with its old claim and releases it. If the journal accepts the old claim, no
   * other worker has opened the entry since. An entry without a claim is not written.
   *
   * @throws The error of the journal while the journal is unavailable.
   */
  async write(key: JournalKey, bound: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
    const entry = this.#entries.get(journalKeyText(key))
    if (entry === undefined || entry.claim === null) return
    const { claim, receipt } = entry
    const record = receipt && toRecord(receipt)
    try {
      await bound(this.#journal.save(key, claim, record, { leaseSeconds: LEASE_SECONDS }))
      await bound(this.#journal.release(key, claim))
      this.#entries.delete(journalKeyText(key))
    } catch (error) {
      if (!ConfigError.is(error)) throw error
      this.keep(key, { claim: null, receipt })
    }
  }

  /**
   * Removes and returns a kept receipt of a visible request that the journal does not contain.
   * Returns null if there is none.
   */
  takeOpen(key: JournalKey): Receipt | null {
    const receipt = this.#entries.get(journalKeyText(key))?.receipt ?? null
    this.#entries.delete(journalKeyText(key))
    return receipt?.step === 'FINISH' ? receipt : null
  }
}
