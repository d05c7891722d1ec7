import { NetworkError, PlatformError, RateLimitError, TokenExpiredError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { Connection } from '../models/index.js'
import { answerWithin } from '../storage/answer-within.js'
import { sameToken } from '../storage/same-token.js'
import { dueSeconds } from './due-seconds.js'
import { PostponedRenewals } from './postponed-renewals.js'
import { RenewalStore } from './renewal-store.js'
import { type Due, lockConnection, Renewal, type RenewalParts, type RenewalResult } from './renewal.js'
import { SingleFlight } from './single-flight.js'
import { TimeLeft } from './time-left.js'
import { TokenNotSavedError } from './token-not-saved-error.js'

/** Options of a caller. If one caller aborts, other callers of the same renewal continue to wait. */
export interface KeeperOptions {
  readonly signal?: AbortSignal
}

type Listener = (connection: Connection) => unknown

/**
 * Returns connections with a valid token, and renews (refreshes) tokens that are due. Concurrent callers in this
 * process share one renewal per connection. A lock excludes other processes. The new token is saved before any
 * caller receives the connection.
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
    this.#store = new RenewalStore(parts.storage, parts.clock, (connection, previous) => {
      this.#notify(connection)
      parts.health?.replaced(connection, previous)
    })
    this.#timeLeft = new TimeLeft(parts.clock)
    this.#postponed = new PostponedRenewals(parts.clock, this.#timeLeft)
    this.#renewal = new Renewal(parts, this.#store, (connectionId) => this.#savePending(connectionId))
  }

  /**
   * Reads the stored connection unchanged.
   * @throws ConfigError with the id, if no connection is stored.
   */
  read(connectionId: string): Promise<Connection> {
    return this.#store.read(connectionId)
  }

  /** Returns true if `fresh` would first renew this connection. */
  isDue(connection: Connection): boolean {
    if (this.#store.isBehind(connection.id)) return true
    return this.#isDueByRule(connection) && !this.#postponed.has(connection)
  }

  /**
   * Returns a connection with a valid token. A token that is due is renewed first. If no renewal is due, the call
   * costs one storage read.
   *
   * @throws ConfigError with the id, if no connection is stored.
   * @throws TokenExpiredError if the person must sign in again.
   * @throws TokenNotSavedError if the storage could not save the new token.
   */
  async fresh(connectionId: string, options: KeeperOptions = {}): Promise<Connection> {
    options.signal?.throwIfAborted()
    const connection = await this.read(connectionId)
    if (!this.isDue(connection)) return connection
    try {
      return (await this.#renewOnce(connectionId, (each) => this.#isDueByRule(each), options)).connection
    } catch (error) {
      if (TokenExpiredError.is(error)) await this.#parts.health?.refused(connection, 'refresh', error)
      if (options.signal?.aborted || !isOutage(error) || !this.#postponed.add(connection, error)) throw error
      this.#parts.warn(
        `The token of ${connectionId} could not be renewed and is still used: ${error.message}`,
      )
      return connection
    }
  }

  /** Renews a token that expires within the given time. Returns whether the token was renewed. */
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
    try {
      return await this.#renewOnce(connectionId, due, options)
    } catch (error) {
      if (TokenExpiredError.is(error)) await this.#parts.health?.refused(connection, 'refresh', error)
      throw error
    }
  }

  /**
   * Returns a connection with another token than the refused one. If the token was already renewed, returns the
   * stored connection without a request.
   *
   * @throws TokenExpiredError if the person must sign in again.
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

  /**
   * Saves the connection of a new sign-in. The lock stops a concurrent renewal from overwriting it with an older
   * token.
   */
  async replace(connection: Connection, options: KeeperOptions = {}): Promise<void> {
    const { health } = this.#parts
    const replace = async (): Promise<void> => {
      const previous = health ? await this.#store.readOrNull(connection.id) : null
      await this.#store.replace(connection)
      health?.replaced(connection, previous)
    }
    await this.#lock(connection.id, replace, options.signal)
  }

  /**
   * Deletes a connection. The lock stops a concurrent renewal from saving the connection again. An unknown id is not
   * an error.
   */
  async remove(connectionId: string, options: KeeperOptions = {}): Promise<void> {
    await this.#lock(connectionId, () => this.#store.remove(connectionId), options.signal)
  }

  /**
   * Calls the listener after each renewal, when the new token is saved. Errors of the listener become warnings.
   * @returns A function that removes the listener.
   */
  onTokenRenewed(listener: Listener): () => void {
    // Each registration gets its own wrapper. A function that is added twice is then called twice, and removed one
    // at a time.
    const own: Listener = (connection) => listener(connection)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  #isDueByRule(connection: Connection): boolean {
    if (connection.token.expiresAt === null) return false
    return this.#timeLeft.seconds(connection) <= dueSeconds(connection, this.#parts.rule(connection))
  }

  /**
   * Waits for the running renewal, or starts a renewal. If the running renewal did not make the token valid, starts
   * another one.
   */
  async #renewOnce(connectionId: string, due: Due, { signal }: KeeperOptions): Promise<RenewalResult> {
    for (;;) {
      const underWay = this.#flights.get(connectionId)
      const result = await (underWay ?? this.#start(connectionId, due)).join(signal)
      if (underWay === undefined || result.renewed || !due(result.connection)) return result
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

  /** Saves a token that is kept in memory, unless it is outdated. */
  async #savePending(connectionId: string): Promise<void> {
    await this.#renewOnce(connectionId, () => false, {})
  }

  #lock<T>(connectionId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return lockConnection(this.#parts, connectionId, work, signal)
  }

  #notify(connection: Connection): void {
    for (const listener of this.#listeners)
      // The async function converts an error that the listener throws into a rejection, which becomes a warning.
      void (async () => listener(connection))().catch((error: unknown) =>
        this.#parts.warn(`A listener of onTokenRenewed failed: ${messageOf(error)}`),
      )
  }
}

/**
 * Returns true only for an outage. `fresh` immediately throws refusals, configuration mistakes and errors of unsaved
 * tokens.
 */
function isOutage(error: unknown): error is NetworkError | RateLimitError | PlatformError {
  if (TokenNotSavedError.is(error)) return false
  return NetworkError.is(error) || RateLimitError.is(error) || PlatformError.is(error)
}
