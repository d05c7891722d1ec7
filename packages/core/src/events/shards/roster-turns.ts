import type { Clock, JournalEntry, JournalKey, PublishJournal, Random } from '../../contract/index.js'
import { ConfigError, NetworkError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'
import { answerWithin } from '../handling/answer-within.js'
import { type Roster, rosterFromReceipt, rosterToReceipt } from './roster.js'

/** Seconds between two tries to get at a roster that another worker has in hand, at first and at most. Our choice. */
const MIN_PAUSE_SECONDS = 0.02
const MAX_PAUSE_SECONDS = 0.25

/** What turns are made with. */
export interface RosterTurnsOptions {
  readonly journal: PublishJournal
  readonly clock: Clock
  readonly random: Random
  /** Whom the roster is of. */
  readonly name: string
  readonly shards: number
  /** Seconds after which a worker that died in the middle of its turn loses it. */
  readonly turnSeconds: number
  /** Seconds a turn may take as a whole. */
  readonly limitSeconds: number
}

/**
 * Changes the roster by turns. The roster is the receipt of a journal entry: the journal lets one worker in at a time, and
 * refuses what a worker writes that was asleep meanwhile.
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
   * Reads the roster, and writes what `change` makes of it, with nobody in between.
   *
   * @throws ConfigError when workers disagree on the number of shards.
   * @throws NetworkError when it takes too long. What was written may be there or not.
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
      // Whoever comes next waits for the lease otherwise; that is all there is to lose.
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
          `Another worker polls "${name}" with another number of shards than ${this.#options.shards}. Give all the same, or another name.`,
        )
      if (clock.monotonic() + pause >= endsAt)
        throw new NetworkError(
          `The roster of "${name}" was in the hands of others for ${limitSeconds} seconds. It will be tried again.`,
          { timedOut: true },
        )
      await clock.sleep(pause * (0.5 + random.fraction()))
    }
  }

  // An async function makes a rejection of what a careless journal throws at once.
  async #within<T>(who: string, endsAt: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    return answerWithin(work(), { clock, who, seconds: Math.max(0.001, endsAt - clock.monotonic()) })
  }
}
