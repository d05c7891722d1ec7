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

/** Storage operations of locks. Every claim has its own id. */
export interface LockRows {
  /** Takes the lock if it is free, or already held by this claim. @returns False if another claim holds it. */
  take(key: string, claim: string, options: TakeOptions): Awaitable<boolean>
  /** Extends the lease from now. @returns False if this claim lost the lock. Throws if the result is unknown. */
  extend(key: string, claim: string, options: ExtendOptions): Awaitable<boolean>
  /** Releases the lock. Has no effect if this claim no longer holds the lock. */
  release(key: string, claim: string): Awaitable<void>
}

/** Options of taking a lock. */
export interface TakeOptions {
  readonly leaseSeconds: number
  /** Aborted when the caller no longer waits for the lock. */
  readonly signal?: AbortSignal | undefined
}

/** Options of extending a lease. */
export interface ExtendOptions {
  readonly leaseSeconds: number
  /** Timeout of the call in seconds. Never longer than the remaining time of a lease that is still held. */
  readonly withinSeconds: number
}

/** Pauses between polls of a lock that another process holds. The pauses grow while the lock is held (backoff). */
export interface PollPauses {
  readonly firstSeconds: number
  readonly maxSeconds: number
}

/** Locks shared by every process with the same store. Each lock is a lease that is extended during the work. */
export class LeasedLocks implements Locks {
  readonly #rows: LockRows
  readonly #clock: Clock
  readonly #pauses: PollPauses
  /** Queue of the callers in this process, so that only the first of them polls the store. */
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
      // The lease is measured from before the call, because the response may take time.
      const from = leaseMoment(this.#clock)
      if (await this.#take(key, claim, options)) return { claim, from }
      // The pauses are random, so that waiting processes do not poll simultaneously.
      await this.#clock.sleep(pause * (0.5 + systemRandom.fraction()), signal && { signal })
    }
  }

  async #take(key: string, claim: string, options: TakeOptions): Promise<boolean> {
    try {
      return await this.#rows.take(key, claim, options)
    } catch (error) {
      // The lock may have been taken although the call failed. The release is not awaited.
      void this.#release(key, claim)
      throw error
    }
  }

  async #release(key: string, claim: string): Promise<void> {
    try {
      await this.#rows.release(key, claim)
    } catch {
      // The work is done and must not fail because of the release. The lock is free when its lease ends.
    }
  }
}

/** Argument of the work. Its signal is created on first use, because most work needs no signal. */
class Held {
  #lost: AbortController | null = null
  #error: NetworkError | null = null

  /** Aborted when the lease is lost. */
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
