import type { Clock } from '../../contract/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

/** Seconds by which the clock of a network may be behind ours (clock skew). Our choice. */
export const CLOCKS_APART_SECONDS = 60

/** What the first polls of an account are made from. */
export interface FirstPollsParts {
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Asks by time; null where the network cannot be. */
  readonly fetchSince: ((since: Date, context: PollContext) => Promise<readonly Update[]>) | null
  readonly clock: Clock
}

/**
 * Asks for what came after a marker. Whoever has none gets the newest page alone: what came before was before anybody
 * asked. But when the first polls fail, what happened since the first of them was asked for: it is read by time as well,
 * back to that moment.
 */
export class FirstPolls {
  readonly #parts: FirstPollsParts
  /** When a poll without a marker failed first; null while none has. */
  #failingSince: Date | null = null

  constructor(parts: FirstPollsParts) {
    this.#parts = parts
  }

  /** @throws What asking threw. */
  async fetchAfter(marker: string | null, context: PollContext): Promise<UpdateBatch> {
    const { fetchAfter, clock } = this.#parts
    if (marker !== null) return fetchAfter(marker, context)
    const askedAt = clock.now()
    try {
      const batch = await this.#completed(await fetchAfter(null, context), context)
      this.#failingSince = null
      return batch
    } catch (error) {
      this.#failingSince ??= askedAt
      throw error
    }
  }

  /** The batch, and before it what happened since the first poll failed and is on no page of it. */
  async #completed(batch: UpdateBatch, context: PollContext): Promise<UpdateBatch> {
    const { fetchSince } = this.#parts
    if (this.#failingSince === null || fetchSince === null) return batch
    const since = this.#failingSince.getTime() - CLOCKS_APART_SECONDS * 1000
    const oldest = Math.min(...batch.updates.map(({ timestamp }) => timestamp.getTime()))
    // Nothing came at all, or the page reaches back far enough.
    if (batch.updates.length === 0 || oldest < since) return batch
    const known = new Set(batch.updates.map(({ id }) => id))
    const missed = (await fetchSince(new Date(since), context)).filter(
      ({ id, timestamp }) => !known.has(id) && timestamp.getTime() <= oldest,
    )
    return { ...batch, updates: [...missed, ...batch.updates] }
  }
}
