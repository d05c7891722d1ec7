import type { Clock, Random, UpdateListener } from '../../contract/index.js'
import { ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { SeenIds } from '../handling/seen-ids.js'
import { UpdateInbox } from '../handling/update-inbox.js'
import { CLOCK_SKEW_SECONDS } from '../polling/first-polls.js'
import type { PollContext } from '../polling/poll-context.js'
import { isTokenRefused, isTransient, reconnectSeconds } from './reconnect-backoff.js'

/** A stream that was open for this many seconds resets the backoff between streams. Our choice. */
const STEADY_SECONDS = 60
/**
 * Seconds between the opening of a stream and a second poll. Servers respond before they have
 * subscribed to the stream's events, so the stream misses events of that time.
 * https://github.com/mastodon/mastodon, streaming/index.js (read 2026-11-22)
 */
const COMPLETE_SECONDS = 10
/**
 * Minimum number of seconds between two polls caused by updates that the stream missed. Our
 * choice.
 */
const CALM_SECONDS = 5
/**
 * Maximum number of updates from the stream before a poll saves a marker after them. Our choice.
 */
const MAX_BETWEEN_POLLS = 1000
/**
 * Maximum number of pages of one poll. Ends a poll of a network that always reports more updates.
 */
const MAX_PAGES = 1000

/** Functions and settings of live updates. */
export interface LiveParts {
  readonly platform: string
  /**
   * Start position. A string resumes after that marker, null begins with the latest page, and
   * undefined delivers new updates only.
   */
  readonly marker: string | null | undefined
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Opens one stream, and resolves or rejects when this stream ends. */
  readonly hold: (listener: UpdateListener, context: PollContext) => Promise<void>
  readonly saveMarker: ((marker: string) => void | Promise<void>) | undefined
  readonly checkEverySeconds: number
  readonly silenceSeconds: number | null
  /** Called with each temporary error. The stream or the poll is then tried again. */
  readonly onInterruption: (error: unknown) => void
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
}

/**
 * Yields the updates of one account live. Updates come from the network's stream, and from polls
 * when the stream may have missed some. Only polls move the marker, because a marker moved by the
 * stream could skip missed updates.
 */
export class LiveUpdates {
  readonly #parts: LiveParts
  readonly #seen = new SeenIds()
  #marker: string | null
  #checkAt = 0
  #checkedAt = -Infinity
  #failedChecks = 0
  #sinceCheck = 0
  #failures = 0
  #isRefused = false

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#marker = parts.marker ?? null
  }

  /**
   * Yields updates. @throws The reason of an aborted signal, and every error that is not
   * temporary.
   */
  async *run(): AsyncGenerator<Update, never> {
    if (this.#parts.marker === undefined) yield* this.#begin()
    for (;;) {
      const { clock, silenceSeconds } = this.#parts
      const inbox = new UpdateInbox({ clock, silenceSeconds })
      const stop = new AbortController()
      const held = this.#hold(inbox, stop)
      try {
        yield* this.#follow(inbox)
      } finally {
        stop.abort(new Error('The stream is no longer needed.'))
        await held
      }
      yield* this.#pause(inbox)
    }
  }

  /**
   * Finds the start position for new updates only. The start is the time of this call, even if the
   * first polls fail.
   */
  async *#begin(): AsyncGenerator<Update, void> {
    const since = this.#parts.clock.now().getTime() - CLOCK_SKEW_SECONDS * 1000
    for (;;)
      try {
        const { marker, updates } = await this.#fetch(null)
        this.#marker = marker
        if (this.#failures === 0) return
        for (const update of updates)
          if (update.timestamp.getTime() >= since && this.#seen.add(update.id)) yield update
        return
      } catch (error) {
        this.#parts.onInterruption(this.#assertTemporary(error))
        this.#failures += 1
        yield* this.#rest(reconnectSeconds(this.#failures, error, this.#parts.random))
      }
  }

  /**
   * Runs one stream and stores its result in the inbox. Resolves when the stream has ended, also
   * with an error.
   */
  async #hold(inbox: UpdateInbox, stop: AbortController): Promise<void> {
    const { signal } = this.#parts
    const callOff = (): void => stop.abort(signal.reason)
    if (signal.aborted) callOff()
    signal.addEventListener('abort', callOff, { once: true })
    try {
      await this.#parts.hold(inbox, { signal: stop.signal })
      inbox.close({ error: null })
    } catch (error) {
      inbox.close({ error })
    } finally {
      signal.removeEventListener('abort', callOff)
    }
  }

  /**
   * Yields the updates of one stream, and of the polls while this stream is open. Returns when the
   * stream has ended.
   */
  async *#follow(inbox: UpdateInbox): AsyncGenerator<Update, void> {
    const { signal } = this.#parts
    while (inbox.openedAt === null && inbox.end === null) await inbox.wait(Infinity, signal)
    if (inbox.openedAt !== null) this.#isRefused = false
    if (inbox.end !== null && !this.#isWorthAPoll(inbox.end.error)) return
    yield* this.#check(inbox)
    if (inbox.openedAt !== null) this.#checkWithin(COMPLETE_SECONDS)
    for (;;) {
      yield* this.#takeUpdates(inbox)
      if (inbox.end !== null) return
      if (inbox.hasGap) this.#checkWithin(this.#checkedAt + CALM_SECONDS - this.#now)
      if (this.#sinceCheck >= MAX_BETWEEN_POLLS) this.#checkWithin(0)
      const seconds = this.#checkAt - this.#now
      if (seconds <= 0) yield* this.#check(inbox)
      else await inbox.wait(seconds, signal)
    }
  }

  /**
   * Waits before the next stream is opened. Throws instead if the last stream ended with an error
   * that is not temporary.
   */
  async *#pause(inbox: UpdateInbox): AsyncGenerator<Update, void> {
    const { random, onInterruption, clock } = this.#parts
    this.#parts.signal.throwIfAborted()
    const error = inbox.end?.error ?? null
    if (isTokenRefused(error) && !this.#isRefused) this.#isRefused = true
    else if (isTokenRefused(error)) throw this.#refusedByStream(error)
    else if (error !== null) this.#assertTemporary(error)
    onInterruption(error ?? new NetworkError('The network closed the stream of updates. It is reopened.'))
    const openSeconds = inbox.openedAt === null ? 0 : clock.monotonic() - inbox.openedAt
    this.#failures = openSeconds >= STEADY_SECONDS ? 1 : this.#failures + 1
    yield* this.#rest(reconnectSeconds(this.#failures, error, random))
  }

  /**
   * Creates the error for a stream that refused the token twice. The poll between the two refusals
   * succeeded, so the token is valid.
   */
  #refusedByStream(cause: unknown): NotSupportedError {
    return new NotSupportedError({
      platform: this.#parts.platform,
      what: 'live updates for this account: the stream refuses a token that polling accepts',
      suggestion: 'Poll instead, or use a Follower, which polls automatically.',
      cause,
    })
  }

  /**
   * Waits for this many seconds, and continues to poll during a wait that is longer than the poll
   * interval.
   */
  async *#rest(seconds: number): AsyncGenerator<Update, void> {
    const { clock, signal, checkEverySeconds } = this.#parts
    const until = this.#now + seconds
    for (;;) {
      const left = until - this.#now
      await clock.sleep(Math.min(left, checkEverySeconds), { signal })
      if (left <= checkEverySeconds) return
      if (this.#parts.marker !== undefined || this.#marker !== null) yield* this.#check(null)
    }
  }

  *#takeUpdates(inbox: UpdateInbox): Generator<Update, void> {
    for (const update of inbox.take()) {
      this.#sinceCheck += 1
      if (this.#seen.add(update.id)) yield update
    }
  }

  /**
   * Polls all updates after the marker. After a temporary error, the next poll is scheduled soon.
   */
  async *#check(inbox: UpdateInbox | null): AsyncGenerator<Update, void> {
    inbox?.forgetGap()
    this.#sinceCheck = 0
    this.#checkedAt = this.#now
    this.#checkAt = this.#checkedAt + this.#parts.checkEverySeconds
    try {
      yield* this.#poll()
      this.#failedChecks = 0
    } catch (error) {
      // A permanent error ends the live updates, so the updates that the stream has already
      // delivered are yielded first.
      if (inbox !== null && !isTransient(error)) yield* this.#takeUpdates(inbox)
      this.#parts.onInterruption(this.#assertTemporary(error))
      this.#failedChecks += 1
      this.#checkWithin(
        Math.max(CALM_SECONDS, reconnectSeconds(this.#failedChecks, error, this.#parts.random)),
      )
    }
  }

  async *#poll(): AsyncGenerator<Update, void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { updates, marker, more } = await this.#fetch(this.#marker)
      for (const update of updates) if (this.#seen.add(update.id)) yield update
      if (marker === null || marker === this.#marker) return
      // The consumer has requested the next update, so it has handled all earlier updates.
      this.#marker = marker
      await this.#parts.saveMarker?.(marker)
      if (!more) return
    }
  }

  async #fetch(marker: string | null): Promise<UpdateBatch> {
    const { signal, platform } = this.#parts
    signal.throwIfAborted()
    const batch: unknown = await this.#parts.fetchAfter(marker, { signal })
    if (typeof batch === 'object' && batch !== null) return batch as UpdateBatch // safe cast: fetchUpdatesAfter is declared to return an UpdateBatch
    throw new ConfigError(
      `${platform} returned no batch from fetchUpdatesAfter. This is a defect of the platform.`,
      { platform },
    )
  }

  #isWorthAPoll(error: unknown): boolean {
    return error === null || isTransient(error) || (isTokenRefused(error) && !this.#isRefused)
  }

  #checkWithin(seconds: number): void {
    this.#checkAt = Math.min(this.#checkAt, this.#now + seconds)
  }

  get #now(): number {
    return this.#parts.clock.monotonic()
  }

  /**
   * Returns the error if it is temporary. @throws The error if it is permanent, and the reason of
   * an aborted signal.
   */
  #assertTemporary(error: unknown): unknown {
    this.#parts.signal.throwIfAborted()
    if (!isTransient(error)) throw error
    return error
  }
}
