import type { Clock, JournalEntry, JournalKey, PublishJournal, Random } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'
import { handledWithin } from '../handling/handled-within.js'
import { type Roster, rosterFromReceipt, rosterToReceipt } from './roster.js'

/**
 * First and maximum wait in seconds before another attempt to open a roster that another worker
 * holds. Our choice.
 */
const MIN_PAUSE_SECONDS = 0.02
const MAX_PAUSE_SECONDS = 0.25

/** Functions and settings of `RosterTurns`. */
export interface RosterTurnsOptions {
  readonly journal: PublishJournal
  readonly clock: Clock
  readonly random: Random
  /** Name of the sharded poller, the same for all its workers. */
  readonly name: string
  readonly shards: number
  /**
   * Lease of one turn in seconds. If a worker dies during its turn, another worker can take a turn
   * after this time.
   */
  readonly turnSeconds: number
  /** Timeout of a whole turn in seconds, including the wait for other workers. */
  readonly limitSeconds: number
}

/**
 * Lets workers change the roster one at a time (in turns). The roster is stored as the receipt of
 * a journal entry. The journal admits one worker at a time. If a worker was suspended and its
 * lease ended, the journal refuses its write.
 */
export class RosterTurns {
  readonly #options: RosterTurnsOptions
  readonly #key: JournalKey
  readonly #fingerprint: string

  constructor(options: RosterTurnsOptions) {
    const { name, shards } = options
    this.#options = options
    this.#key = { connectionId: 'social:polling', operation: 'shards', idempotencyKey: name }
    this.#fingerprint = `${shards} shards`
  }

  /**
   * Reads the roster, and writes the result of `change`. No other worker can write between the
   * read and the write.
   *
   * @throws ConfigError if another worker uses a different number of shards.
   * @throws NetworkError after the timeout. The roster may have been written.
   */
  async take<T extends { readonly roster: Roster }>(change: (roster: Roster) => T): Promise<T> {
    const { clock, limitSeconds, journal } = this.#options
    const endsAt = clock.monotonic() + limitSeconds
    const { claim, receipt } = await this.#open(endsAt)
    try {
      const changed = change(rosterFromReceipt(receipt))
      const saved = rosterToReceipt(changed.roster)
      await this.#within('journal.save', endsAt, () => journal.save(this.#key, claim, saved, this.#lease))
      return changed
    } finally {
      // An error of the release is ignored. The next worker can take its turn when the lease has
      // ended.
      const releasing = this.#within('journal.release', endsAt, () => journal.release(this.#key, claim))
      await releasing.catch(() => undefined)
    }
  }

  get #lease(): { readonly leaseSeconds: number } {
    return { leaseSeconds: this.#options.turnSeconds }
  }

  async #open(endsAt: number): Promise<{ readonly claim: string; readonly receipt: JsonObject | null }> {
    const { journal, clock, random, name, limitSeconds } = this.#options
    for (let pause = MIN_PAUSE_SECONDS; ; pause = Math.min(pause * 2, MAX_PAUSE_SECONDS)) {
      const entry: JournalEntry = await this.#within('journal.open', endsAt, () =>
        journal.open(this.#key, this.#fingerprint, this.#lease),
      )
      if (entry.state === 'NEW' || entry.state === 'CONTINUE') return entry
      if (entry.state !== 'BUSY')
        throw new ConfigError(
          `Another worker polls "${name}" with a number of shards other than ${this.#options.shards}. Use the same number for all workers, or another name.`,
        )
      if (clock.monotonic() + pause >= endsAt)
        throw new NetworkError(
          `Other workers held the roster of "${name}" for ${limitSeconds} seconds. This worker will try again.`,
          { timedOut: true },
        )
      await clock.sleep(pause * (0.5 + random.fraction()))
    }
  }

  // This function is async so that a synchronous error of the journal becomes a rejection.
  async #within<T>(who: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    return handledWithin(work(), { clock, who, seconds: Math.max(0.001, endsAt - clock.monotonic()) })
  }
}
