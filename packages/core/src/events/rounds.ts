import { toOptionalMoment, type Update } from '../models/index.js'
import type { MarkerPollerOptions, PollContext, TimePollerOptions } from './poller-options.js'

/** Makes one round after another: fetch, deliver, save the marker. */
export interface Rounds {
  /** @returns What was new, oldest first. */
  next(context: PollContext): Promise<readonly Update[]>
}

/** Rounds by time. The ids of the marker's own moment are remembered, so that nothing of it is skipped or comes twice. */
export class TimeRounds implements Rounds {
  readonly #options: TimePollerOptions
  #since: Date | null
  #seenThen: ReadonlySet<string> = new Set()

  constructor(options: TimePollerOptions) {
    this.#options = options
    this.#since = toOptionalMoment(options.since, 'since')
  }

  async next(context: PollContext): Promise<readonly Update[]> {
    const { fetch, deliver, saveMarker } = this.#options
    const since = this.#since
    const fetched = await fetch(since && new Date(since.getTime() - 1), context)
    const news = fetched
      .filter((update) => this.#isNew(update))
      .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
    for (const update of news) {
      context.signal.throwIfAborted()
      await deliver(update, context)
    }
    const marker = news.at(-1)?.timestamp
    if (!marker) return news
    await saveMarker?.(new Date(marker))
    const then = news.filter(({ timestamp }) => timestamp.getTime() === marker.getTime())
    const before = since?.getTime() === marker.getTime() ? this.#seenThen : []
    this.#seenThen = new Set([...before, ...then.map(({ id }) => id)])
    this.#since = marker
    return news
  }

  #isNew({ id, timestamp }: Update): boolean {
    if (!this.#since) return true
    const apart = timestamp.getTime() - this.#since.getTime()
    return apart > 0 || (apart === 0 && !this.#seenThen.has(id))
  }
}

/** Rounds by marker: page after page, until the network has nothing more. */
export class MarkerRounds implements Rounds {
  readonly #options: MarkerPollerOptions
  #marker: string | null

  constructor(options: MarkerPollerOptions) {
    this.#options = options
    this.#marker = options.marker ?? null
  }

  async next(context: PollContext): Promise<readonly Update[]> {
    const { fetchAfter, deliver, saveMarker, markSeen } = this.#options
    const delivered: Update[] = []
    for (;;) {
      const { updates, marker, more } = await fetchAfter(this.#marker, context)
      for (const update of updates) {
        context.signal.throwIfAborted()
        await deliver(update, context)
        delivered.push(update)
      }
      // A network that says "more" without moving on would be asked for ever.
      if (marker === null || marker === this.#marker) return delivered
      await saveMarker?.(marker)
      this.#marker = marker
      await markSeen?.(marker, context)
      if (!more) return delivered
      context.signal.throwIfAborted()
    }
  }
}
