import { PGlite } from '@electric-sql/pglite'

import type { PostgresClient, PostgresPool } from '../server/pool.js'

/**
 * An in-process PostgreSQL (PGlite) as a pool of one connection. One connection can test
 * statements, but not races.
 */
export class PglitePool implements PostgresPool {
  readonly #database = new PGlite()
  #turn: Promise<void> = Promise.resolve()

  async connect(): Promise<PostgresClient> {
    const before = this.#turn
    const mine = Promise.withResolvers<void>()
    this.#turn = mine.promise
    await before
    return {
      query: async ({ text, values = [] }) => {
        const { rows } = await this.#database.query(text, [...values].map(toText), {
          rowMode: 'array',
          parsers: AS_TEXT,
        })
        return { rows }
      },
      release: () => mine.resolve(),
      on: () => {},
      removeListener: () => {},
    }
  }

  on(): void {}

  removeListener(): void {}

  async close(): Promise<void> {
    await this.#database.close()
  }
}

/**
 * Makes PGlite return every column type as the server's text, unparsed.
 * https://github.com/postgres/postgres/blob/REL_18_0/src/include/catalog/pg_type.dat (read
 * 2026-11-22)
 */
const AS_TEXT = Object.fromEntries(
  [16, 20, 23, 25, 701, 1184, 1186, 1700, 2205, 2950].map((type) => [type, (value: string) => value]),
)

/**
 * Converts a number to text. `pg` sends every value as text, while PGlite rejects a value of the
 * wrong type.
 */
const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
