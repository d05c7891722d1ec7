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

import { openFile } from './file/file.js'
import type { OpenTables } from './file/open-tables.js'
import { textOf } from './file/session.js'
import { readSettings, type Settings, type SqliteOptions, STORE_NAMES } from './options.js'
import { POLL_PAUSES, SqliteLockRows } from './ports/locks.js'
import { SqliteLoginMemory } from './ports/login-memory.js'
import { SqliteMarkers } from './ports/markers.js'
import { SqlitePublishJournal } from './ports/publish-journal.js'
import { SqliteSeenUpdates } from './ports/seen-updates.js'
import { SqliteSpendingCounter } from './ports/spending-counter.js'
import { SqliteStorage } from './ports/storage.js'
import { resealAll } from './sealing/reseal.js'
import { UnsealedRows } from './sealing/unsealed-rows.js'
import { removeExpired } from './sweeper.js'

/** Number of ids that one statement reads. Our choice. */
const PAGE = 500

/**
 * All stores of a client, in one file. Spread this object into the options of a `SocialClient`.
 * Keep the object, because it has the method for closing the file.
 */
export interface SqliteStores extends Disposable {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: Locks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  /**
   * Returns the ids of the stored connections, in order, for `client.renewDue`. The ids are read
   * page by page.
   */
  connectionIds(): Generator<string, void, undefined>
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
  /** Closes the file. Does nothing if already closed. Later calls of the stores throw an error. */
  close(): void
}

/**
 * The methods are on the prototype, so spreading this object passes only the stores to a client.
 */
class OpenStores implements SqliteStores {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: Locks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  readonly #file: OpenTables
  readonly #settings: Settings
  readonly #sealer: Sealer

  constructor(settings: Settings) {
    const { clock, journalDays, ring, seenDays } = settings
    this.#settings = settings
    this.#file = openFile(settings)
    const { durable, quick } = this.#file
    const unsealed = ring && new UnsealedRows(durable, ring)
    const believesUnsealed = (): boolean => unsealed?.areBelieved() ?? true
    this.#sealer = new Sealer(ring, STORE_NAMES, believesUnsealed)
    const sealer = this.#sealer
    const sweeper = new Sweeper(clock, removeExpired(quick, clock, journalDays))
    this.storage = new SqliteStorage(durable, sealer)
    this.locks = new LeasedLocks(new SqliteLockRows(quick, clock, sweeper), clock, POLL_PAUSES)
    this.loginMemory = new SqliteLoginMemory(quick, sealer, clock, sweeper)
    this.seenUpdates = new SqliteSeenUpdates(quick, clock, seenDays, sweeper)
    this.journal = new SqlitePublishJournal(durable, { sealer, clock, sweeper, believesUnsealed })
    this.markers = new SqliteMarkers(quick)
    this.spendingCounter = new SqliteSpendingCounter(quick, clock)
  }

  *connectionIds(): Generator<string, void, undefined> {
    for (let last = ''; ;) {
      const rows = this.#file.durable.rows(
        `SELECT id FROM social_connections WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
        last,
      )
      for (const row of rows) {
        last = textOf(row, 'id')
        yield last
      }
      if (rows.length < PAGE) return
    }
  }

  async reseal(): Promise<number> {
    const { ring } = this.#settings
    if (ring === null) throw new ConfigError('Sealing needs a key. Pass key or keys to sqliteStores.')
    return resealAll(this.#file.durable, this.#sealer, ring)
  }

  close(): void {
    this.#file.quick.close()
    this.#file.durable.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/**
 * Opens all stores of a client in one SQLite file, and creates the file and its tables if they are missing. Any number
 * of processes of one machine can open the same file.
 *
 * @param path - The file. `':memory:'` keeps everything in this process.
 * @param options - `key` for sealing secrets in the file.
 * @throws ConfigError if the file cannot be opened, is more than one version newer, or is sealed with another key.
 * @example
 * const stores = sqliteStores('social.db', { key: process.env.SOCIAL_KEY })
 * const social = new SocialClient({ ...stores, platforms: { mastodon: mastodon() } })
 */
export function sqliteStores(path: string | URL, options: SqliteOptions = {}): SqliteStores {
  return new OpenStores(readSettings(path, options))
}
