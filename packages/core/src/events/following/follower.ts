import type { Clock, Random } from '../../contract/index.js'
import { closedErrorIn } from '../../errors/closed.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { checkFollowing } from '../feeds/make-feed.js'
import { SETTINGS } from '../polling/check-poller-options.js'
import { secondsAfter, secondsAfterSuccess } from '../polling/next-round.js'
import type { AccountListenedTo, PolledAccount } from '../polling/polled-account.js'
import {
  type AccountPollerOptions,
  checkPace,
  checkSeconds,
  DEADLINE_SECONDS,
} from '../polling/poller-options.js'
import { Poller } from '../polling/poller.js'
import { reportToListener } from '../polling/report-to-listener.js'
import { deliverLive, POLL_INSTEAD_SECONDS, withStream } from './deliver-live.js'

/** Options of a follower. */
export interface FollowerOptions extends AccountPollerOptions {
  /**
   * Seconds between two polls while the stream is open. These polls find updates that the stream
   * did not deliver. Default: 600.
   */
  readonly checkEverySeconds?: number | undefined
  /** Called for each temporary interruption of the stream, after which the stream is reopened. */
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
 * Follows one account in the fastest available way. If the network has a stream (`LISTEN`),
 * updates are delivered live. Otherwise, and if the account's server has no stream, the account is
 * polled.
 *
 * Live and polled updates have the same ids and go to the same dispatcher. Create the dispatcher
 * with a `SeenUpdates`, so that each update is handled once. The marker is saved after the updates
 * were handled.
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
  /** Until this monotonic time the account is only polled, because its stream is not available. */
  #pollUntil = -Infinity
  #isRunning = false

  /** @throws ConfigError for a missing or unknown option, and for an invalid number. */
  constructor(options: FollowerOptions) {
    if (typeof options !== 'object' || options === null || typeof options.account !== 'object')
      throw new ConfigError('new Follower requires an object: { account, markers, dispatcher }.')
    refuseUnknownNames(options, NAMES, 'Follower')
    const { checkEverySeconds, onInterruption: _callback, ...pollerOptions } = options
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
   * Follows the account until `signal` is aborted, then rejects with the signal's reason. Errors
   * of a handler, a network or a store are passed to `onError`. Updates that were not handled are
   * delivered again.
   *
   * @throws ConfigError if this follower is already running.
   * @throws ClosedError if the client of the account, or of a handler, is closed.
   */
  async runForever(): Promise<never> {
    if (this.#isRunning) throw new ConfigError('This follower is already running.')
    this.#isRunning = true
    const pace = { everySeconds: this.#everySeconds, jitter: this.#jitter, random: this.#random }
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        let wait = 0
        try {
          const account = this.#listenable()
          if (account !== null) await this.#listen(account)
          const { nextInSeconds } = await this.#poller.checkRound()
          wait = secondsAfterSuccess(nextInSeconds, pace)
        } catch (error) {
          this.#signal.throwIfAborted()
          const closed = closedErrorIn(error)
          if (closed !== null) throw closed
          wait = secondsAfter(error, pace)
          if (!UpdateBusyError.is(error)) reportToListener(this.#options.onError, error)
        }
        await this.#clock.sleep(wait, { signal: this.#signal })
      }
    } finally {
      this.#isRunning = false
    }
  }

  /**
   * Returns the account if its stream can be opened now. Otherwise returns null, and the account
   * is polled.
   */
  #listenable(): AccountListenedTo | null {
    return this.#clock.monotonic() < this.#pollUntil ? null : withStream(this.#account)
  }

  /**
   * Delivers live updates. Returns only if the account must be polled instead, and throws all
   * other errors.
   */
  async #listen(account: AccountListenedTo): Promise<void> {
    const { markers, dispatcher, checkEverySeconds, onInterruption } = this.#options
    const refusal = await deliverLive(
      account,
      {
        markers,
        dispatcher,
        checkEverySeconds,
        onInterruption,
        clock: this.#clock,
        deadlineSeconds: this.#deadlineSeconds,
      },
      { signal: this.#signal },
    )
    if (refusal === null) return
    const wasPolled = this.#pollUntil !== -Infinity
    this.#pollUntil = this.#clock.monotonic() + POLL_INSTEAD_SECONDS
    if (!wasPolled) reportToListener(this.#options.onError, refusal.error)
  }
}
