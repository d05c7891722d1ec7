import { type Clock, ConfigError, setAlarm, stopAlarm } from '@social/core/store'
import { Lines } from '@social/store-kit'

import type { PostgresClient, PostgresPool } from './server/pool.js'

/** A `pg` pool that can be closed. */
interface EndingPool extends PostgresPool {
  end(): Promise<void>
}

/**
 * The pool that the stores open when they are given a URL. `pg` is loaded at the first call, not
 * at import, because an application with its own pool chooses its own copy of `pg`.
 */
export class OwnPool implements PostgresPool {
  readonly #connectionString: string
  readonly #listeners = new Set<(error: Error) => void>()
  readonly #lines = new Lines()
  #pool: Promise<EndingPool> | null = null
  #isClosed = false

  /**
   * @throws ConfigError for a value that is not a PostgreSQL URL. The message does not quote the
   * value, because a URL may contain a password.
   */
  constructor(connectionString: string) {
    const scheme = URL.parse(connectionString)?.protocol
    if (scheme !== 'postgres:' && scheme !== 'postgresql:')
      throw new ConfigError(
        'postgresStores needs a Pool of pg, or a URL that starts with postgres://. Example: postgresStores(new Pool()).',
      )
    this.#connectionString = connectionString
  }

  async connect(): Promise<PostgresClient> {
    if (this.#isClosed) throw new Error('Cannot use a pool after calling end on the pool')
    this.#pool ??= this.#open()
    const pool = await this.#pool
    return pool.connect()
  }

  on(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.add(listener)
  }

  removeListener(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.delete(listener)
  }

  /**
   * Closes every connection of the pool. Does nothing if the pool is already closed. The server
   * closes the connections one by one. If the server does not respond in time, the connections are
   * cut.
   */
  async end({
    withinSeconds,
    clock,
  }: {
    readonly withinSeconds: number
    readonly clock: Clock
  }): Promise<void> {
    this.#isClosed = true
    const pool = await this.#pool
    this.#pool = null
    const cut = (): void => {
      process.emitWarning(
        `PostgreSQL did not respond within ${withinSeconds} seconds while its stores were closed, so their connections were cut.`,
      )
      this.#lines.cut()
    }
    const alarm = setAlarm(clock, withinSeconds, { ring: cut })
    try {
      await pool?.end()
      await this.#lines.closed()
    } finally {
      stopAlarm(alarm)
    }
  }

  async #open(): Promise<EndingPool> {
    const { Pool } = await import('pg').catch((cause: unknown) => {
      throw new ConfigError('@social/postgres needs the package pg. Install it: npm install pg.', { cause })
    })
    const pool = new Pool({ connectionString: this.#connectionString, stream: this.#lines.stream })
    pool.on('error', (error) => {
      for (const listener of this.#listeners) listener(error)
    })
    return pool
  }
}
