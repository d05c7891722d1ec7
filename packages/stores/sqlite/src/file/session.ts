import type * as sqlite from 'node:sqlite'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

import { ConfigError } from '@social/core/store'

import { cannotOpen } from './sqlite-errors.js'

/** One row, by column. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** Durability of a write: `FULL` survives a power failure, `NORMAL` the end of the process. */
export type Durability = 'FULL' | 'NORMAL'

/** Loaded when a file is opened, not at import: a Node without it gets a clear message. */
function loadSqlite(): typeof sqlite {
  const found: typeof sqlite | undefined = process.getBuiltinModule?.('node:sqlite')
  if (found) return found
  throw new ConfigError(
    `@social/sqlite needs node:sqlite, which Node ${process.versions.node} does not have. Update Node to 22.19 or later.`,
  )
}

/** An integer that JavaScript cannot represent. The stores never write one. */
function isOutOfRange(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

/** One connection to the file. Statements are prepared once. */
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
      // A replaced or deleted token must not stay readable in a free page.
      database.exec('PRAGMA secure_delete = ON')
    } catch (error) {
      database?.close()
      throw cannotOpen(path, error)
    }
    this.#database = database
  }

  /** First row; null if there is none. */
  row(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#read(() => this.#statement(sql).get(...values) ?? null)
  }

  /** All rows. */
  rows(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#read(() => this.#statement(sql).all(...values))
  }

  /** Writes. @returns Number of changed rows. */
  write(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  /** Runs statements that are used once. */
  script(sql: string): void {
    this.#open().exec(sql)
  }

  /** Reads and writes in one transaction: no other process writes in between. */
  transaction<T>(work: () => T): T {
    this.#open().exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk makes SQLite end the transaction itself; then there is nothing to roll back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** Does nothing if already closed. */
  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #read<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (!isOutOfRange(error)) throw error
      // The cause would quote the row.
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

/** Text of a column that is never null. */
export function textOf(row: Row, column: string): string {
  return String(row[column])
}

/** Text of a column that may be null. */
export function optionalTextOf(row: Row, column: string): string | null {
  const value = row[column]
  return value === null || value === undefined ? null : String(value)
}

/** Integer of a column. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column])
}
