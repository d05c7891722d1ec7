import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

import { ConfigError } from '@social/core/platform'

import { cannotOpen } from './sqlite-errors.js'

/** One row, by column. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** How sure a write is once it is done: `FULL` survives a power cut, `NORMAL` the end of the process. */
export type Durability = 'FULL' | 'NORMAL'

/** One connection to the file. Statements are prepared once. */
export class Session {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #statements = new Map<string, StatementSync>()

  /** @throws ConfigError when the file cannot be opened. */
  constructor(path: string, options: { readonly durability: Durability; readonly busySeconds: number }) {
    this.#path = path
    let database: DatabaseSync | null = null
    try {
      database = new DatabaseSync(path)
      database.exec(`PRAGMA busy_timeout = ${Math.ceil(options.busySeconds * 1000)}`)
      database.exec(`PRAGMA synchronous = ${options.durability}`)
    } catch (error) {
      database?.close()
      throw cannotOpen(path, error)
    }
    this.#database = database
  }

  /** The first row; null when there is none. */
  row(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#statement(sql).get(...values) ?? null
  }

  /** Every row. */
  rows(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  /** Writes. @returns How many rows were changed. */
  write(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  /** Runs statements that are needed once. */
  script(sql: string): void {
    this.#open().exec(sql)
  }

  /** Reads and writes as one step: no other process writes in between. */
  atOnce<T>(work: () => T): T {
    this.#open().exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk ends the transaction by itself, and then there is nothing to roll back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** Quiet when already closed. */
  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
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

/** A whole number of a column. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column])
}
