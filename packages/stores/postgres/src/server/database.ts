import { type Clock, systemRandom } from '@social/core/store'

import { Deadlines, type Patience } from './patience.js'
import { type PostgresClient, type PostgresPool, type Row, toQuery } from './pool.js'
import { type Failure, NoAnswer, readFailure } from './postgres-errors.js'

/** Pause in seconds before the first retry of a statement. Later pauses are longer. Our choice. */
const FIRST_PAUSE_SECONDS = 0.05
/** Maximum pause between retries, in seconds. Our choice. */
const MAX_PAUSE_SECONDS = 1
/**
 * Minimum seconds for one attempt, so that a slow server does not receive many short attempts. Our
 * choice.
 */
const MIN_ATTEMPT_SECONDS = 0.5

/** Timeout, abort signal and name of a call. */
export interface CallLimits {
  /** Name of the call in error messages, for example `storage.getConnection`. */
  readonly what: string
  /** Timeout in seconds, if shorter than the default. */
  readonly withinSeconds?: number
  /** If the signal aborts, the call fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Error listener of a pool. Without a listener, Node ends the program if an idle connection is
 * cut. The next call reports its own error.
 */
const ignore = (): void => {}

/** Number of stores that use each pool. All stores of a pool share one error listener. */
const users = new WeakMap<PostgresPool, number>()

/** Runs one statement of a transaction. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Runs statements on connections of a pool, each call with a timeout. Temporary failures are
 * retried until the timeout. A statement whose response was lost may have run, or may run later.
 * So every statement must be safe to repeat, even late.
 */
export class Database {
  readonly #pool: PostgresPool
  readonly #clock: Clock
  readonly #seconds: number
  readonly #deadlines: Deadlines
  #isLetGo = false

  constructor(pool: PostgresPool, clock: Clock, timeoutSeconds: number) {
    this.#pool = pool
    this.#clock = clock
    this.#seconds = timeoutSeconds
    this.#deadlines = new Deadlines(clock)
    const others = users.get(pool) ?? 0
    users.set(pool, others + 1)
    if (others === 0) pool.on('error', ignore)
  }

  /** Runs a statement and returns all its rows. */
  rows(text: string, values: readonly unknown[], limits: CallLimits): Promise<readonly Row[]> {
    return this.#untilDone(limits, async (client, patience) => {
      const { rows } = await patience.for(client.query(toQuery(text, values)))
      return rows as Row[] // safe cast: rowMode 'array' makes each row an array, and AS_TEXT makes each value text
    })
  }

  /** Runs several statements in one transaction. */
  transaction<T>(limits: CallLimits, work: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#untilDone(limits, async (client, patience) => {
      const ask: Ask = async (text, values) => {
        const { rows } = await patience.for(client.query(toQuery(text, values)))
        return rows as Row[] // safe cast: rowMode 'array' makes each row an array, and AS_TEXT makes each value text
      }
      await ask('BEGIN')
      try {
        const result = await work(ask)
        await ask('COMMIT')
        return result
      } catch (error) {
        // Errors are ignored: the server itself rolls back a transaction whose connection was cut
        // or timed out.
        await ask('ROLLBACK').catch(() => {})
        throw error
      }
    })
  }

  /** Removes the error listener from the application's pool. A second call does nothing. */
  letGo(): void {
    if (this.#isLetGo) return
    this.#isLetGo = true
    const others = (users.get(this.#pool) ?? 1) - 1
    users.set(this.#pool, others)
    if (others === 0) this.#pool.removeListener('error', ignore)
  }

  async #untilDone<T>(
    { what, withinSeconds = this.#seconds, signal }: CallLimits,
    work: (client: PostgresClient, patience: Patience) => Promise<T>,
  ): Promise<T> {
    const end = this.#clock.monotonic() + Math.min(withinSeconds, this.#seconds)
    let lastFailure: Failure | null = null
    for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(pause * 2, MAX_PAUSE_SECONDS)) {
      signal?.throwIfAborted()
      const left = end - this.#clock.monotonic()
      // On a busy machine the pause may end after the deadline. Then no time is left for a retry.
      if (lastFailure !== null && left <= 0) throw lastFailure.toError(what)
      // An attempt gets at most half of the remaining time. If the server hangs, the other half is
      // left for its replacement.
      const seconds = Math.min(left, Math.max(left / 2, MIN_ATTEMPT_SECONDS))
      try {
        return await this.#once(seconds, signal, work)
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        const failure = readFailure(error)
        // An earlier error from the server is more informative than the timeout of a short last
        // attempt.
        if (lastFailure === null || !(error instanceof NoAnswer)) lastFailure = failure
        const wait = pause * (0.5 + systemRandom.fraction())
        if (!failure.isPassing || this.#clock.monotonic() + wait >= end) throw lastFailure.toError(what)
        await this.#clock.sleep(wait, signal && { signal })
      }
    }
  }

  async #once<T>(
    seconds: number,
    signal: AbortSignal | undefined,
    work: (client: PostgresClient, patience: Patience) => Promise<T>,
  ): Promise<T> {
    const patience = this.#deadlines.begin(seconds)
    const giveUp = (): void => patience.giveUp(signal?.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    let client: PostgresClient | null = null
    let isBroken = false
    try {
      client = await patience.for(this.#pool.connect(), (late) => late.release())
      client.on('error', ignore)
      return await work(client, patience)
    } catch (error) {
      isBroken = signal?.aborted === true || readFailure(error).isBroken
      throw error
    } finally {
      this.#deadlines.end(patience)
      signal?.removeEventListener('abort', giveUp)
      client?.removeListener('error', ignore)
      client?.release(isBroken)
    }
  }
}
