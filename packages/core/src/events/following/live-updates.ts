import type { Clock, Random, UpdateListener } from '../../contract/index.js'
import { ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { SeenIds } from '../handling/seen-ids.js'
import { UpdateInbox } from '../handling/update-inbox.js'
import { CLOCKS_APART_SECONDS } from '../polling/first-polls.js'
import type { PollContext } from '../polling/poll-context.js'
import { isTokenRefused, isTransient, reconnectSeconds } from './reconnect-backoff.js'

/** Seconds a stream has to stand before its backoff starts anew. Our choice. */
const STEADY_SECONDS = 60
/**
 * Seconds after which a stream that was just opened is polled behind once more: servers answer before they have subscribed
 * to what they stream. https://github.com/mastodon/mastodon, streaming/index.js (read 2026-11-22)
 */
const COMPLETE_SECONDS = 10
/** Seconds between two polls at least, whatever the stream asks for. Our choice. */
const CALM_SECONDS = 5
/** Updates that come through the stream before a poll moves the marker behind them. Our choice. */
const MAX_BETWEEN_POLLS = 1000
/** Pages one poll reads: a network that always has more does not keep it going for ever. */
const MAX_PAGES = 1000

/** What live updates are made from. */
export interface LiveParts {
  readonly platform: string
  /** Where they begin: a marker, null for the latest page first, undefined for what happens from now on. */
  readonly marker: string | null | undefined
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** One stream, from its opening to its end. */
  readonly hold: (listener: UpdateListener, context: PollContext) => Promise<void>
  readonly saveMarker: ((marker: string) => void | Promise<void>) | undefined
  readonly checkEverySeconds: number
  readonly silenceSeconds: number | null
  /** Told of what breaks and is tried again. */
  readonly onInterruption: (error: unknown) => void
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
}

/**
 * What happens on an account, as it happens: pushed by the network, and polled wherever the stream may have missed
 * something. Only polls move the marker, so that nothing the stream leaves out is ever behind it.
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

  /** Ends by the signal, whose reason it throws, and by what does not pass by itself. */
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
        stop.abort(new Error('The stream is not needed any more.'))
        await held
      }
      yield* this.#pause(inbox)
    }
  }

  /** Finds where now is: when this was called, however long nobody could be asked. */
  async *#begin(): AsyncGenerator<Update, void> {
    const since = this.#parts.clock.now().getTime() - CLOCKS_APART_SECONDS * 1000
    for (;;)
      try {
        const { marker, updates } = await this.#fetch(null)
        this.#marker = marker
        if (this.#failures === 0) return
        for (const update of updates)
          if (update.timestamp.getTime() >= since && this.#seen.add(update.id)) yield update
        return
      } catch (error) {
        this.#parts.onInterruption(this.#passing(error))
        this.#failures += 1
        yield* this.#rest(reconnectSeconds(this.#failures, error, this.#parts.random))
      }
  }

  /** Resolves when the stream is over; its inbox knows how. */
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

  /** Hands out what one stream brings, and what polls find beside it; over when the stream is. */
  async *#follow(inbox: UpdateInbox): AsyncGenerator<Update, void> {
    const { signal } = this.#parts
    while (inbox.openedAt === null && inbox.end === null) await inbox.wait(Infinity, signal)
    if (inbox.openedAt !== null) this.#isRefused = false
    if (inbox.end !== null && !this.#isWorthAPoll(inbox.end.error)) return
    yield* this.#check(inbox)
    if (inbox.openedAt !== null) this.#checkWithin(COMPLETE_SECONDS)
    for (;;) {
      yield* this.#handOut(inbox)
      if (inbox.end !== null) return
      if (inbox.hasGap) this.#checkWithin(this.#checkedAt + CALM_SECONDS - this.#now)
      if (this.#sinceCheck >= MAX_BETWEEN_POLLS) this.#checkWithin(0)
      const seconds = this.#checkAt - this.#now
      if (seconds <= 0) yield* this.#check(inbox)
      else await inbox.wait(seconds, signal)
    }
  }

  /** After a stream that ended: throws what does not pass, else waits before the next one. */
  async *#pause(inbox: UpdateInbox): AsyncGenerator<Update, void> {
    const { random, onInterruption, clock } = this.#parts
    this.#parts.signal.throwIfAborted()
    const error = inbox.end?.error ?? null
    if (isTokenRefused(error) && !this.#isRefused) this.#isRefused = true
    else if (isTokenRefused(error)) throw this.#refusedByStream(error)
    else if (error !== null) this.#passing(error)
    onInterruption(error ?? new NetworkError('The network ended the stream of updates. It is opened again.'))
    const stood = inbox.openedAt === null ? 0 : clock.monotonic() - inbox.openedAt
    this.#failures = stood >= STEADY_SECONDS ? 1 : this.#failures + 1
    yield* this.#rest(reconnectSeconds(this.#failures, error, random))
  }

  /** The token is good: the poll between the two refusals went well. */
  #refusedByStream(cause: unknown): NotSupportedError {
    return new NotSupportedError({
      platform: this.#parts.platform,
      what: 'live updates for this account: the stream refuses a token that is good for polling',
      suggestion: 'Poll instead; a Follower does so by itself.',
      cause,
    })
  }

  /** Waits. A wait that is longer than the time between two polls is polled in. */
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

  *#handOut(inbox: UpdateInbox): Generator<Update, void> {
    for (const update of inbox.take()) {
      this.#sinceCheck += 1
      if (this.#seen.add(update.id)) yield update
    }
  }

  /** Polls: all there is behind the marker. What passes by itself is tried again soon. */
  async *#check(inbox: UpdateInbox | null): AsyncGenerator<Update, void> {
    inbox?.forgetGap()
    this.#sinceCheck = 0
    this.#checkedAt = this.#now
    this.#checkAt = this.#checkedAt + this.#parts.checkEverySeconds
    try {
      yield* this.#poll()
      this.#failedChecks = 0
    } catch (error) {
      // What the stream has brought is handed out before the listening ends.
      if (inbox !== null && !isTransient(error)) yield* this.#handOut(inbox)
      this.#parts.onInterruption(this.#passing(error))
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
      // Whoever asks for the next update has handled those before it.
      this.#marker = marker
      await this.#parts.saveMarker?.(marker)
      if (!more) return
    }
  }

  async #fetch(marker: string | null): Promise<UpdateBatch> {
    const { signal, platform } = this.#parts
    signal.throwIfAborted()
    const batch: unknown = await this.#parts.fetchAfter(marker, { signal })
    if (typeof batch === 'object' && batch !== null) return batch as UpdateBatch // what the contract says
    throw new ConfigError(
      `${platform} answered fetchUpdatesAfter with no batch: the platform itself is wrong.`,
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

  /** The error, when it passes by itself. @throws It otherwise. */
  #passing(error: unknown): unknown {
    this.#parts.signal.throwIfAborted()
    if (!isTransient(error)) throw error
    return error
  }
}
