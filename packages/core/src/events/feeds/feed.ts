import type { Clock } from '../../contract/index.js'
import { ConfigError, RateLimitError } from '../../errors/index.js'
import type { Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import { answerWithin, workWithin } from '../handling/answer-within.js'
import { asSeconds } from '../polling/next-round.js'
import type { PollContext } from '../polling/poll-context.js'
import {
  beginningAt,
  fingerprint,
  markerAfter,
  markerDuring,
  readTimeMarker,
  startOfWindow,
  writeTimeMarker,
} from './time-marker.js'

/** One step forward on a feed. */
export interface FeedStep {
  /** What was new, oldest first; all of it was handled. */
  readonly delivered: readonly Update[]
  /** True when the network has more straight away. */
  readonly more: boolean
  /** Seconds after which the next step is useful: the network's limit ended this step. */
  readonly retryAfter?: number
}

/** The news of one account: fetched, handed over, and only then the marker is saved. */
export interface Feed {
  /** @throws What fetching, delivering or a store threw; the marker then stays where it was. */
  next(context: PollContext): Promise<FeedStep>
}

/** What every feed needs. Each part may hang: nothing is waited for longer than `seconds`. */
export interface FeedParts {
  /** Whose feed it is, for messages. */
  readonly name: string
  readonly load: () => Promise<string | null | undefined> | string | null | undefined
  readonly save: (marker: string) => Promise<void> | void
  /** Told of a marker that was saved in time. */
  readonly onSaved?: (marker: string) => void
  readonly deliver: (update: Update, context: PollContext) => Promise<void> | void
  readonly clock: Clock
  readonly seconds: number
}

abstract class BoundedFeed {
  readonly #parts: FeedParts

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** @throws ConfigError for a store that answers something else than text or nothing. */
  protected async load(): Promise<string | null> {
    const { load, clock, seconds, name } = this.#parts
    const marker: unknown =
      (await answerWithin(load(), { clock, seconds, who: `Loading the marker of ${name}` })) ?? null
    if (marker === null || typeof marker === 'string') return marker
    throw new ConfigError(
      `Loading the marker of ${name} gave ${typeof marker}. It must give the text that was saved last, or null.`,
    )
  }

  protected async save(marker: string): Promise<void> {
    const { save, onSaved, clock, seconds, name } = this.#parts
    await answerWithin(save(marker), { clock, seconds, who: `Saving the marker of ${name}` })
    onSaved?.(marker)
  }

  protected work<T>(who: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, seconds, name } = this.#parts
    return workWithin(work, { clock, seconds, signal, who: `${who} of ${name}` })
  }

  protected async deliverAll(updates: readonly Update[], { signal }: PollContext): Promise<void> {
    for (const update of updates) {
      signal.throwIfAborted()
      const deliver = async (own: AbortSignal) => this.#parts.deliver(update, { signal: own })
      await this.work(`Handling update ${update.id}`, signal, deliver)
    }
  }

  protected get now(): number {
    return this.#parts.clock.now().getTime()
  }
}

/** What a feed by marker is made from. */
export interface MarkerFeedParts extends FeedParts {
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  readonly markSeen?: ((marker: string, context: PollContext) => Promise<void>) | undefined
}

/** A feed whose network gives a marker: one page at a time. */
export class MarkerFeed extends BoundedFeed implements Feed {
  readonly #parts: MarkerFeedParts

  constructor(parts: MarkerFeedParts) {
    super(parts)
    this.#parts = parts
  }

  async next(context: PollContext): Promise<FeedStep> {
    const { fetchAfter, markSeen } = this.#parts
    const before = await this.load()
    const { updates, marker, more } = await this.work('Fetching updates', context.signal, (signal) =>
      fetchAfter(before, { signal }),
    )
    await this.deliverAll(updates, context)
    // A network that says "more" without moving on would be asked for ever.
    if (marker === null || marker === before) return { delivered: updates, more: false }
    await this.save(marker)
    if (markSeen)
      await this.work('Marking updates as seen', context.signal, (signal) => markSeen(marker, { signal }))
    return { delivered: updates, more }
  }
}

/** What a feed by time is made from. */
export interface TimeFeedParts extends FeedParts {
  /** Fetches one step of a poll: the lists from `progress` on, or all lists. */
  readonly fetchStep: (
    since: Date | null,
    progress: string | null,
    context: PollContext,
  ) => Promise<UpdateStep>
  readonly overlapSeconds: number
  /** Where it begins when nothing was saved. */
  readonly since: Date | null
}

/**
 * A feed whose network only answers "since when". Each round looks back over the overlap, because networks show things
 * late, and leaves out what it remembers by id.
 */
export class TimeFeed extends BoundedFeed implements Feed {
  readonly #parts: TimeFeedParts

  constructor(parts: TimeFeedParts) {
    super(parts)
    this.#parts = parts
  }

  async next(context: PollContext): Promise<FeedStep> {
    const { fetchStep, overlapSeconds, since } = this.#parts
    const text = await this.load()
    const saved = text === null ? beginningAt(since?.getTime() ?? null) : readTimeMarker(text)
    // A moment later than now was saved by a clock that was ahead.
    const before = { ...saved, at: saved.at === null ? null : Math.min(saved.at, this.now) }
    const start = startOfWindow(before, overlapSeconds)
    // Networks answer with what is newer, and something may have happened in that very moment.
    const from = start === null ? null : new Date(start - 1)
    const progress = before.walk?.progress ?? null
    const startedAt = Math.min(before.walk?.startedAt ?? this.now, this.now)
    const step = await this.work('Fetching updates', context.signal, (signal) =>
      fetchStep(from, progress, { signal }),
    )

    const shown = inOrder(step.updates, start ?? -Infinity)
    const news = [...shown].flatMap(([print, update]) => (before.seen.has(print) ? [] : [update]))
    await this.deliverAll(news, context)
    const options = { now: before.walk === null && step.isComplete ? this.now : startedAt, overlapSeconds }
    const after = step.isComplete
      ? markerAfter(before, shown, options)
      : markerDuring(before, shown, { progress: step.progress, startedAt, overlapSeconds })
    if (news.length > 0 || step.progress !== progress) await this.save(writeTimeMarker(after))
    return stepTaken(news, step, progress)
  }
}

/** @throws The error that interrupted the step, except for a rate limit that was met after something was read. */
function stepTaken(delivered: readonly Update[], step: UpdateStep, before: string | null): FeedStep {
  const { interruptedBy, progress } = step
  if (interruptedBy === null || interruptedBy === undefined) return { delivered, more: false }
  if (!RateLimitError.is(interruptedBy) || progress === before) throw interruptedBy
  const { retryAfter } = interruptedBy
  return { delivered, more: false, ...(retryAfter !== null && { retryAfter: asSeconds(retryAfter) }) }
}

/** What is within the window, oldest first, each once. Updates of one moment keep the network's order. */
function inOrder(fetched: readonly Update[], start: number): ReadonlyMap<string, Update> {
  const sorted = fetched
    .filter(({ timestamp }) => !(timestamp.getTime() < start)) // an invalid Date is not lost
    .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
  return new Map(sorted.map((update) => [fingerprint(update.id), update]))
}
