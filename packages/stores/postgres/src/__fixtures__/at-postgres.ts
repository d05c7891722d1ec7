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

/** False on a machine without PostgreSQL. The skipped tests are reported. */
export const hasPostgres = inject('postgresUrl') !== null

/** Hook that opens a schema in other processes. */
export function competitors(location: Location): ProcessHook {
  return {
    module: new URL('competitor.ts', import.meta.url),
    location: { ...location },
    execArgv: RUN_SOURCES,
  }
}

/** Database of one test file. */
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

  /** Name of a new schema. */
  schema(): string {
    this.#schemas += 1
    return `s${this.#schemas}`
  }

  /** Migrated stores in a new schema. They are closed at the end. */
  async stores(options: PostgresOptions = {}): Promise<PostgresStores> {
    const stores = this.unmigrated({ schema: this.schema(), ...options })
    await stores.migrate()
    return stores
  }

  /** Stores without a migration. */
  unmigrated(options: PostgresOptions): PostgresStores {
    const stores = postgresStores(this.pool, options)
    this.#opened.push(stores)
    return stores
  }

  /** Runs SQL without the stores. */
  async behind(sql: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    const { rows } = await this.pool.query(sql, [...values])
    return rows as Record<string, unknown>[] // pg returns objects by default
  }
}

/** Creates a database for a test file. */
export function usingPostgres(): TestDatabase {
  const database = new TestDatabase()
  const url = inject('postgresUrl')
  if (url === null) return database
  beforeAll(() => database.open(url))
  afterAll(() => database.close())
  return database
}
