import {
  CuttingProxy,
  emptyDatabase,
  installedPostgres,
  leaveOut,
  type PostgresServer,
  startPostgres,
} from '@social-internal/servers'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'

import type { PostgresOptions } from '../options.js'
import { type PostgresStores, postgresStores } from '../stores.js'

/** False if the tests use the server of `POSTGRES_URL`, because tests must not kill that server. */
export const canKill = installedPostgres() !== null
if (!canKill && process.env['POSTGRES_URL'] !== undefined)
  leaveOut('the postgres tests that kill a server: no PostgreSQL is installed')

/**
 * A PostgreSQL server for one test file. Tests can kill the server, or cut its connections through
 * a proxy.
 */
export class OwnServer {
  #server: PostgresServer | null = null
  #proxy: CuttingProxy | null = null
  #url = ''
  readonly #pools: Pool[] = []
  readonly #stores: PostgresStores[] = []
  #schemas = 0

  get server(): PostgresServer {
    if (this.#server === null) throw new Error('The server starts before the tests.')
    return this.#server
  }

  get proxy(): CuttingProxy {
    if (this.#proxy === null) throw new Error('The proxy starts before the tests.')
    return this.#proxy
  }

  /** URL of the database, through the proxy. */
  get url(): string {
    return this.#url
  }

  async start(): Promise<void> {
    this.#server = await startPostgres({ durable: true })
    const { url } = await emptyDatabase(this.server.url())
    this.#proxy = await CuttingProxy.open(this.server.port)
    const through = new URL(url)
    through.port = String(this.#proxy.port)
    this.#url = through.href
  }

  async stop(): Promise<void> {
    await this.#proxy?.close()
    await this.#server?.stop()
  }

  /** Opens a pool whose connections go through the proxy. */
  pool(options: { readonly max?: number; readonly user?: string; readonly options?: string } = {}): Pool {
    const url = new URL(this.#url)
    if (options.user !== undefined) url.username = options.user
    if (options.user !== undefined) url.password = 'hunter2'
    const pool = new Pool({
      connectionString: url.href,
      max: options.max ?? 4,
      ...(options.options !== undefined && { options: options.options }),
    })
    this.#pools.push(pool)
    return pool
  }

  /** Returns a schema name that no other test uses. */
  schema(): string {
    this.#schemas += 1
    return `own${this.#schemas}`
  }

  /** Creates stores in a new schema, through the proxy, and migrates them. */
  async stores(options: PostgresOptions = {}, pool = this.pool()): Promise<PostgresStores> {
    const stores = this.unmigrated({ schema: this.schema(), ...options }, pool)
    await stores.migrate()
    return stores
  }

  /** Creates stores without migrating their tables. */
  unmigrated(options: PostgresOptions, pool = this.pool()): PostgresStores {
    const stores = postgresStores(pool, options)
    this.#stores.push(stores)
    return stores
  }

  /** Closes everything that a test opened. The server must be running. */
  async tidy(): Promise<void> {
    this.proxy.turn('PASS')
    await this.server.start()
    for (const stores of this.#stores.splice(0)) await stores.close()
    for (const pool of this.#pools.splice(0)) if (!pool.ended) await pool.end()
  }
}

/** Starts a server before the tests of a file, and stops it after them. */
export function usingOwnServer(): OwnServer {
  const own = new OwnServer()
  if (!canKill) return own
  beforeAll(() => own.start())
  afterEach(() => own.tidy())
  afterAll(() => own.stop())
  return own
}
