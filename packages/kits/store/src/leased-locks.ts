import { randomUUID } from 'node:crypto'

import { InMemoryLocks } from '@social/core'
import {
  type Clock,
  Lease,
  type LeaseMoment,
  leaseMoment,
  type Locks,
  NetworkError,
  portArguments,
  systemRandom,
} from '@social/core/store'

type Awaitable<T> = T | Promise<T>

/** Operations on the lock rows of a store. Each claim has its own id. */
export interface LockRows {
  /**
   * Takes the lock if the lock is free, or if this claim already holds the lock. @returns False if
   * another claim holds the lock.
   */
  take(key: string, claim: string, options: TakeOptions): Awaitable<boolean>
  /**
   * Extends the lease, starting now. @returns False if this claim lost the lock. Throws if the
   * store did not confirm the result.
   */
  extend(key: string, claim: string, options: ExtendOptions): Awaitable<boolean>
  /** Releases the lock. Has no effect if this claim no longer holds the lock. */
  release(key: string, claim: string): Awaitable<void>
}

/** Options of `LockRows.take`. */
export interface TakeOptions {
  readonly leaseSeconds: number
  /** Aborted when the caller no longer waits for the lock. */
  readonly signal?: AbortSignal | undefined
}

/** Options of `LockRows.extend`. */
export interface ExtendOptions {
  readonly leaseSeconds: number
  /**
   * Timeout of the call in seconds. While the lock is still held, the timeout is at most the
   * remaining time of the lease.
   */
  readonly withinSeconds: number
}

/**
 * Pauses between two polls of a lock that another process holds. Each pause is longer than the
 * previous one (backoff).
 */
export interface PollPauses {
  readonly firstSeconds: number
  readonly maxSeconds: number
}

/**
 * Locks that all processes with the same store share. Each lock has a lease, which is extended
 * while the work runs.
 */
export class LeasedLocks implements Locks {
  readonly #rows: LockRows
  readonly #clock: Clock
  readonly #pauses: PollPauses
  /**
   * Lets only one caller per process poll the store for a lock. Other callers in this process wait
   * in memory.
   */
  readonly #here = new InMemoryLocks()

  constructor(rows: LockRows, clock: Clock, pauses: PollPauses) {
    this.#rows = rows
    this.#clock = clock
    this.#pauses = pauses
  }

  async withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    options: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T> {
    portArguments.locks.withLock(key, work, options)
    return this.#here.withLock(key, () => this.#withLock(key, work, options), options)
  }

  async #withLock<T>(
    key: string,
    work: (held: { readonly signal: AbortSignal }) => Promise<T>,
    { leaseSeconds, signal }: { readonly leaseSeconds: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T> {
    const { claim, from } = await this.#acquire(key, { leaseSeconds, signal })
    const held = new Held()
    const lease = new Lease({
      clock: this.#clock,
      seconds: leaseSeconds,
      from,
      extend: (withinSeconds) => this.#rows.extend(key, claim, { leaseSeconds, withinSeconds }),
      onLost: () => held.lose(lostLock(key)),
    })
    lease.keep()
    try {
      return await work(held)
    } finally {
      await lease.end()
      await this.#release(key, claim)
    }
  }

  async #acquire(key: string, options: TakeOptions): Promise<{ claim: string; from: LeaseMoment }> {
    const { signal } = options
    const claim = randomUUID()
    const { firstSeconds, maxSeconds } = this.#pauses
    for (let pause = firstSeconds; ; pause = Math.min(pause * 2, maxSeconds)) {
      signal?.throwIfAborted()
      // The lease starts before the call, because the store may need time to respond.
      const from = leaseMoment(this.#clock)
      if (await this.#take(key, claim, options)) return { claim, from }
      // The pause is random, so that waiting processes do not poll at the same time.
      await this.#clock.sleep(pause * (0.5 + systemRandom.fraction()), signal && { signal })
    }
  }

  async #take(key: string, claim: string, options: TakeOptions): Promise<boolean> {
    try {
      return await this.#rows.take(key, claim, options)
    } catch (error) {
      // The store may have taken the lock although the call failed, so the lock is released without
      // waiting for the result.
      void this.#release(key, claim)
      throw error
    }
  }

  async #release(key: string, claim: string): Promise<void> {
    try {
      await this.#rows.release(key, claim)
    } catch {
      // Ignores a failed release, because the work has succeeded. The lock becomes free when its
      // lease ends.
    }
  }
}

/**
 * State of a held lock, which the function that holds the lock gets as its argument. The signal is
 * created on first access, because most functions do not read it.
 */
class Held {
  #lost: AbortController | null = null
  #error: NetworkError | null = null

  /** Aborted when the lock is lost. */
  get signal(): AbortSignal {
    this.#lost ??= new AbortController()
    if (this.#error !== null) this.#lost.abort(this.#error)
    return this.#lost.signal
  }

  lose(error: NetworkError): void {
    this.#error = error
    this.#lost?.abort(error)
  }
}

function lostLock(key: string): NetworkError {
  return new NetworkError(
    `The lock "${key}" was lost: this process could not extend its lease in time, and another process may now hold it.`,
  )
}
