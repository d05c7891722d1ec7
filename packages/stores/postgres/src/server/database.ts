import { type Clock, systemRandom } from '@social/core/store'

import { Deadlines, type Patience } from './patience.js'
import { type PostgresClient, type PostgresPool, type Row, toQuery } from './pool.js'
import { type Failure, NoAnswer, readFailure } from './postgres-errors.js'

/** Backoff: seconds before a statement is tried again, at first; the more often it failed, the more. Our choice. */
const FIRST_PAUSE_SECONDS = 0.05
/** And at most. Our choice. */
const MAX_PAUSE_SECONDS = 1
/** Seconds that an attempt gets at least, so that a slow server is not asked again and again. Our choice. */
const MIN_ATTEMPT_SECONDS = 0.5

/** How long a call may take. */
export interface CallLimits {
  /** What is called, for errors: `storage.getConnection`. */
  readonly what: string
  /** Sooner than usual. */
  readonly withinSeconds?: number
  /** Gives up, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** An idle connection that is cut would end the program if nobody listened; the next call hears of it anyway. */
const ignore = (): void => {}

/** How many stores use each pool: one listener is enough for all of them. */
const users = new WeakMap<PostgresPool, number>()

/** Runs one statement of a transaction. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Runs statements on connections of a pool, each call within a deadline. What fails in passing is tried again until
 * then: a statement whose answer was lost may have been applied, or may still be, so that each has to be harmless to
 * repeat, also late.
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

  /** Every row that a statement gives. */
  rows(text: string, values: readonly unknown[], limits: CallLimits): Promise<readonly Row[]> {
    return this.#untilDone(limits, async (client, patience) => {
      const { rows } = await patience.for(client.query(toQuery(text, values)))
      return rows as Row[] // rowMode 'array', and every value as text
    })
  }

  /** Several statements, all or nothing. */
  transaction<T>(limits: CallLimits, work: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#untilDone(limits, async (client, patience) => {
      const ask: Ask = async (text, values) => {
        const { rows } = await patience.for(client.query(toQuery(text, values)))
        return rows as Row[] // as above
      }
      await ask('BEGIN')
      try {
        const result = await work(ask)
        await ask('COMMIT')
        return result
      } catch (error) {
        // A connection that is cut is rolled back by the server; so is one whose time is over.
        await ask('ROLLBACK').catch(() => {})
        throw error
      }
    })
  }

  /** Takes its listener away from the pool, which is the application's. Quiet the second time. */
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
    let told: Failure | null = null
    for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(pause * 2, MAX_PAUSE_SECONDS)) {
      signal?.throwIfAborted()
      const left = end - this.#clock.monotonic()
      // A machine that was busy wakes up from its pause too late for one more try.
      if (told !== null && left <= 0) throw told.toError(what)
      // Half of what is left, so that a server which hangs leaves time for the one that takes over.
      const seconds = Math.min(left, Math.max(left / 2, MIN_ATTEMPT_SECONDS))
      try {
        return await this.#once(seconds, signal, work)
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        const failure = readFailure(error)
        // What a server said before tells more than that the last try, which had the least time, got no answer.
        if (told === null || !(error instanceof NoAnswer)) told = failure
        const wait = pause * (0.5 + systemRandom.fraction())
        if (!failure.isPassing || this.#clock.monotonic() + wait >= end) throw told.toError(what)
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
