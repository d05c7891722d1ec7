import type { Clock, Random } from '../../contract/index.js'
import { closedErrorIn } from '../../errors/closed.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import type { Update } from '../../models/index.js'
import type { Feed } from '../feeds/feed.js'
import { makeFeed } from '../feeds/make-feed.js'
import { refuseOtherOptions } from './check-poller-options.js'
import { secondsAfter, secondsAfterSuccess } from './next-round.js'
import { checkPace, checkSeconds, DEADLINE_SECONDS, type PollerOptions } from './poller-options.js'
import { reportToListener } from './report-to-listener.js'

/**
 * Maximum number of pages of one round. Ends a round if the network always reports more updates.
 * Our choice.
 */
const MAX_PAGES = 1000

/** Result of one round of a poller. */
export interface PollerRound {
  /** Updates that this round delivered, oldest first. */
  readonly delivered: readonly Update[]
  /** Seconds until the next round. Undefined if the poller's interval applies. */
  readonly nextInSeconds: number | undefined
}

/**
 * Polls a network repeatedly for new updates, and delivers them oldest first.
 *
 * The marker is the position up to which updates were handled. It is saved only after all updates
 * before it were handled. If a handler fails, the whole round is repeated. Create the dispatcher
 * with a `SeenUpdates`, so that the handlers run once for each update.
 *
 * @example
 * const account = client.account(connectionId)
 * const poller = new Poller({ account, markers: client.markers, dispatcher })
 * await poller.runForever()
 */
export class Poller {
  readonly #feed: Feed
  readonly #everySeconds: number
  readonly #jitter: number
  readonly #onError: PollerOptions['onError']
  readonly #signal: AbortSignal
  readonly #clock: Clock
  readonly #random: Random
  #round: Promise<PollerRound> | null = null

  /**
   * @throws ConfigError unless exactly one of `account`, `fetch` and `fetchAfter` is given, for an
   * unknown option, and for an invalid number or time.
   */
  constructor(options: PollerOptions) {
    if (typeof options !== 'object' || options === null)
      throw new ConfigError('new Poller requires an object: { account, markers, dispatcher }.')
    refuseOtherOptions(options)
    const { everySeconds = 60, jitter = 0.1, clock = systemClock, random = systemRandom } = options
    const { deadlineSeconds = DEADLINE_SECONDS } = options
    checkPace(everySeconds, jitter)
    checkSeconds('deadlineSeconds', deadlineSeconds)
    this.#feed = makeFeed(options, clock, deadlineSeconds)
    this.#everySeconds = everySeconds
    this.#jitter = jitter
    this.#onError = options.onError
    this.#signal = options.signal ?? new AbortController().signal
    this.#clock = clock
    this.#random = random
  }

  /**
   * Runs one round. If a round is already running, waits for that round and returns its result.
   *
   * @returns New updates, oldest first.
   * @throws The error of a fetch, a delivery or a save. The marker then stays unchanged.
   * @throws NetworkError with `timedOut` true if a step took longer than `deadlineSeconds`.
   */
  async checkOnce(): Promise<readonly Update[]> {
    const { delivered } = await this.checkRound()
    return delivered
  }

  /**
   * Runs one round, like `checkOnce`. Also returns the number of seconds until the next round, if
   * the network requested a wait.
   *
   * @internal
   */
  checkRound(): Promise<PollerRound> {
    this.#round ??= this.#check().finally(() => {
      this.#round = null
    })
    return this.#round
  }

  /**
   * Runs a round immediately and after each interval, until `signal` is aborted. Then rejects with
   * the signal's reason.
   *
   * @throws ClosedError if the client of the account, or of a handler, is closed.
   */
  async runForever(): Promise<never> {
    const pace = { everySeconds: this.#everySeconds, jitter: this.#jitter, random: this.#random }
    for (;;) {
      let wait: number
      try {
        const { nextInSeconds } = await this.checkRound()
        wait = secondsAfterSuccess(nextInSeconds, pace)
      } catch (error) {
        this.#signal.throwIfAborted()
        const closed = closedErrorIn(error)
        if (closed !== null) throw closed
        wait = secondsAfter(error, pace)
        // Another worker holds the update. The error is not reported, because the marker stays in
        // place until that worker has finished.
        if (!UpdateBusyError.is(error)) reportToListener(this.#onError, error)
      }
      await this.#clock.sleep(wait, { signal: this.#signal })
    }
  }

  async #check(): Promise<PollerRound> {
    const delivered: Update[] = []
    let nextInSeconds: number | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      this.#signal.throwIfAborted()
      const step = await this.#feed.next({ signal: this.#signal })
      for (const update of step.delivered) delivered.push(update)
      nextInSeconds = step.retryAfter
      if (!step.more) break
    }
    return { delivered, nextInSeconds }
  }
}
