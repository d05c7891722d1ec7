import type { Clock, Locks, RenewalRule, Storage } from '../contract/index.js'
import { AuthError, NetworkError, PlatformError, RateLimitError, TokenExpiredError } from '../errors/index.js'
import { type Connection, Token } from '../models/index.js'
import { sameToken } from '../storage/same-token.js'
import { Flight } from './flight.js'
import { TokenNotSavedError } from './not-saved.js'
import { Postponed } from './postponed.js'
import { whyNotRenewable } from './renewable.js'
import { RenewalStore } from './renewal-store.js'

/** Seconds after which the lock of a worker that died is free again; longer than a renewal with its saving takes. */
const LEASE_SECONDS = 60

/** What a keeper is made from. */
export interface TokenKeeperParts {
  readonly storage: Storage
  readonly locks: Locks
  readonly clock: Clock
  /** The platform's rule for this connection. */
  rule(connection: Connection): RenewalRule
  /** Asks the network for the next token. */
  refresh(connection: Connection, signal: AbortSignal): Promise<Connection>
  /** Says something to whoever listens to warnings. */
  warn(message: string): void
}

/** What asking for a renewal gave. */
export interface Settled {
  readonly connection: Connection
  /** False when nothing was due, or another worker had renewed it. */
  readonly renewed: boolean
}

/** A person's way to stop waiting. Others who wait for the same renewal go on. */
export interface KeeperOptions {
  readonly signal?: AbortSignal
}

type Due = (connection: Connection) => boolean
type Listener = (connection: Connection) => unknown

/**
 * Hands out connections whose token works, and renews those whose token does not: once at a time for each connection in
 * this process, then under a lock across processes, and saved before anybody gets it.
 */
export class TokenKeeper {
  readonly #parts: TokenKeeperParts
  readonly #store: RenewalStore
  readonly #postponed: Postponed
  readonly #flights = new Map<string, Flight<Settled>>()
  readonly #listeners = new Set<Listener>()

  constructor(parts: TokenKeeperParts) {
    this.#parts = parts
    this.#store = new RenewalStore(parts.storage, parts.clock, (connection) => this.#tell(connection))
    this.#postponed = new Postponed(parts.clock)
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
      return (await this.#settle(connectionId, (each) => this.#isDueByRule(each), options)).connection
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
  ): Promise<Settled> {
    options.signal?.throwIfAborted()
    const due: Due = (each) =>
      this.#isDueByRule(each) || each.token.expiresWithin(options.withinSeconds, this.#parts.clock.now())
    const connection = await this.read(connectionId)
    if (!due(connection) && !this.#store.isBehind(connectionId)) return { connection, renewed: false }
    return this.#settle(connectionId, due, options)
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
    return (await this.#settle(refused.id, due, options)).connection
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
    return connection.token.expiresWithin(this.#parts.rule(connection).beforeSeconds, this.#parts.clock.now())
  }

  /** Waits for the renewal under way, or starts one; again, when that was about something else. */
  async #settle(connectionId: string, due: Due, { signal }: KeeperOptions): Promise<Settled> {
    for (;;) {
      const underWay = this.#flights.get(connectionId)
      const settled = await (underWay ?? this.#start(connectionId, due)).join(signal)
      if (underWay === undefined || settled.renewed || !due(settled.connection)) return settled
    }
  }

  #start(connectionId: string, due: Due): Flight<Settled> {
    const flight = new Flight<Settled>(
      (self) =>
        this.#lock(connectionId, (held) => this.#renewInside(connectionId, due, self, held), self.signal),
      () => {
        if (this.#flights.get(connectionId) === flight) this.#flights.delete(connectionId)
      },
    )
    this.#flights.set(connectionId, flight)
    return flight
  }

  #lock<T>(connectionId: string, work: (held: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#parts.locks.withLock(`connection:${connectionId}`, (held) => work(held.signal), {
      leaseSeconds: LEASE_SECONDS,
      ...(signal && { signal }),
    })
  }

  async #renewInside(
    connectionId: string,
    due: Due,
    flight: Flight<Settled>,
    held: AbortSignal,
  ): Promise<Settled> {
    const connection = await this.#store.readNewest(connectionId)
    if (!due(connection)) return { connection, renewed: false }
    const reason = whyNotRenewable(connection, this.#parts.rule(connection), this.#parts.clock.now())
    if (reason !== null)
      throw new TokenExpiredError(
        `The token of ${connectionId} cannot be renewed: ${reason}. Sign the account in again.`,
        { platform: connection.platform },
      )
    if (held.aborted)
      throw new NetworkError(
        `The lock of ${connectionId} was lost before its token was renewed. Nothing was sent; try again.`,
        { platform: connection.platform, delivery: 'NOT_SENT', cause: held.reason },
      )
    // A refresh token may be used up by the request: from here on it runs to its end, and is saved, whoever gives up.
    flight.commit()
    const next = keepRefreshToken(await this.#refresh(connection, flight.signal), connection)
    const stored = await this.#store.save(next, connection)
    return { connection: stored, renewed: stored === next }
  }

  async #refresh(connection: Connection, signal: AbortSignal): Promise<Connection> {
    try {
      return await this.#parts.refresh(connection, signal)
    } catch (error) {
      if (!AuthError.is(error) || TokenExpiredError.is(error)) throw error
      throw new TokenExpiredError(
        `${connection.platform} refused to renew the token of ${connection.id}. Sign the account in again. It said: ${error.message}`,
        { platform: connection.platform, raw: error.raw, cause: error },
      )
    }
  }

  #tell(connection: Connection): void {
    for (const listener of this.#listeners)
      // An async wrapper catches what is thrown at once and what is rejected later.
      void (async () => listener(connection))().catch((error: unknown) =>
        this.#parts.warn(
          `A listener of onTokenRenewed failed: ${error instanceof Error ? error.message : 'it threw no error'}`,
        ),
      )
  }
}

/** Only an outage: a refusal, a mistake in the set-up and an unsaved token are told at once. */
function isOutage(error: unknown): error is NetworkError | RateLimitError | PlatformError {
  if (TokenNotSavedError.is(error)) return false
  return NetworkError.is(error) || RateLimitError.is(error) || PlatformError.is(error)
}

/** A reply without a refresh token means that the old one stays good; it never blanks it. */
function keepRefreshToken(next: Connection, previous: Connection): Connection {
  const { refreshToken, refreshTokenExpiresAt } = previous.token
  if (next.token.refreshToken !== null || refreshToken === null) return next
  const { accessToken, proofKey, kind, expiresAt } = next.token
  return next.withToken(
    new Token({ accessToken, proofKey, kind, expiresAt, refreshToken, refreshTokenExpiresAt }),
  )
}
