import type { Clock, Locks, RenewalRule } from '../contract/index.js'
import { AuthError, type ConfigError, NetworkError, TokenExpiredError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import { type Connection, platformOf, Token } from '../models/index.js'
import { answerWithin, PORT_SECONDS } from '../storage/answer-within.js'
import type { CheckedStorage } from '../storage/checked-storage.js'
import { underLock } from '../storage/under-lock.js'
import { appRefused, isAppRefused } from './app-refused.js'
import type { RenewalStore } from './renewal-store.js'
import type { SingleFlight } from './single-flight.js'
import { whyNotRenewable } from './why-not-renewable.js'

/** Seconds of the lease on a connection's lock: after them the lock of a worker that died is free again. Our choice: longer than a healthy renewal with its saving takes. */
const LEASE_SECONDS = 60

/** Seconds for asking the network for a new token, retries included, however little time the callers have. Our choice. */
export const REFRESH_SECONDS = 120

/** What renewals are made from. */
export interface RenewalParts {
  readonly storage: CheckedStorage
  readonly locks: Locks
  readonly clock: Clock
  /** The platform's rule for this connection. */
  rule(connection: Connection): RenewalRule
  /**
   * Asks the network for the next token, within `REFRESH_SECONDS`. `assertMayLeave` is called right before the first byte of
   * each request: it throws while nothing has left and the lock may be another worker's, because a refresh token that was
   * used twice may end the sign-in.
   */
  refresh(connection: Connection, signal: AbortSignal, assertMayLeave: () => void): Promise<Connection>
  /** Publishes a message on the `social.warning` channel. */
  readonly warn: (message: string) => void
}

/** What asking for a renewal gave. */
export interface RenewalResult {
  readonly connection: Connection
  /** False when nothing was due, or another worker had renewed it. */
  readonly renewed: boolean
}

/** Tells whether a connection that was read wants renewing. */
export type Due = (connection: Connection) => boolean

/** Runs work while no other worker renews, replaces or deletes the connection. */
export function lockConnection<T>(
  { locks, clock, warn }: RenewalParts,
  connectionId: string,
  work: (held: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const key = `connection:${connectionId}`
  return underLock(work, { locks, clock, warn, key, leaseSeconds: LEASE_SECONDS, signal })
}

/** One renewal under the lock of its connection: read again, ask the network, save. Every step of it is bounded. */
export class Renewal {
  readonly #parts: RenewalParts
  readonly #store: RenewalStore
  readonly #onRescued: (connectionId: string) => Promise<void>

  /** @param onRescued - Told when a token came too late and is kept in memory: it saves it. */
  constructor(parts: RenewalParts, store: RenewalStore, onRescued: (connectionId: string) => Promise<void>) {
    this.#parts = parts
    this.#store = store
    this.#onRescued = onRescued
  }

  /** A renewal; a second one, when the lock was lost in its middle and another worker may have been at it. */
  async run(connectionId: string, due: Due, flight: SingleFlight<RenewalResult>): Promise<RenewalResult> {
    for (let turn = 1; turn <= 2; turn += 1) {
      const settled = await lockConnection(
        this.#parts,
        connectionId,
        (held) => this.#renewInside(connectionId, due, flight, this.#lease(held)),
        flight.signal,
      )
      if (settled !== null) return settled
    }
    throw new NetworkError(
      `The lock of ${connectionId} was lost twice while its token was to be renewed. Try again, and look at why locks are lost.`,
      { platform: platformOf(connectionId), delivery: 'NOT_SENT' },
    )
  }

  /** True once the lock is lost, or may be: a process that was paused is not told before it looks. */
  #lease(held: AbortSignal): () => boolean {
    const { clock } = this.#parts
    const lease = new Lease({ clock, seconds: LEASE_SECONDS, from: leaseMoment(clock) })
    return () => held.aborted || !lease.isHeld
  }

  /** @returns Null when the lock was lost, so that what was read or refused may be out of date. */
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
    // A refresh token may be used up by the request: from here on it runs to its end, and is saved, whoever gives up.
    flight.commit()
    let next: Connection
    const start = new RenewalStart(connection, isLost)
    try {
      next = await this.#refresh(connection, flight.signal, start)
    } catch (error) {
      if (start.wasStopped) return null
      if (!AuthError.is(error)) throw error
      // What was refused may be the token of before: this process was paused, and another has renewed it meanwhile.
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

  /** A new token that came after the waiting had ended is saved all the same. */
  #rescue(next: Connection, previous: Connection): void {
    this.#store.keep(next, previous)
    this.#onRescued(next.id).catch((error: unknown) =>
      this.#parts.warn(`A late renewal of ${next.id} is not saved yet: ${messageOf(error)}`),
    )
  }
}

/** The moment at which the first request of a renewal leaves. After it the renewal runs to its end: its token is saved. */
class RenewalStart {
  readonly #connection: Connection
  readonly #isLost: () => boolean
  #hasLeft = false
  #wasStopped = false

  constructor(connection: Connection, isLost: () => boolean) {
    this.#connection = connection
    this.#isLost = isLost
  }

  /** True when nothing has left, because the lock was lost. */
  get wasStopped(): boolean {
    return this.#wasStopped
  }

  /** @throws NetworkError when the process was paused, or its machine suspended, right before the first request. */
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

/** A refused renewal, as what it means: the person has to sign in again, or the operator to mend the app. */
function asExpired(refusal: AuthError, connection: Connection): AuthError | ConfigError {
  if (isAppRefused(refusal)) return appRefused(connection, refusal)
  if (TokenExpiredError.is(refusal)) return refusal
  return new TokenExpiredError(
    `${connection.platform} refused to renew the token of ${connection.id}. Sign the account in again. It said: ${refusal.message}`,
    { platform: connection.platform, raw: refusal.raw, cause: refusal },
  )
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
