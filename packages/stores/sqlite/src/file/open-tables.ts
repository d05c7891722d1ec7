import { assertObject, wrongArgument } from '@social/core/store'
import { positiveNumber } from '@social/store-kit'

import { migrate, type Tables } from '../migrate.js'
import { filePath } from './file-path.js'
import { makePrivate } from './private-file.js'
import { Session } from './session.js'
import { cannotOpen, isBusy } from './sqlite-errors.js'

/**
 * Path of an in-memory database. Two sessions of this path would open two separate databases, so
 * all stores share one.
 */
const MEMORY = ':memory:'
/**
 * Pause in milliseconds before write-ahead logging is enabled again, while other processes are
 * opening the file. Our choice.
 */
const SWITCH_AGAIN_MS = 10

/** Options of `openTables`. */
export interface OpenTablesOptions {
  /** Name of the calling function for error messages. */
  readonly factory: string
  /** Seconds to wait while another process is writing to the file. The wait blocks this program. */
  readonly busySeconds: number
  readonly tables: Tables
}

/**
 * The open file. One session writes data that must survive a power failure, the other session
 * writes other data.
 */
export interface OpenTables {
  /** Path of the file. */
  readonly path: string
  /** Session for tokens, apps, receipts, results and jobs. */
  readonly durable: Session
  /**
   * Session for locks, claims and sign-in notes. If their last writes are lost, some work is
   * repeated, but no token is lost.
   */
  readonly quick: Session
}

/**
 * Opens a file, creates the file if it is missing, and migrates the tables of one package. For
 * authors of stores and queues.
 *
 * @throws ConfigError if the file cannot be opened, or its tables are more than one version newer.
 */
export function openTables(path: string | URL, options: OpenTablesOptions): OpenTables {
  assertObject(options, 'openTables: options', "{ factory: 'sqliteStores', busySeconds: 5, tables }")
  const { factory, busySeconds, tables } = options
  if (typeof factory !== 'string') throw wrongArgument('openTables: factory', 'a name', factory)
  assertObject(tables, 'openTables: tables', '{ versionTable, steps, packageName }')
  positiveNumber(busySeconds, 'busySeconds')
  const file = filePath(path, factory)
  if (file !== MEMORY) makePrivate(file)
  const durable = new Session(file, { durability: 'FULL', busySeconds })
  try {
    useWriteAheadLog(durable, busySeconds, file)
    migrate(durable, file, tables)
    const quick = file === MEMORY ? durable : new Session(file, { durability: 'NORMAL', busySeconds })
    return { path: file, durable, quick }
  } catch (error) {
    durable.close()
    throw error
  }
}

/**
 * Enables write-ahead logging, which allows concurrent readers with one writer. Enabling it
 * requires exclusive access for a moment, and SQLite does not wait for that access.
 */
function useWriteAheadLog(session: Session, busySeconds: number, path: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; ; waited += SWITCH_AGAIN_MS)
    try {
      session.script('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || waited >= busySeconds * 1000) throw cannotOpen(path, error)
      Atomics.wait(pause, 0, 0, SWITCH_AGAIN_MS)
    }
}
