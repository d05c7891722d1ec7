import { emptyDatabase } from '@social-internal/servers'
import type { ProcessHook } from '@social/testkit/store'
import { Pool } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import type { PostgresOptions } from '../options.js'
import { type PostgresStores, postgresStores } from '../stores.js'
import type { Location } from './at-postgres-location.js'

/** Sealing key of the tests. */
export const KEY = 'a'.repeat(64)
export const OTHER_KEY = 'b'.repeat(64)

/**
 * False on a machine without PostgreSQL. Tests that need a server are then skipped, and the skip
 * is reported.
 */
export const hasPostgres = inject('postgresUrl') !== null

/** Returns a hook of the store checks that opens the same schema in other processes. */
export function competitors(location: Location): ProcessHook {
  return {
    module: new URL('competitor.ts', import.meta.url),
    location: { ...location },
    execArgv: RUN_SOURCES,
  }
}

/** Creates and closes the database of one test file, its schemas and its stores. */
export class TestDatabase {
  url = ''
  #pool: Pool | null = null
  #remove: () => Promise<void> = () => Promise.resolve()
  #schemas = 0
  readonly #opened: PostgresStores[] = []

  get pool(): Pool {
    if (this.#pool === null) throw new Error('The database is created before the tests.')
    return this.#pool
  }

  async open(serverUrl: string): Promise<void> {
    const { url, remove } = await emptyDatabase(serverUrl)
    this.url = url
    this.#remove = remove
    this.#pool = new Pool({ connectionString: url, max: 10 })
  }

  async close(): Promise<void> {
    for (const stores of this.#opened) await stores.close()
    await this.#pool?.end()
    await this.#remove()
  }

  /** Returns a schema name that no other test uses. */
  schema(): string {
    this.#schemas += 1
    return `s${this.#schemas}`
  }

  /**
   * Creates stores in a new schema and migrates them. The stores are closed at the end of the test
   * file.
   */
  async stores(options: PostgresOptions = {}): Promise<PostgresStores> {
    const stores = this.unmigrated({ schema: this.schema(), ...options })
    await stores.migrate()
    return stores
  }

  /** Creates stores without migrating their tables. */
  unmigrated(options: PostgresOptions): PostgresStores {
    const stores = postgresStores(this.pool, options)
    this.#opened.push(stores)
    return stores
  }

  /** Runs SQL directly on the database, bypassing the stores. */
  async behind(sql: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    const { rows } = await this.pool.query(sql, [...values])
    return rows as Record<string, unknown>[] // safe cast: pg returns each row as an object by default
  }
}

/** Creates a database before the tests of a file. */
export function usingPostgres(): TestDatabase {
  const database = new TestDatabase()
  const url = inject('postgresUrl')
  if (url === null) return database
  beforeAll(() => database.open(url))
  afterAll(() => database.close())
  return database
}
