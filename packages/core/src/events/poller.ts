import type { Clock, Random } from '../contract/index.js'
import { ConfigError, UpdateBusyError } from '../errors/index.js'
import { systemClock, systemRandom } from '../http/clock.js'
import type { Update } from '../models/index.js'
import { secondsAfter, spreadSeconds } from './next-round.js'
import { checkPace, type PollerOptions, warnOfRound } from './poller-options.js'
import { MarkerRounds, type Rounds, TimeRounds } from './rounds.js'

/**
 * Asks a network for news, again and again, and hands them over oldest first.
 *
 * The marker moves, and is saved, only after everything up to it was handled: when a handler fails, the whole round
 * comes again. Pair it with a `Dispatcher` that has a `SeenUpdates`, and handlers run once for each update.
 *
 * @example
 * const account = client.accountOf('mastodon', connectionId)
 * const poller = new Poller({
 *   fetchAfter: (marker, { signal }) => account.fetchUpdatesAfter(marker, { signal }),
 *   deliver: dispatcher.deliver,
 *   marker: await loadMarker(connectionId),
 *   saveMarker: (marker) => keepMarker(connectionId, marker),
 * })
 * await poller.runForever()
 */
export class Poller {
  readonly #rounds: Rounds
  readonly #everySeconds: number
  readonly #jitter: number
  readonly #onError: (error: unknown) => void
  readonly #signal: AbortSignal
  readonly #clock: Clock
  readonly #random: Random
  #round: Promise<readonly Update[]> | null = null

  /** @throws ConfigError without exactly one way to fetch, and for an interval or a marker that makes no sense. */
  constructor(options: PollerOptions) {
    const { everySeconds = 60, jitter = 0.1, clock = systemClock, random = systemRandom } = options
    checkPace(everySeconds, jitter)
    if (typeof options.deliver !== 'function')
      throw new ConfigError('A poller needs deliver: a function that gets every new update.')
    this.#rounds = makeRounds(options)
    this.#everySeconds = everySeconds
    this.#jitter = jitter
    this.#onError = options.onError ?? warnOfRound
    this.#signal = options.signal ?? new AbortController().signal
    this.#clock = clock
    this.#random = random
  }

  /**
   * Makes one round. A round that is under way already is waited for instead.
   *
   * @returns What was new, oldest first.
   * @throws What fetching, delivering or saving threw; the marker then stays where it was.
   */
  checkOnce(): Promise<readonly Update[]> {
    this.#round ??= this.#check().finally(() => {
      this.#round = null
    })
    return this.#round
  }

  /** Makes a round at once and then one after each interval, until `signal` fires: the rejection is its reason. */
  async runForever(): Promise<never> {
    const pace = { everySeconds: this.#everySeconds, jitter: this.#jitter, random: this.#random }
    for (;;) {
      let wait: number
      try {
        await this.checkOnce()
        wait = spreadSeconds(pace.everySeconds, pace.jitter, pace.random)
      } catch (error) {
        this.#signal.throwIfAborted()
        wait = secondsAfter(error, pace)
        // Another worker has the update in hand: nothing is wrong, and the marker waits for it.
        if (!UpdateBusyError.is(error)) this.#onError(error)
      }
      await this.#clock.sleep(wait, { signal: this.#signal })
    }
  }

  async #check(): Promise<readonly Update[]> {
    this.#signal.throwIfAborted()
    return this.#rounds.next({ signal: this.#signal })
  }
}

/** Makes a poller and runs it until `signal` fires. */
export function poll(options: PollerOptions): Promise<never> {
  return new Poller(options).runForever()
}

function makeRounds(options: PollerOptions): Rounds {
  const byTime = typeof options.fetch === 'function'
  const byMarker = typeof options.fetchAfter === 'function'
  if (byTime === byMarker)
    throw new ConfigError(
      'A poller needs one way to fetch: fetch for networks that are asked by time, fetchAfter for those with a marker.',
    )
  return options.fetch ? new TimeRounds(options) : new MarkerRounds(options)
}
