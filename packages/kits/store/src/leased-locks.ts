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
  /** Time limit of the answer; never longer than the rest of a lease that is still held. */
  readonly withinSeconds: number
}

/** How often a lock that another process holds is polled; the longer it is held, the less (backoff). */
export interface PollPauses {
  readonly firstSeconds: number
  readonly slowestSeconds: number
}

/** Locks that every process with the same store shares. Each is a lease that is extended while the work goes on. */
export class LeasedLocks implements Locks {
  readonly #rows: LockRows
  readonly #clock: Clock
  readonly #pauses: PollPauses
  /** In one process callers queue here, so that only the first of them looks into the store. */
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
    const { firstSeconds, slowestSeconds } = this.#pauses
    for (let pause = firstSeconds; ; pause = Math.min(pause * 2, slowestSeconds)) {
      signal?.throwIfAborted()
      // Counted from before it is asked: the answer may take its time.
      const from = leaseMoment(this.#clock)
      if (await this.#take(key, claim, options)) return { claim, from }
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

/** What the work sees of its lease. Its signal is made when somebody asks for it: most work does not. */
class Held {
  #lost: AbortController | null = null
  #error: NetworkError | null = null

  /** Fires when the lease is lost. */
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
    `The lock "${key}" was lost: this process could not extend its lease in time, and another may have it now.`,
  )
}
