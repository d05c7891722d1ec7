import type { Clock } from '../../contract/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

/** Allowed clock skew in seconds: the clock of a network may be this much behind ours. Our choice. */
export const CLOCK_SKEW_SECONDS = 60

/** Parts of the first polls of an account. */
export interface FirstPollsParts {
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Polls by time. Null if the network does not support it. */
  readonly fetchSince: ((since: Date, context: PollContext) => Promise<readonly Update[]>) | null
  readonly clock: Clock
}

/**
 * Polls for updates after a marker. Without a marker, the first poll returns only the latest page: earlier updates are not
 * wanted. If the first polls failed, updates since the first attempt may be missing from that page. They are then fetched
 * by time as well, if the network supports it.
 */
export class FirstPolls {
  readonly #parts: FirstPollsParts
  /** Time of the first failed poll without a marker. Null if none has failed. */
  #failingSince: Date | null = null

  constructor(parts: FirstPollsParts) {
    this.#parts = parts
  }

  /** @throws The error of the poll. */
  async fetchAfter(marker: string | null, context: PollContext): Promise<UpdateBatch> {
    const { fetchAfter, clock } = this.#parts
    if (marker !== null) return fetchAfter(marker, context)
    const polledAt = clock.now()
    try {
      const batch = await this.#completed(await fetchAfter(null, context), context)
      this.#failingSince = null
      return batch
    } catch (error) {
      this.#failingSince ??= polledAt
      throw error
    }
  }

  /** The batch, preceded by the updates since the first failed poll that are missing from its page. */
  async #completed(batch: UpdateBatch, context: PollContext): Promise<UpdateBatch> {
    const { fetchSince } = this.#parts
    if (this.#failingSince === null || fetchSince === null) return batch
    const since = this.#failingSince.getTime() - CLOCK_SKEW_SECONDS * 1000
    const oldest = Math.min(...batch.updates.map(({ timestamp }) => timestamp.getTime()))
    // There are no updates, or the page reaches back far enough.
    if (batch.updates.length === 0 || oldest < since) return batch
    const known = new Set(batch.updates.map(({ id }) => id))
    const missed = (await fetchSince(new Date(since), context)).filter(
      ({ id, timestamp }) => !known.has(id) && timestamp.getTime() <= oldest,
    )
    return { ...batch, updates: [...missed, ...batch.updates] }
  }
}
