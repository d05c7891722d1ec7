import {
  ConfigError,
  type Filled,
  type LoginMemory,
  type Locks,
  type Markers,
  type PublishJournal,
  type SeenUpdates,
  type SpendingCounter,
  type Storage,
} from '@social/core/store'
import { LeasedLocks, Sealer, Sweeper } from '@social/store-kit'

import { type PostgresOptions, readSettings, type Settings, STORE_NAMES } from './options.js'
import { POLL_PAUSES, PostgresLockRows } from './ports/locks.js'
import { PostgresLoginMemory } from './ports/login-memory.js'
import { PostgresMarkers } from './ports/markers.js'
import { PostgresPublishJournal } from './ports/publish-journal.js'
import { PostgresSeenUpdates } from './ports/seen-updates.js'
import { PostgresSpendingCounter } from './ports/spending-counter.js'
import { PostgresStorage } from './ports/storage.js'
import { migrate } from './schema.js'
import { resealAll } from './sealing/reseal.js'
import { Database } from './server/database.js'
import { type PostgresPool, textAt } from './server/pool.js'
import { removeExpired } from './sweep.js'
import { Tables } from './tables.js'

/** Number of ids that one statement reads. Our choice. */
const PAGE = 500

/**
 * All stores of a client, in one schema. Spread this object into the options of a `SocialClient`,
 * or pass single stores. Keep the object, because it has the methods for migrating and closing.
 */
export interface PostgresStores extends AsyncDisposable {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: Locks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal & Filled<Pick<PublishJournal, 'finishNew'>>
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  /**
   * Creates the schema and its tables, or migrates them to this version. Does nothing if the
   * tables are current. Run this once during the deploy, as a user who may create tables. Nothing
   * else in the database is changed.
   *
   * @throws ConfigError if the tables are more than one version newer.
   */
  migrate(): Promise<void>
  /**
   * Returns the ids of the stored connections, in order, for `client.renewDue`. The ids are read
   * page by page.
   */
  connectionIds(): AsyncGenerator<string, void, undefined>
  /**
   * Encrypts all values again with the newest key, including values in plain text. Afterwards
   * older keys can be removed, and rows in plain text are refused. Run this after every process
   * has the new key.
   *
   * @returns Number of values that were encrypted again.
   * @throws ConfigError if the stores have no key, or a row cannot be read. The message names the
   * row.
   */
  reseal(): Promise<number>
  /**
   * Waits for background work, and closes the connections that the stores opened. Connections to a
   * server that does not respond within `timeoutSeconds` are cut, with a process warning. The
   * application's own pool stays open.
   */
  close(): Promise<void>
}

/**
 * The methods are on the prototype, so spreading this object passes only the stores to a client.
 */
class OpenStores implements PostgresStores {
  readonly storage: PostgresStorage
  readonly locks: Locks
  readonly loginMemory: PostgresLoginMemory
  readonly seenUpdates: SeenUpdates
  readonly journal: PostgresPublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  readonly #settings: Settings
  readonly #database: Database
  readonly #tables: Tables
  readonly #sealer: Sealer
  readonly #sweeper: Sweeper

  constructor(settings: Settings) {
    const { clock, journalDays, pool, ring, seenDays, timeoutSeconds } = settings
    this.#settings = settings
    this.#database = new Database(pool, clock, timeoutSeconds)
    const tables = new Tables(this.#database, settings)
    const sealer = new Sealer(ring, STORE_NAMES, () => tables.areUnsealedBelieved())
    const sweeper = new Sweeper(clock, removeExpired(tables, journalDays))
    this.#tables = tables
    this.#sealer = sealer
    this.#sweeper = sweeper
    this.storage = new PostgresStorage(tables, sealer)
    this.locks = new LeasedLocks(new PostgresLockRows(tables, sweeper), clock, POLL_PAUSES)
    this.loginMemory = new PostgresLoginMemory(tables, sealer, sweeper)
    this.seenUpdates = new PostgresSeenUpdates(tables, seenDays, sweeper)
    this.journal = new PostgresPublishJournal(tables, sealer, clock, sweeper)
    this.markers = new PostgresMarkers(tables)
    this.spendingCounter = new PostgresSpendingCounter(tables, clock)
  }

  async migrate(): Promise<void> {
    await migrate(this.#database, this.#settings.schema)
    this.#tables.forgetCheck()
  }

  async *connectionIds(): AsyncGenerator<string, void, undefined> {
    for (let last = ''; ;) {
      const rows = await this.#tables.rows(
        `SELECT id FROM %.social_connections WHERE id > $1 AND body IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
        [last],
        { what: 'connectionIds' },
      )
      for (const row of rows) {
        last = textAt(row, 0)
        yield last
      }
      if (rows.length < PAGE) return
    }
  }

  async reseal(): Promise<number> {
    const { ring } = this.#settings
    if (ring === null) throw new ConfigError('Sealing needs a key. Pass key or keys to postgresStores.')
    return resealAll(this.#tables, this.#sealer, ring)
  }

  async close(): Promise<void> {
    await this.#sweeper.ended()
    this.#database.letGo()
    const { ownPool, timeoutSeconds: withinSeconds, clock } = this.#settings
    await ownPool?.end({ withinSeconds, clock })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/**
 * All stores of a client in PostgreSQL, for any number of machines. No request is sent until a store is used.
 * `migrate()` creates the tables.
 *
 * @param pool - The application's own `Pool` of `pg`, or a URL (`postgres://…`) for a pool that `close()` ends.
 * @param options - `schema` of the tables; `key` for sealing secrets.
 * @throws ConfigError for an invalid option. Stores throw a `ConfigError` if the tables are missing, of another version
 *   or sealed with another key, and a `NetworkError` if the server cannot be reached in time.
 * @example
 * const stores = postgresStores(new Pool({ connectionString: process.env.DATABASE_URL }))
 * await stores.migrate()
 * const social = new SocialClient({ ...stores, platforms: { mastodon: mastodon() } })
 */
export function postgresStores(pool: PostgresPool | string, options: PostgresOptions = {}): PostgresStores {
  return new OpenStores(readSettings(pool, options))
}
