import type { Clock, Random, UpdateListener } from '../../contract/index.js'
import { ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { SeenIds } from '../handling/seen-ids.js'
import { UpdateInbox } from '../handling/update-inbox.js'
import { CLOCK_SKEW_SECONDS } from '../polling/first-polls.js'
import type { PollContext } from '../polling/poll-context.js'
import { isTokenRefused, isTransient, reconnectSeconds } from './reconnect-backoff.js'

/** Seconds for which a stream must stay open before its backoff is reset. Our choice. */
const STEADY_SECONDS = 60
/**
 * Seconds after the opening of a stream until another poll: servers respond before they have subscribed to the events of
 * the stream. https://github.com/mastodon/mastodon, streaming/index.js (read 2026-11-22)
 */
const COMPLETE_SECONDS = 10
/** Minimum number of seconds between two polls that the stream triggers. Our choice. */
const CALM_SECONDS = 5
/** Maximum number of updates from the stream until a poll moves the marker past them. Our choice. */
const MAX_BETWEEN_POLLS = 1000
/** Maximum number of pages of one poll: bounds a network that always reports more. */
const MAX_PAGES = 1000

/** Parts of live updates. */
export interface LiveParts {
  readonly platform: string
  /** Start position: a marker, null for the latest page first, undefined for new updates only. */
  readonly marker: string | null | undefined
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Runs one stream from open to end. */
  readonly hold: (listener: UpdateListener, context: PollContext) => Promise<void>
  readonly saveMarker: ((marker: string) => void | Promise<void>) | undefined
  readonly checkEverySeconds: number
  readonly silenceSeconds: number | null
  /** Called for temporary errors. */
  readonly onInterruption: (error: unknown) => void
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
}

/**
 * Live updates of an account: from the network's stream, and from polls whenever the stream may have missed updates. Only
 * polls move the marker, so that it never passes an update missing from the stream.
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

  /** Throws the reason of an aborted signal, and every error that is not temporary. */
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

  /** Finds the start position: the time of this call, even if the first polls fail. */
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

  /** Resolves when the stream has ended; its inbox contains the result. */
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

  /** Yields the updates of one stream and of the polls next to it. Ends with the stream. */
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

  /** Called after the end of a stream: throws an error that is not temporary, otherwise waits before the next stream. */
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

  /** Error for a stream that refuses a valid token: the poll between the two refusals succeeded. */
  #refusedByStream(cause: unknown): NotSupportedError {
    return new NotSupportedError({
      platform: this.#parts.platform,
      what: 'live updates for this account: the stream refuses a token that polling accepts',
      suggestion: 'Poll instead, or use a Follower, which polls automatically.',
      cause,
    })
  }

  /** Waits. Polls during a wait that is longer than the poll interval. */
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

  /** Polls all updates after the marker. Temporary errors lead to another poll soon. */
  async *#check(inbox: UpdateInbox | null): AsyncGenerator<Update, void> {
    inbox?.forgetGap()
    this.#sinceCheck = 0
    this.#checkedAt = this.#now
    this.#checkAt = this.#checkedAt + this.#parts.checkEverySeconds
    try {
      yield* this.#poll()
      this.#failedChecks = 0
    } catch (error) {
      // The updates of the stream are delivered before the error ends the listening.
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
      // Requesting the next update means that all earlier updates were handled.
      this.#marker = marker
      await this.#parts.saveMarker?.(marker)
      if (!more) return
    }
  }

  async #fetch(marker: string | null): Promise<UpdateBatch> {
    const { signal, platform } = this.#parts
    signal.throwIfAborted()
    const batch: unknown = await this.#parts.fetchAfter(marker, { signal })
    if (typeof batch === 'object' && batch !== null) return batch as UpdateBatch // by the contract of the method
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

  /** Returns a temporary error. @throws The error otherwise. */
  #assertTemporary(error: unknown): unknown {
    this.#parts.signal.throwIfAborted()
    if (!isTransient(error)) throw error
    return error
  }
}
