import { setImmediate as turn } from 'node:timers/promises'

import { type Clock, systemClock } from '@social/core/store'

import type { PostgresClient, PostgresPool, PostgresQuery } from '../server/pool.js'

/** Replaces `clock_timestamp()` in a statement by a time that is shifted by the given seconds. */
const shifted = (text: string, seconds: number): string =>
  text.replaceAll('clock_timestamp()', `(clock_timestamp() + make_interval(secs => ${seconds}))`)

/**
 * A real pool that shifts the server's clock in every statement. It also counts the statements
 * without a response.
 */
export class ShiftedPool implements PostgresPool {
  readonly #pool: PostgresPool
  aheadSeconds = 0
  unanswered = 0
  /** Text of every statement, in the order of the calls. */
  readonly asked: string[] = []

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async connect(): Promise<PostgresClient> {
    this.unanswered += 1
    try {
      const client = await this.#pool.connect()
      return {
        query: (query) => this.#ask(client, query),
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    } finally {
      this.unanswered -= 1
    }
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.#pool.on(event, listener)
  }

  removeListener(event: 'error', listener: (error: Error) => void): void {
    this.#pool.removeListener(event, listener)
  }

  async #ask(client: PostgresClient, query: PostgresQuery): Promise<{ readonly rows: unknown[] }> {
    this.unanswered += 1
    this.asked.push(query.text)
    try {
      return await client.query({ ...query, text: shifted(query.text, this.aheadSeconds) })
    } finally {
      this.unanswered -= 1
    }
  }
}

/**
 * The machine's clock plus an offset. Advancing the clock ends `sleep` calls. Response timeouts
 * still use real time.
 */
class PassingClock implements Clock {
  #aheadSeconds = 0
  readonly #sleepers = new Set<() => void>()

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#aheadSeconds * 1000)
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#aheadSeconds
  }

  async sleep(
    seconds: number,
    options: { readonly signal?: AbortSignal; readonly isLimit?: boolean } = {},
  ): Promise<void> {
    if (options.isLimit === true) {
      await systemClock.sleep(seconds, options)
      return
    }
    const due = this.monotonic() + seconds
    while (this.monotonic() < due) {
      options.signal?.throwIfAborted()
      const woken = new AbortController()
      const wake = (): void => woken.abort()
      this.#sleepers.add(wake)
      options.signal?.addEventListener('abort', wake, { once: true })
      await systemClock.sleep(due - this.monotonic(), { signal: woken.signal }).catch(() => {})
      this.#sleepers.delete(wake)
      options.signal?.removeEventListener('abort', wake)
    }
    options.signal?.throwIfAborted()
  }

  putOn(seconds: number): void {
    this.#aheadSeconds += seconds
    for (const wake of this.#sleepers) wake()
  }
}

/** Time of a worker and of the server. A test advances both together. */
export class ShiftedTime {
  readonly clock = new PassingClock()
  readonly pool: ShiftedPool

  constructor(pool: PostgresPool) {
    this.pool = new ShiftedPool(pool)
  }

  /** Advances the time, and waits until the server has answered all statements that this causes. */
  async pass(seconds: number): Promise<void> {
    this.pool.aheadSeconds += seconds
    this.clock.putOn(seconds)
    for (let quiet = 0; quiet < 5; quiet += 1) {
      await turn()
      if (this.pool.unanswered > 0) quiet = 0
    }
  }

  /** Moves only the server's clock forward. Timers do not advance. */
  step(seconds: number): void {
    this.pool.aheadSeconds += seconds
  }
}
