import type { JournalKey, PublishJournal } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Receipt } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import { LEASE_SECONDS } from './journal-place.js'

/** Maximum number of entries kept, the newest. Our choice: a few MiB at most. */
const MAX_UNWRITTEN = 1000

/** An entry that the journal could not be told of. */
interface UnwrittenEntry {
  /** The claim of the failed call; null when it had none. */
  readonly claim: string | null
  /** What the entry has to hold. */
  readonly receipt: Receipt | null
}

/**
 * Entries that this process could not give up while the journal was unavailable. They are as good as written while the
 * process lives: the next call under the key writes them first. Above all, an entry may say that a visible request left,
 * although nothing was sent.
 */
export class UnwrittenEntries {
  readonly #journal: PublishJournal
  readonly #entries = new BoundedMap<string, UnwrittenEntry>(MAX_UNWRITTEN)

  constructor(journal: PublishJournal) {
    this.#journal = journal
  }

  /** True when an entry waits to be written under this key. */
  has(key: JournalKey): boolean {
    return this.#entries.get(nameOf(key)) !== undefined
  }

  /** Keeps what the entry of a key has to hold. */
  keep(key: JournalKey, entry: UnwrittenEntry): void {
    this.#entries.set(nameOf(key), entry)
  }

  /**
   * Writes the entry of a key under its old claim and gives it up. The old claim proves that no other worker has opened the
   * entry in between; without it, only a receipt whose outcome is open stays of use.
   *
   * @throws What the journal throws while it is unavailable.
   */
  async write(key: JournalKey, bound: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
    const entry = this.#entries.get(nameOf(key))
    if (entry === undefined || entry.claim === null) return
    const { claim, receipt } = entry
    const record = receipt && toRecord(receipt)
    try {
      await bound(this.#journal.save(key, claim, record, { leaseSeconds: LEASE_SECONDS }))
      await bound(this.#journal.release(key, claim))
      this.#entries.delete(nameOf(key))
    } catch (error) {
      if (!ConfigError.is(error)) throw error
      this.keep(key, { claim: null, receipt })
    }
  }

  /** Takes out the receipt of a visible request that the journal does not hold; null when there is none. */
  takeOpen(key: JournalKey): Receipt | null {
    const receipt = this.#entries.get(nameOf(key))?.receipt ?? null
    this.#entries.delete(nameOf(key))
    return receipt?.step === 'FINISH' ? receipt : null
  }
}

function nameOf({ connectionId, operation, idempotencyKey }: JournalKey): string {
  return JSON.stringify([connectionId, operation, idempotencyKey])
}
