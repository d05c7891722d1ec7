import type * as sqlite from 'node:sqlite'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

import { ConfigError } from '@social/core/store'

import { cannotOpen } from './sqlite-errors.js'

/** One row: the value of each column by name. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** Durability of a write: `FULL` survives a power failure, `NORMAL` the end of the process. */
export type Durability = 'FULL' | 'NORMAL'

/**
 * Loads `node:sqlite` when a file is opened, not at import, so that a Node version without it gets
 * a clear message.
 */
function loadSqlite(): typeof sqlite {
  const found: typeof sqlite | undefined = process.getBuiltinModule?.('node:sqlite')
  if (found) return found
  throw new ConfigError(
    `@social/sqlite needs node:sqlite, which Node ${process.versions.node} does not have. Update Node to 22.19 or later.`,
  )
}

/**
 * Returns whether a stored integer is too large for a JavaScript number. The stores never write
 * such an integer.
 */
function isOutOfRange(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

/** One connection to the database file. Each statement is prepared once and reused. */
export class Session {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #statements = new Map<string, StatementSync>()

  /** @throws ConfigError if the file cannot be opened. */
  constructor(path: string, options: { readonly durability: Durability; readonly busySeconds: number }) {
    this.#path = path
    const Database = loadSqlite().DatabaseSync
    let database: DatabaseSync | null = null
    try {
      database = new Database(path)
      database.exec(`PRAGMA busy_timeout = ${Math.ceil(options.busySeconds * 1000)}`)
      database.exec(`PRAGMA synchronous = ${options.durability}`)
      // A replaced or deleted token must not stay readable in a free page, so SQLite overwrites
      // deleted data.
      database.exec('PRAGMA secure_delete = ON')
    } catch (error) {
      database?.close()
      throw cannotOpen(path, error)
    }
    this.#database = database
  }

  /** Returns the first row of the result, or null if the result is empty. */
  row(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#read(() => this.#statement(sql).get(...values) ?? null)
  }

  /** All rows. */
  rows(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#read(() => this.#statement(sql).all(...values))
  }

  /**
   * Runs a writing statement.
   * @returns Number of changed rows.
   */
  write(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  /**
   * Sets the seconds to wait while another process is writing to the file. The wait blocks this
   * program.
   */
  setBusySeconds(seconds: number): void {
    this.script(`PRAGMA busy_timeout = ${Math.ceil(seconds * 1000)}`)
  }

  /** Runs statements that are used once, so they are not kept prepared. */
  script(sql: string): void {
    this.#open().exec(sql)
  }

  /** Runs reads and writes in one transaction. No other process writes in between. */
  transaction<T>(work: () => T): T {
    this.#open().exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // If the disk is full, SQLite ends the transaction itself, and a rollback would fail.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** Closes the connection. Does nothing if it is already closed. */
  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #read<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (!isOutOfRange(error)) throw error
      // The error is thrown without its cause, because the cause would quote the row.
      throw new ConfigError(
        `A row of ${this.#path} contains a number that is not a valid time. Restore the file from a backup, or delete that row.`,
      )
    }
  }

  #open(): DatabaseSync {
    if (this.#database.isOpen) return this.#database
    throw new ConfigError(`${this.#path} was closed. Close the stores after the client, not before.`)
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#open().prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Returns the text of a column that is never null. */
export function textOf(row: Row, column: string): string {
  return String(row[column])
}

/** Returns the text of a column, or null. */
export function optionalTextOf(row: Row, column: string): string | null {
  const value = row[column]
  return value === null || value === undefined ? null : String(value)
}

/** Returns the integer of a column. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column])
}
