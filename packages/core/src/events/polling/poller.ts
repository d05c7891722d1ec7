import type { Clock, Random } from '../../contract/index.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import type { Update } from '../../models/index.js'
import type { Feed } from '../feeds/feed.js'
import { makeFeed } from '../feeds/make-feed.js'
import { refuseOtherOptions } from './check-poller-options.js'
import { secondsAfter, secondsAsAsked } from './next-round.js'
import { checkPace, checkSeconds, DEADLINE_SECONDS, type PollerOptions } from './poller-options.js'
import { reportToListener } from './report-to-listener.js'

/** Pages that one round reads at most: a network that always has more does not keep a round going for ever. Our choice. */
const MAX_PAGES = 1000

/** Result of one round of a poller. */
export interface PollerRound {
  /** The updates that were delivered, oldest first. */
  readonly delivered: readonly Update[]
  /** Seconds until the next round, instead of the interval; undefined = the interval. */
  readonly nextInSeconds: number | undefined
}

/**
 * Asks a network for news, again and again, and hands them over oldest first.
 *
 * The marker (the cursor of the feed) moves, and is saved, only after everything up to it was handled: when a handler fails, the whole round
 * comes again. Give the dispatcher a `SeenUpdates`, and handlers run once for each update.
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

  /** @throws ConfigError without exactly one way to fetch, for an option that does not exist, and for a number or a moment that makes no sense. */
  constructor(options: PollerOptions) {
    if (typeof options !== 'object' || options === null)
      throw new ConfigError('new Poller takes an object: { account, markers, dispatcher }.')
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
   * Makes one round. A round that is under way already is waited for instead.
   *
   * @returns What was new, oldest first.
   * @throws What fetching, delivering or saving threw; the marker then stays where it was.
   * @throws NetworkError whose `timedOut` is true when a step took longer than `deadlineSeconds`.
   */
  async checkOnce(): Promise<readonly Update[]> {
    const { delivered } = await this.checkRound()
    return delivered
  }

  /**
   * Makes one round, like `checkOnce`, and returns when the next one is useful.
   *
   * @internal
   */
  checkRound(): Promise<PollerRound> {
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
        const { nextInSeconds } = await this.checkRound()
        wait = secondsAsAsked(nextInSeconds, pace)
      } catch (error) {
        this.#signal.throwIfAborted()
        wait = secondsAfter(error, pace)
        // Another worker has the update in hand: nothing is wrong, and the marker waits for it.
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

/** Makes a poller and runs it until `signal` fires. */
export function poll(options: PollerOptions): Promise<never> {
  return new Poller(options).runForever()
}
