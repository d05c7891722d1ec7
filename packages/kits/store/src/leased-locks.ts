import { randomUUID } from 'node:crypto'

import { InMemoryLocks } from '@social/core'
import { type Clock, type Locks, portArguments, systemRandom } from '@social/core/platform'

import { HeldLease } from './held-lease.js'

type Awaitable<T> = T | Promise<T>

/** What a store does for its locks. Every claim is an id of its own. */
export interface LockRows {
  /** Takes the lock when it is free, or is held by this very claim already. @returns False when another claim has it. */
  take(key: string, claim: string, options: TakeOptions): Awaitable<boolean>
  /** Extends the lease from now. @returns False when the lock is no longer this claim's. Fails when nobody can tell. */
  extend(key: string, claim: string, options: ExtendOptions): Awaitable<boolean>
  /** Gives the lock up. Quiet when it is no longer this claim's. */
  release(key: string, claim: string): Awaitable<void>
}

/** How a lock is taken. */
export interface TakeOptions {
  readonly leaseSeconds: number
  /** Nobody waits for the lock any more. */
  readonly signal?: AbortSignal | undefined
}

/** How a lease is extended. */
export interface ExtendOptions {
  readonly leaseSeconds: number
  /** What is left of the lease; an answer after that is of no use. */
  readonly withinSeconds: number
}

/** How often a lock that another process holds is polled; the longer it is held, the less (backoff). */
export interface LookPauses {
  readonly firstSeconds: number
  readonly slowestSeconds: number
}

/** Locks that every process with the same store shares. Each is a lease that is extended while the work goes on. */
export class LeasedLocks implements Locks {
  readonly #rows: LockRows
  readonly #clock: Clock
  readonly #pauses: LookPauses
  /** In one process callers queue here, so that only the first of them looks into the store. */
  readonly #here = new InMemoryLocks()

  constructor(rows: LockRows, clock: Clock, pauses: LookPauses) {
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
    const { claim, ends } = await this.#acquire(key, { leaseSeconds, signal })
    const lease = new HeldLease({
      clock: this.#clock,
      key,
      leaseSeconds,
      ends,
      extend: (withinSeconds) => this.#rows.extend(key, claim, { leaseSeconds, withinSeconds }),
    })
    try {
      return await work(new Held(lease))
    } finally {
      await lease.end()
      await this.#release(key, claim)
    }
  }

  async #acquire(key: string, options: TakeOptions): Promise<{ claim: string; ends: number }> {
    const { leaseSeconds, signal } = options
    const claim = randomUUID()
    const { firstSeconds, slowestSeconds } = this.#pauses
    for (let pause = firstSeconds; ; pause = Math.min(pause * 2, slowestSeconds)) {
      signal?.throwIfAborted()
      // Counted from before it is asked: the answer may take its time.
      const ends = this.#clock.monotonic() + leaseSeconds
      if (await this.#take(key, claim, options)) return { claim, ends }
      // A different pause for each, so that those who wait do not look in step.
      await this.#clock.sleep(pause * (0.5 + systemRandom.fraction()), signal && { signal })
    }
  }

  async #take(key: string, claim: string, options: TakeOptions): Promise<boolean> {
    try {
      return await this.#rows.take(key, claim, options)
    } catch (error) {
      // It may have been taken, and nobody would know. Nobody waits for this either.
      void this.#release(key, claim)
      throw error
    }
  }

  async #release(key: string, claim: string): Promise<void> {
    try {
      await this.#rows.release(key, claim)
    } catch {
      // The work is done, and must not look failed. The lock is free again when its lease is over.
    }
  }
}

/** What the work sees of its lease. */
class Held {
  readonly #lease: HeldLease

  constructor(lease: HeldLease) {
    this.#lease = lease
  }

  get signal(): AbortSignal {
    return this.#lease.signal
  }
}
