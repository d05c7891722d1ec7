import { textAt } from '../server/pool.js'
import { rowIdOf, type Tables } from '../tables.js'

/**
 * Maximum number of remembered row versions. Saving over a forgotten version costs one more
 * statement. Our choice.
 */
const MAX_REMEMBERED = 10_000

/** A row with the version at which it was read. */
export interface VersionedRow {
  readonly body: string
  readonly version: string
}

/**
 * Result of a conditional write: `CHANGED` if the row has another version, `GONE` if it does not
 * exist.
 */
export type Written = 'WRITTEN' | 'CHANGED' | 'GONE'

/**
 * Optimistic locking: a write succeeds only if the row still has the version that was read. A
 * statement whose response was lost may run late, and must not undo later writes. For the same
 * reason a deleted row stays for a day without its body.
 */
export class VersionedRows {
  readonly #tables: Tables
  readonly #select: string
  readonly #save: string
  readonly #replace: string
  readonly #otherwise: string
  readonly #versions = new Map<string, string>()

  constructor(tables: Tables, table: string) {
    this.#tables = tables
    this.#select = `SELECT body, version FROM %.${table} WHERE id = $1`
    this.#save = `INSERT INTO %.${table} AS r (id, body, version, changed_at)
      VALUES ($1, $2, 1, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET body = excluded.body, version = r.version + 1, changed_at = clock_timestamp()
      WHERE r.version = $3 RETURNING version`
    this.#replace = `UPDATE %.${table} SET body = $2, version = version + 1, changed_at = clock_timestamp()
      WHERE id = $1 AND version = $3 AND body IS NOT NULL RETURNING version`
    // The first column is true if an earlier attempt of this write succeeded and its response was
    // lost.
    this.#otherwise = `SELECT version, body IS NOT DISTINCT FROM $2 AND version = $3::bigint + 1, body IS NULL
      FROM %.${table} WHERE id = $1`
  }

  /** Reads a row. Returns null if the row does not exist or was deleted. */
  async read(id: string, what: string): Promise<VersionedRow | null> {
    const rowId = rowIdOf(id)
    const [row] = await this.#tables.rows(this.#select, [rowId], { what })
    if (row === undefined) return null
    const [body = null, version] = row
    this.#remember(rowId, String(version))
    return body === null ? null : { body, version: String(version) }
  }

  /** Writes over any version. If several calls save concurrently, the last write stays. */
  async save(id: string, body: string, what: string): Promise<void> {
    const rowId = rowIdOf(id)
    for (;;)
      if (
        (await this.#write(this.#save, rowId, [body, this.#versions.get(rowId) ?? '0'], what)) === 'WRITTEN'
      )
        return
  }

  /** Writes only if the row still has the given version. */
  replace(id: string, body: string, version: string, what: string): Promise<Written> {
    return this.#write(this.#replace, rowIdOf(id), [body, version], what)
  }

  /** Deletes the body of a row. Does nothing if the body is already deleted. */
  async delete(id: string, what: string): Promise<void> {
    for (;;) {
      const row = await this.read(id, what)
      if (row === null) return
      const written = await this.#write(this.#replace, rowIdOf(id), [null, row.version], what)
      if (written !== 'CHANGED') return
    }
  }

  async #write(
    statement: string,
    rowId: string,
    [body, version]: readonly [string | null, string],
    what: string,
  ): Promise<Written> {
    const values = [rowId, body, version]
    const [written] = await this.#tables.rows(statement, values, { what })
    if (written !== undefined) {
      this.#remember(rowId, textAt(written, 0))
      return 'WRITTEN'
    }
    const [row] = await this.#tables.rows(this.#otherwise, values, { what })
    // No row: another process deleted the row in the meantime, or the row never existed.
    if (row === undefined) {
      this.#versions.delete(rowId)
      return statement === this.#save ? 'CHANGED' : 'GONE'
    }
    this.#remember(rowId, textAt(row, 0))
    if (row[1] === 't') return 'WRITTEN'
    return row[2] === 't' ? 'GONE' : 'CHANGED'
  }

  #remember(rowId: string, version: string): void {
    this.#versions.delete(rowId)
    this.#versions.set(rowId, version)
    if (this.#versions.size <= MAX_REMEMBERED) return
    for (const oldest of this.#versions.keys()) {
      this.#versions.delete(oldest)
      return
    }
  }
}
