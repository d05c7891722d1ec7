import type { Clock } from '../../contract/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

/**
 * Clock difference in seconds by which a network's clock may be behind this machine's clock. Our
 * choice.
 */
export const CLOCK_SKEW_SECONDS = 60

/** Functions and clock for the first polls of an account. */
export interface FirstPollsParts {
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Polls by time. Null if the network does not support polling by time. */
  readonly fetchSince: ((since: Date, context: PollContext) => Promise<readonly Update[]>) | null
  readonly clock: Clock
}

/**
 * Polls for updates after a marker. Without a marker, the first poll returns only the latest page,
 * so that older updates are not delivered. If the first polls failed, newer updates may be missing
 * from that page. These updates are then also fetched by time, if the network supports it.
 */
export class FirstPolls {
  readonly #parts: FirstPollsParts
  /** Time of the first failed poll without a marker. Null if none has failed. */
  #failingSince: Date | null = null

  constructor(parts: FirstPollsParts) {
    this.#parts = parts
  }

  /** Returns the updates after the marker. @throws The error of the poll, unchanged. */
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

  /**
   * Adds the updates since the first failed poll that are missing from the page. The added updates
   * come first.
   */
  async #completed(batch: UpdateBatch, context: PollContext): Promise<UpdateBatch> {
    const { fetchSince } = this.#parts
    if (this.#failingSince === null || fetchSince === null) return batch
    const since = this.#failingSince.getTime() - CLOCK_SKEW_SECONDS * 1000
    const oldest = Math.min(...batch.updates.map(({ timestamp }) => timestamp.getTime()))
    // Nothing is missing if there are no updates, or if the page contains an update from before the
    // first failed poll.
    if (batch.updates.length === 0 || oldest < since) return batch
    const known = new Set(batch.updates.map(({ id }) => id))
    const missed = (await fetchSince(new Date(since), context)).filter(
      ({ id, timestamp }) => !known.has(id) && timestamp.getTime() <= oldest,
    )
    return { ...batch, updates: [...missed, ...batch.updates] }
  }
}
