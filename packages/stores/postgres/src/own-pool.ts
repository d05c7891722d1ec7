import { ConfigError } from '@social/core/platform'

import type { PostgresClient, PostgresPool } from './server/pool.js'

/** A pool of `pg`, and how it ends. */
interface EndingPool extends PostgresPool {
  end(): Promise<void>
}

/**
 * The pool of stores that were given an address. `pg` is loaded at the first call, not at import: who brings a pool of
 * their own decides which copy that is.
 */
export class OwnPool implements PostgresPool {
  readonly #connectionString: string
  readonly #listeners = new Set<(error: Error) => void>()
  #pool: Promise<EndingPool> | null = null
  #isClosed = false

  /** @throws ConfigError when it is no address of PostgreSQL. It may hold a password, so it is not quoted. */
  constructor(connectionString: string) {
    const scheme = URL.parse(connectionString)?.protocol
    if (scheme !== 'postgres:' && scheme !== 'postgresql:')
      throw new ConfigError(
        'postgresStores needs a Pool of pg, or an address that starts with postgres://: postgresStores(new Pool()).',
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

  /** Ends every connection. Quiet when already ended. */
  async end(): Promise<void> {
    this.#isClosed = true
    const pool = await this.#pool
    this.#pool = null
    await pool?.end()
  }

  async #open(): Promise<EndingPool> {
    const { Pool } = await import('pg').catch((cause: unknown) => {
      throw new ConfigError('@social/postgres needs the package pg. Install it: npm install pg.', { cause })
    })
    const pool = new Pool({ connectionString: this.#connectionString })
    pool.on('error', (error) => {
      for (const listener of this.#listeners) listener(error)
    })
    return pool
  }
}
