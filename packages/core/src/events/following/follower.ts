import type { Clock, Random } from '../../contract/index.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { checkFollowing, MARKER_FEED } from '../feeds/make-feed.js'
import { answerWithin, workWithin } from '../handling/answer-within.js'
import { SETTINGS } from '../polling/check-poller-options.js'
import { secondsAfter, secondsAsAsked } from '../polling/next-round.js'
import type { AccountListenedTo, PolledAccount } from '../polling/polled-account.js'
import {
  type AccountPollerOptions,
  checkPace,
  checkSeconds,
  DEADLINE_SECONDS,
} from '../polling/poller-options.js'
import { Poller } from '../polling/poller.js'
import { reportToListener } from '../polling/report-to-listener.js'
import { isTransient } from './reconnect-backoff.js'

/** Seconds for which an account is polled that cannot be listened to; then its server is asked again. */
const POLL_INSTEAD_SECONDS = 3600
/** Seconds that a stream has to close after it was called off. Our choice. */
const CLOSE_SECONDS = 5

/** What a follower is made from. */
export interface FollowerOptions extends AccountPollerOptions {
  /** Seconds between two polls while the stream stands, which find what it left out; 600 unless given. */
  readonly checkEverySeconds?: number | undefined
  /** Told of each break of the stream that is mended by itself. Nobody is unless given. */
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

const NAMES = [
  ...Object.keys(SETTINGS),
  'account',
  'markers',
  'dispatcher',
  'overlapSeconds',
  'checkEverySeconds',
  'onInterruption',
]

/**
 * Follows one account in the fastest way it has: live where its network pushes (`LISTEN`), polled everywhere else, and
 * wherever the account's server has no stream. Pushed and polled updates have the same ids and end in one dispatcher; give
 * that a `SeenUpdates`. The marker is saved behind what was handled.
 *
 * @example
 * const account = client.account(connectionId)
 * await new Follower({ account, markers: client.markers, dispatcher, signal }).runForever()
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #account: PolledAccount
  readonly #poller: Poller
  readonly #clock: Clock
  readonly #random: Random
  readonly #signal: AbortSignal
  readonly #everySeconds: number
  readonly #jitter: number
  readonly #deadlineSeconds: number
  /** Until when the account is only polled, by the clock. */
  #pollUntil = -Infinity
  #isRunning = false

  /** @throws ConfigError for an option that is missing or does not exist, and for a number that makes no sense. */
  constructor(options: FollowerOptions) {
    if (typeof options !== 'object' || options === null || typeof options.account !== 'object')
      throw new ConfigError('new Follower takes an object: { account, markers, dispatcher }.')
    refuseUnknownNames(options, NAMES, 'Follower')
    const { checkEverySeconds, onInterruption: _told, ...pollerOptions } = options
    checkFollowing(options, 'A follower')
    if (checkEverySeconds !== undefined) checkSeconds('checkEverySeconds', checkEverySeconds)
    this.#options = options
    this.#account = options.account
    this.#poller = new Poller(pollerOptions)
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
    this.#signal = options.signal ?? new AbortController().signal
    this.#everySeconds = options.everySeconds ?? 60
    this.#jitter = options.jitter ?? 0.1
    this.#deadlineSeconds = options.deadlineSeconds ?? DEADLINE_SECONDS
    checkPace(this.#everySeconds, this.#jitter)
  }

  /**
   * Follows until `signal` fires: the rejection is its reason. A handler, a network or a store that fails is told to
   * `onError`, and what was not handled comes again.
   *
   * @throws ConfigError when it runs already.
   */
  async runForever(): Promise<never> {
    if (this.#isRunning) throw new ConfigError('This follower runs already.')
    this.#isRunning = true
    const pace = { everySeconds: this.#everySeconds, jitter: this.#jitter, random: this.#random }
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        let wait = 0
        try {
          const account = this.#listenedTo()
          if (account !== null) await this.#listen(account)
          const { nextInSeconds } = await this.#poller.checkRound()
          wait = secondsAsAsked(nextInSeconds, pace)
        } catch (error) {
          this.#signal.throwIfAborted()
          wait = secondsAfter(error, pace)
          if (!UpdateBusyError.is(error)) reportToListener(this.#options.onError, error)
        }
        await this.#clock.sleep(wait, { signal: this.#signal })
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** The account, where it can be listened to now. */
  #listenedTo(): AccountListenedTo | null {
    const account = this.#account
    if (!('listen' in account) || this.#clock.monotonic() < this.#pollUntil) return null
    return account.can('listen') && account.can('fetchUpdatesAfter') ? account : null
  }

  /** Returns when the account has to be polled instead; what else goes wrong is thrown. */
  async #listen(account: AccountListenedTo): Promise<void> {
    const { markers, dispatcher, checkEverySeconds, onInterruption } = this.#options
    const { id } = account
    const limit = { clock: this.#clock, seconds: this.#deadlineSeconds, signal: this.#signal }
    const bounded = <T>(what: string, pending: Promise<T>) =>
      answerWithin(pending, { ...limit, who: `${what} the marker of ${id}` })
    const loading = bounded('Loading', Promise.resolve(markers.load(id, MARKER_FEED)))
    const marker = (await this.#orAbort(loading)) ?? null
    const updates = account.listen({
      marker,
      saveMarker: (next) => bounded('Saving', Promise.resolve(markers.save(id, MARKER_FEED, next))),
      signal: this.#signal,
      ...(checkEverySeconds !== undefined && { checkEverySeconds }),
      ...(onInterruption && { onInterruption }),
    })
    const iterator = updates[Symbol.asyncIterator]()
    let failure: { readonly error: unknown } | null = null
    try {
      for (;;) {
        const { done, value: update } = await this.#orAbort(iterator.next())
        if (done === true) break
        const handle = async (own: AbortSignal) => dispatcher.deliver(update, { signal: own })
        await workWithin(handle, { ...limit, who: `Handling update ${update.id} of ${id}` }).catch(
          (error: unknown) => {
            failure = { error }
            throw error
          },
        )
      }
    } catch (error) {
      const closing = Promise.resolve(iterator.return?.())
      const closeLimit = { clock: this.#clock, seconds: CLOSE_SECONDS, who: `Closing the stream of ${id}` }
      await answerWithin(closing, closeLimit).catch(() => undefined)
      if (failure !== null || this.#signal.aborted || isTransient(error)) throw error
      // The server has no stream, or refuses this token there: polling tells whether the account is well.
      const wasPolled = this.#pollUntil !== -Infinity
      this.#pollUntil = this.#clock.monotonic() + POLL_INSTEAD_SECONDS
      if (!wasPolled) reportToListener(this.#options.onError, error)
    }
  }

  /** Waits for an answer until the follower is stopped: the answer may never come. */
  async #orAbort<T>(pending: Promise<T>): Promise<T> {
    const stopped = Promise.withResolvers<never>()
    const stop = (): void => stopped.reject(this.#signal.reason)
    if (this.#signal.aborted) stop()
    this.#signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([pending, stopped.promise])
    } finally {
      this.#signal.removeEventListener('abort', stop)
    }
  }
}
