import type { Clock } from '../../contract/index.js'
import { ConfigError, RateLimitError } from '../../errors/index.js'
import type { Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import { handledWithin, workWithin } from '../handling/handled-within.js'
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

/** Result of one step, in which a feed fetches and delivers updates once. */
export interface FeedStep {
  /** New updates, oldest first. The application has handled all of them. */
  readonly delivered: readonly Update[]
  /** True if the network has more updates that can be fetched immediately. */
  readonly more: boolean
  /** Seconds to wait before the next step. Set only if the network's rate limit ended this step. */
  readonly retryAfter?: number
}

/**
 * Reads the new updates of one account. Each step fetches updates, delivers them, and then saves
 * the marker.
 */
export interface Feed {
  /**
   * Runs one step. @throws The error of a fetch, a delivery or a store. The saved marker then
   * stays unchanged.
   */
  next(context: PollContext): Promise<FeedStep>
}

/**
 * Functions and settings of every feed. Each wait for one of the functions has a timeout of
 * `seconds`.
 */
export interface FeedParts {
  /** Name of the feed in error messages. */
  readonly name: string
  readonly load: () => Promise<string | null | undefined> | string | null | undefined
  readonly save: (marker: string) => Promise<void> | void
  /** Called after `save` has stored the marker within the timeout. */
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

  /**
   * Loads the saved marker. @throws ConfigError if the store returns anything but a string, null
   * or undefined.
   */
  protected async load(): Promise<string | null> {
    const { load, clock, seconds, name } = this.#parts
    const marker: unknown =
      (await handledWithin(load(), { clock, seconds, who: `Loading the marker of ${name}` })) ?? null
    if (marker === null || typeof marker === 'string') return marker
    throw new ConfigError(
      `Loading the marker of ${name} returned a value of the type ${typeof marker}. It must return the string that was saved last, or null.`,
    )
  }

  protected async save(marker: string): Promise<void> {
    const { save, onSaved, clock, seconds, name } = this.#parts
    await handledWithin(save(marker), { clock, seconds, who: `Saving the marker of ${name}` })
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

/** Functions and settings of a feed that polls by marker. */
export interface MarkerFeedParts extends FeedParts {
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  readonly markSeen?: ((marker: string, context: PollContext) => Promise<void>) | undefined
}

/** Feed of a network whose polls return a marker. Each step fetches one page. */
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
    // Stops here because a network that reports more updates without a new marker would be polled
    // forever.
    if (marker === null || marker === before) return { delivered: updates, more: false }
    await this.save(marker)
    if (markSeen)
      await this.work('Marking updates as seen', context.signal, (signal) => markSeen(marker, { signal }))
    return { delivered: updates, more }
  }
}

/** Functions and settings of a feed that polls by time. */
export interface TimeFeedParts extends FeedParts {
  /**
   * Fetches one step of a poll. The step resumes at `progress`, or reads all lists if `progress`
   * is null.
   */
  readonly fetchStep: (
    since: Date | null,
    progress: string | null,
    context: PollContext,
  ) => Promise<UpdateStep>
  readonly overlapSeconds: number
  /**
   * The feed starts at this time if no marker was saved. Null starts with the updates that the
   * network lists now.
   */
  readonly since: Date | null
}

/**
 * Feed of a network that only supports polling by time. Networks list some updates late, so each
 * poll repeats an overlap. The feed remembers the ids of handled updates and skips these updates.
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
    // A saved time in the future comes from a clock that was ahead, so the current time is used
    // instead.
    const before = { ...saved, at: saved.at === null ? null : Math.min(saved.at, this.now) }
    const start = startOfWindow(before, overlapSeconds)
    // Networks return updates after the given time only. Starting one millisecond earlier also
    // returns other updates with exactly this time.
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

/**
 * Returns the result of a step. @throws The error that interrupted the step. A rate limit after
 * progress is not thrown, but returned as `retryAfter`.
 */
function stepTaken(delivered: readonly Update[], step: UpdateStep, before: string | null): FeedStep {
  const { interruptedBy, progress } = step
  if (interruptedBy === null || interruptedBy === undefined) return { delivered, more: false }
  if (!RateLimitError.is(interruptedBy) || progress === before) throw interruptedBy
  const { retryAfter } = interruptedBy
  return { delivered, more: false, ...(retryAfter !== null && { retryAfter: asSeconds(retryAfter) }) }
}

/**
 * Returns the updates within the window, oldest first, without duplicates. Updates with the same
 * time keep the network's order.
 */
function inOrder(fetched: readonly Update[], start: number): ReadonlyMap<string, Update> {
  const sorted = fetched
    .filter(({ timestamp }) => !(timestamp.getTime() < start)) // the negated comparison keeps updates with an invalid Date
    .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
  return new Map(sorted.map((update) => [fingerprint(update.id), update]))
}
