import { randomUUID } from 'node:crypto'

import { InMemoryLocks } from '@social/core'
import { type Clock, type Locks, NetworkError, systemRandom } from '@social/core/platform'

import { leaseEndOf, millisecondsOf } from './lease.js'
import type { Session } from './session.js'
import type { Sweeper } from './sweeper.js'

/** Seconds between two looks at a lock that another process holds; the longer it is held, the fewer. */
const FIRST_LOOK_SECONDS = 0.005
const SLOWEST_LOOK_SECONDS = 0.1

const SELECT = 'SELECT expires_at AS ends, lease_ms FROM social_locks WHERE id = ?'
const MEND = 'UPDATE social_locks SET expires_at = ? WHERE id = ? AND expires_at = ?'
/** One statement, so that of several processes one gets it. */
const TAKE = `INSERT INTO social_locks (id, claim, expires_at, lease_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, expires_at = excluded.expires_at, lease_ms = excluded.lease_ms
  WHERE expires_at <= ?`
const EXTEND = 'UPDATE social_locks SET expires_at = ? WHERE id = ? AND claim = ?'
const RELEASE = 'DELETE FROM social_locks WHERE id = ? AND claim = ?'

/** Locks that every process with the same file shares. */
export class SqliteLocks implements Locks {
  readonly #session: Session
  readonly #clock: Clock
  readonly #sweeper: Sweeper
  /** In one process callers queue here, so that only the first of them looks into the file. */
  readonly #here = new InMemoryLocks()

  constructor(session: Session, clock: Clock, sweeper: Sweeper) {
    this.#session = session
    this.#clock = clock
    this.#sweeper = sweeper
  }

  withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal },
  ): Promise<T> {
    return this.#here.withLock(key, () => this.#withLock(key, work, options), options)
  }

  async #withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    { leaseSeconds, signal }: { readonly leaseSeconds: number; readonly signal?: AbortSignal },
  ): Promise<T> {
    const claim = await this.#acquire(key, leaseSeconds, signal)
    const done = new AbortController()
    const lost = new AbortController()
    const holding = this.#hold(key, claim, leaseSeconds, done.signal).catch((reason: unknown) =>
      lost.abort(reason),
    )
    try {
      return await work({ signal: lost.signal })
    } finally {
      done.abort()
      await holding
      this.#release(key, claim)
    }
  }

  async #acquire(key: string, leaseSeconds: number, signal: AbortSignal | undefined): Promise<string> {
    const claim = randomUUID()
    for (let pause = FIRST_LOOK_SECONDS; ; pause = Math.min(pause * 2, SLOWEST_LOOK_SECONDS)) {
      signal?.throwIfAborted()
      if (this.#take(key, claim, leaseSeconds)) {
        this.#sweeper.sweep()
        return claim
      }
      // A different pause for each, so that those who wait do not look in step.
      await this.#clock.sleep(pause * (0.5 + systemRandom.fraction()), signal && { signal })
    }
  }

  #take(key: string, claim: string, leaseSeconds: number): boolean {
    const now = this.#clock.now().getTime()
    const row = this.#session.row(SELECT, key)
    if (row !== null && leaseEndOf(this.#session, row, now, { sql: MEND, id: key }) > now) return false
    const leaseMs = millisecondsOf({ leaseSeconds })
    return this.#session.write(TAKE, key, claim, now + leaseMs, leaseMs, now) === 1
  }

  /** Extends the lease until `done`. Rejects when the lock is lost. */
  async #hold(key: string, claim: string, leaseSeconds: number, done: AbortSignal): Promise<void> {
    let ends = this.#clock.monotonic() + leaseSeconds
    for (;;) {
      await this.#clock.sleep(leaseSeconds / 3, { signal: done }).catch(() => {})
      if (done.aborted) return
      if (this.#extend(key, claim, leaseSeconds)) ends = this.#clock.monotonic() + leaseSeconds
      else if (this.#clock.monotonic() >= ends || this.#isTaken(key, claim)) throw lostLock(key)
    }
  }

  #extend(key: string, claim: string, leaseSeconds: number): boolean {
    try {
      const ends = this.#clock.now().getTime() + millisecondsOf({ leaseSeconds })
      return this.#session.write(EXTEND, ends, key, claim) === 1
    } catch {
      // The file is busy or gone. The lease still runs; it is lost once it has run out.
      return false
    }
  }

  #isTaken(key: string, claim: string): boolean {
    try {
      return (
        this.#session.row('SELECT 1 AS ours FROM social_locks WHERE id = ? AND claim = ?', key, claim) ===
        null
      )
    } catch {
      return false
    }
  }

  #release(key: string, claim: string): void {
    try {
      this.#session.write(RELEASE, key, claim)
    } catch {
      // The work is done, and must not look failed. The lock is free again when its lease is over.
    }
  }
}

function lostLock(key: string): NetworkError {
  return new NetworkError(
    `The lock "${key}" was lost: this process could not extend its lease in time, and another may have it now.`,
  )
}
