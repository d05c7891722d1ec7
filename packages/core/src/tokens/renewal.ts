import type { Clock, Locks, RenewalRule } from '../contract/index.js'
import { AuthError, type ConfigError, NetworkError, TokenExpiredError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import { type Connection, platformOf, Token } from '../models/index.js'
import { answerWithin, PORT_SECONDS } from '../storage/answer-within.js'
import type { CheckedStorage } from '../storage/checked-storage.js'
import { underLock } from '../storage/under-lock.js'
import { appRefused, isAppRefused } from './app-refused.js'
import type { HealthMemory } from './health-memory.js'
import type { RenewalStore } from './renewal-store.js'
import type { SingleFlight } from './single-flight.js'
import { whyNotRenewable } from './why-not-renewable.js'

/**
 * Lease in seconds of a connection's lock. If a worker dies, the lock becomes free after this time. Our choice:
 * longer than a normal renewal with its save.
 */
export const LEASE_SECONDS = 60

/**
 * Time limit in seconds of the request for a new token, including retries. The deadlines of callers do not change
 * it. Our choice.
 */
export const REFRESH_SECONDS = 120

/** The objects that a renewal uses. */
export interface RenewalParts {
  readonly storage: CheckedStorage
  readonly locks: Locks
  readonly clock: Clock
  /** The platform's renewal rule for this connection. */
  rule(connection: Connection): RenewalRule
  /**
   * Requests the next token from the network, within `REFRESH_SECONDS`. The implementation must call
   * `assertMayLeave` right before the first byte of each request. `assertMayLeave` throws if nothing was sent yet
   * and another worker may hold the lock, because a refresh token that is used twice may end the sign-in.
   */
  refresh(connection: Connection, signal: AbortSignal, assertMayLeave: () => void): Promise<Connection>
  /** Publishes a message on the `social.warning` channel. */
  readonly warn: (message: string) => void
  /** Remembers refused renewals. Omitted in tests of renewals alone. */
  readonly health?: HealthMemory | undefined
}

/** Result of a renewal. */
export interface RenewalResult {
  readonly connection: Connection
  /** False if no renewal was due, or if another worker has renewed the token. */
  readonly renewed: boolean
}

/** Returns true if a connection that was read from storage must be renewed. */
export type Due = (connection: Connection) => boolean

/** Runs work under the connection's lock. No other worker renews, replaces or deletes the connection meanwhile. */
export function lockConnection<T>(
  { locks, clock, warn }: Pick<RenewalParts, 'locks' | 'clock' | 'warn'>,
  connectionId: string,
  work: (held: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const key = `connection:${connectionId}`
  return underLock(work, { locks, clock, warn, key, leaseSeconds: LEASE_SECONDS, signal })
}

/**
 * One renewal under the lock of its connection: reads the connection again, requests a token, saves it. Every step
 * has a time limit.
 */
export class Renewal {
  readonly #parts: RenewalParts
  readonly #store: RenewalStore
  readonly #onRescued: (connectionId: string) => Promise<void>

  /** @param onRescued - Called to save a token that arrived after the time limit and is kept in memory. */
  constructor(parts: RenewalParts, store: RenewalStore, onRescued: (connectionId: string) => Promise<void>) {
    this.#parts = parts
    this.#store = store
    this.#onRescued = onRescued
  }

  /**
   * Renews a connection. If the lock was lost, tries a second time, because another worker may have renewed the
   * connection.
   */
  async run(connectionId: string, due: Due, flight: SingleFlight<RenewalResult>): Promise<RenewalResult> {
    for (let turn = 1; turn <= 2; turn += 1) {
      const result = await lockConnection(
        this.#parts,
        connectionId,
        (held) => this.#renewInside(connectionId, due, flight, this.#lease(held)),
        flight.signal,
      )
      if (result !== null) return result
    }
    throw new NetworkError(
      `The lock of ${connectionId} was lost twice before its token was renewed. Try again, and check why locks are lost.`,
      { platform: platformOf(connectionId), delivery: 'NOT_SENT' },
    )
  }

  /**
   * Returns a function that returns true if the lock is lost or may be lost. A process that was suspended detects
   * the loss only with this function.
   */
  #lease(held: AbortSignal): () => boolean {
    const { clock } = this.#parts
    const lease = new Lease({ clock, seconds: LEASE_SECONDS, from: leaseMoment(clock) })
    return () => held.aborted || !lease.isHeld
  }

  /**
   * Renews the connection while the lock is held.
   * @returns Null if the lock was lost, because the connection that was read may be outdated.
   */
  async #renewInside(
    connectionId: string,
    due: Due,
    flight: SingleFlight<RenewalResult>,
    isLost: () => boolean,
  ): Promise<RenewalResult | null> {
    const connection = await this.#store.readNewest(connectionId)
    if (!due(connection)) return { connection, renewed: false }
    const reason = whyNotRenewable(connection, this.#parts.rule(connection), this.#parts.clock.now())
    if (reason !== null)
      throw new TokenExpiredError(
        `The token of ${connectionId} cannot be renewed: ${reason}. Sign the account in again.`,
        { platform: connection.platform },
      )
    if (isLost()) return null
    // The request may consume the refresh token. From here the renewal is completed and saved, even if all callers
    // abort.
    flight.commit()
    let next: Connection
    const start = new RenewalStart(connection, isLost)
    try {
      next = await this.#refresh(connection, flight.signal, start)
    } catch (error) {
      if (start.wasStopped) return null
      if (!AuthError.is(error)) throw error
      // If this process was suspended, another process may have renewed the connection. The refused token is then
      // outdated.
      const newer = await this.#store.readNewer(connection)
      if (newer !== null) return { connection: newer, renewed: false }
      if (isLost()) return null
      throw asExpired(error, connection)
    }
    const stored = await this.#store.save(next, connection)
    return { connection: stored, renewed: stored === next }
  }

  async #refresh(connection: Connection, signal: AbortSignal, start: RenewalStart): Promise<Connection> {
    const refreshing = this.#parts.refresh(connection, signal, () => start.assertMayLeave())
    const next = await answerWithin(refreshing, {
      clock: this.#parts.clock,
      what: `The renewal of ${connection.id}`,
      seconds: REFRESH_SECONDS + PORT_SECONDS,
      platform: connection.platform,
      onLate: (late) => this.#rescue(keepRefreshToken(late, connection), connection),
    })
    return keepRefreshToken(next, connection)
  }

  /** Saves a new token that arrived after the time limit. */
  #rescue(next: Connection, previous: Connection): void {
    this.#store.keep(next, previous)
    this.#onRescued(next.id).catch((error: unknown) =>
      this.#parts.warn(`A late renewal of ${next.id} is not saved yet: ${messageOf(error)}`),
    )
  }
}

/**
 * Tracks the first request of a renewal. Once a request was sent, the renewal is completed and its token is saved.
 */
class RenewalStart {
  readonly #connection: Connection
  readonly #isLost: () => boolean
  #hasLeft = false
  #wasStopped = false

  constructor(connection: Connection, isLost: () => boolean) {
    this.#connection = connection
    this.#isLost = isLost
  }

  /** Returns true if nothing was sent because the lock was lost. */
  get wasStopped(): boolean {
    return this.#wasStopped
  }

  /** @throws NetworkError if the process or its machine was suspended right before the first request. */
  assertMayLeave(): void {
    if (this.#hasLeft) return
    this.#wasStopped = this.#isLost()
    this.#hasLeft = !this.#wasStopped
    if (this.#hasLeft) return
    const { id, platform } = this.#connection
    throw new NetworkError(`The lock of ${id} was lost before its token was renewed: nothing was sent.`, {
      platform,
      delivery: 'NOT_SENT',
    })
  }
}

/**
 * Makes the error for a refused renewal. Either the person must sign in again, or the operator must correct the app.
 */
function asExpired(refusal: AuthError, connection: Connection): AuthError | ConfigError {
  if (isAppRefused(refusal)) return appRefused(connection, refusal)
  if (TokenExpiredError.is(refusal)) return refusal
  return new TokenExpiredError(
    `${connection.platform} refused to renew the token of ${connection.id}. Sign the account in again. The network reported: ${refusal.message}`,
    { platform: connection.platform, raw: refusal.raw, cause: refusal },
  )
}

/**
 * Returns the connection with the old refresh token if the response contains no refresh token, because the old one
 * then stays valid.
 */
function keepRefreshToken(next: Connection, previous: Connection): Connection {
  const { refreshToken, refreshTokenExpiresAt } = previous.token
  if (next.token.refreshToken !== null || refreshToken === null) return next
  const { accessToken, proofKey, kind, expiresAt } = next.token
  return next.withToken(
    new Token({ accessToken, proofKey, kind, expiresAt, refreshToken, refreshTokenExpiresAt }),
  )
}
