import { NetworkError, PlatformError, RateLimitError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { Connection } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { sameToken } from '../storage/same-token.js'
import { PostponedRenewals } from './postponed-renewals.js'
import { RenewalStore } from './renewal-store.js'
import { type Due, lockConnection, Renewal, type RenewalParts, type RenewalResult } from './renewal.js'
import { SingleFlight } from './single-flight.js'
import { TimeLeft } from './time-left.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

/** How a caller stops waiting. Others who wait for the same renewal go on. */
export interface KeeperOptions {
  readonly signal?: AbortSignal
}

type Listener = (connection: Connection) => unknown

/**
 * Hands out connections whose token works, and renews (refreshes) those whose token does not: single flight for each
 * connection in this process, then under a lock across processes, and saved before anybody gets it.
 */
export class TokenKeeper {
  readonly #parts: RenewalParts
  readonly #store: RenewalStore
  readonly #timeLeft: TimeLeft
  readonly #postponed: PostponedRenewals
  readonly #renewal: Renewal
  readonly #flights = new Map<string, SingleFlight<RenewalResult>>()
  readonly #listeners = new Set<Listener>()

  constructor(parts: RenewalParts) {
    this.#parts = parts
    this.#store = new RenewalStore(parts.storage, parts.clock, (connection) => this.#tell(connection))
    this.#timeLeft = new TimeLeft(parts.clock)
    this.#postponed = new PostponedRenewals(parts.clock, this.#timeLeft)
    this.#renewal = new Renewal(parts, this.#store, (connectionId) => this.#saveKept(connectionId))
  }

  /** What is stored, as it is. @throws ConfigError naming the id when nothing is. */
  read(connectionId: string): Promise<Connection> {
    return this.#store.read(connectionId)
  }

  /** True when `fresh` would not hand this connection out as it is. */
  isDue(connection: Connection): boolean {
    if (this.#store.isBehind(connection.id)) return true
    return this.#isDueByRule(connection) && !this.#postponed.has(connection)
  }

  /**
   * A connection whose token works, renewed when it is due. Costs one read when it is not.
   *
   * @throws ConfigError naming the id when no connection is stored under it.
   * @throws TokenExpiredError when the person has to sign in again.
   * @throws TokenNotSavedError when the storage would not take the new token.
   */
  async fresh(connectionId: string, options: KeeperOptions = {}): Promise<Connection> {
    options.signal?.throwIfAborted()
    const connection = await this.read(connectionId)
    if (!this.isDue(connection)) return connection
    try {
      return (await this.#renewOnce(connectionId, (each) => this.#isDueByRule(each), options)).connection
    } catch (error) {
      if (options.signal?.aborted || !isOutage(error) || !this.#postponed.add(connection, error)) throw error
      this.#parts.warn(`The token of ${connectionId} could not be renewed and is used on: ${error.message}`)
      return connection
    }
  }

  /** As `fresh`, for a token that runs out within so many seconds. Tells whether it was renewed. */
  async renewIfDue(
    connectionId: string,
    options: KeeperOptions & { readonly withinSeconds: number },
  ): Promise<RenewalResult> {
    options.signal?.throwIfAborted()
    const due: Due = (each) =>
      this.#isDueByRule(each) || this.#timeLeft.seconds(each) <= options.withinSeconds
    const connection = await answerWithin(this.read(connectionId), {
      clock: this.#parts.clock,
      what: 'storage.getConnection',
      signal: options.signal,
    })
    if (!due(connection) && !this.#store.isBehind(connectionId)) return { connection, renewed: false }
    return this.#renewOnce(connectionId, due, options)
  }

  /**
   * A connection with another token than the one the network refused. Where somebody has renewed it already, what is
   * stored is handed out without a request.
   *
   * @throws TokenExpiredError when the person has to sign in again.
   */
  async renew(refused: Connection, options: KeeperOptions = {}): Promise<Connection> {
    options.signal?.throwIfAborted()
    const due: Due = (each) => sameToken(each.token, refused.token)
    if (!this.#flights.has(refused.id) && !this.#store.isBehind(refused.id)) {
      const connection = await this.read(refused.id)
      if (!due(connection)) return connection
    }
    return (await this.#renewOnce(refused.id, due, options)).connection
  }

  /** Saves a new sign-in: never in the middle of a renewal, which would put the older token over it. */
  async replace(connection: Connection, options: KeeperOptions = {}): Promise<void> {
    await this.#lock(connection.id, () => this.#store.replace(connection), options.signal)
  }

  /** Deletes a connection: never in the middle of a renewal, which would bring it back. Quiet when already gone. */
  async remove(connectionId: string, options: KeeperOptions = {}): Promise<void> {
    await this.#lock(connectionId, () => this.#store.remove(connectionId), options.signal)
  }

  /** Told of each renewal, after it was saved. One that throws does no harm. @returns What stops it. */
  onTokenRenewed(listener: Listener): () => void {
    // Wrapped, so that the same function given twice is told twice and stopped one at a time.
    const own: Listener = (connection) => listener(connection)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  #isDueByRule(connection: Connection): boolean {
    if (connection.token.expiresAt === null) return false
    return this.#timeLeft.seconds(connection) <= this.#parts.rule(connection).beforeSeconds
  }

  /** Waits for the renewal under way, or starts one; again, when that was about something else. */
  async #renewOnce(connectionId: string, due: Due, { signal }: KeeperOptions): Promise<RenewalResult> {
    for (;;) {
      const underWay = this.#flights.get(connectionId)
      const settled = await (underWay ?? this.#start(connectionId, due)).join(signal)
      if (underWay === undefined || settled.renewed || !due(settled.connection)) return settled
    }
  }

  #start(connectionId: string, due: Due): SingleFlight<RenewalResult> {
    const flight = new SingleFlight<RenewalResult>(
      (self) => this.#renewal.run(connectionId, due, self),
      () => {
        if (this.#flights.get(connectionId) === flight) this.#flights.delete(connectionId)
      },
    )
    this.#flights.set(connectionId, flight)
    return flight
  }

  /** Saves what was kept in memory, unless it is out of date. */
  async #saveKept(connectionId: string): Promise<void> {
    await this.#renewOnce(connectionId, () => false, {})
  }

  #lock<T>(connectionId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return lockConnection(this.#parts, connectionId, work, signal)
  }

  #tell(connection: Connection): void {
    for (const listener of this.#listeners)
      // An async wrapper catches what is thrown at once and what is rejected later.
      void (async () => listener(connection))().catch((error: unknown) =>
        this.#parts.warn(`A listener of onTokenRenewed failed: ${messageOf(error)}`),
      )
  }
}

/** Only an outage: a refusal, a mistake in the set-up and an unsaved token are told at once. */
function isOutage(error: unknown): error is NetworkError | RateLimitError | PlatformError {
  if (TokenNotSavedError.is(error)) return false
  return NetworkError.is(error) || RateLimitError.is(error) || PlatformError.is(error)
}
