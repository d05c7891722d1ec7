import type { Clock, JournalEntry, JournalKey, PublishJournal, Random } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'
import { handledWithin } from '../handling/handled-within.js'
import { type Roster, rosterFromReceipt, rosterToReceipt } from './roster.js'

/** Seconds between two attempts to open a roster that another worker holds: first value and maximum. Our choice. */
const MIN_PAUSE_SECONDS = 0.02
const MAX_PAUSE_SECONDS = 0.25

/** Parts of `RosterTurns`. */
export interface RosterTurnsOptions {
  readonly journal: PublishJournal
  readonly clock: Clock
  readonly random: Random
  /** Name of the poller. */
  readonly name: string
  readonly shards: number
  /** Lease of a turn in seconds: a worker that dies during its turn loses it after this time. */
  readonly turnSeconds: number
  /** Timeout of a whole turn in seconds. */
  readonly limitSeconds: number
}

/**
 * Changes the roster in exclusive turns. The roster is the receipt of a journal entry: the journal admits one worker at a
 * time, and refuses writes of a worker whose lease ended during a suspension.
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
   * Reads the roster, and writes the result of `change`. No other worker writes in between.
   *
   * @throws ConfigError if workers have different numbers of shards.
   * @throws NetworkError after the timeout. The write may have taken effect.
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
      // If the release fails, the next worker waits until the lease ends.
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

  // The async function turns a synchronous error of the journal into a rejection.
  async #within<T>(who: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    return handledWithin(work(), { clock, who, seconds: Math.max(0.001, endsAt - clock.monotonic()) })
  }
}
