/**
 * A statement as passed to a `pg` pool. Statements have no name, so that they also work through a
 * connection pooler.
 */
export interface PostgresQuery {
  readonly text: string
  readonly values?: unknown[]
  readonly rowMode: 'array'
  readonly types: { getTypeParser(): (value: string) => string }
}

/** One connection that a `pg` pool lends. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>
  /**
   * Returns the connection to the pool. With `true` the pool closes the connection instead of
   * reusing it.
   */
  release(isBroken?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** Methods of a pool that the stores use. `new Pool()` of `pg` has them. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * Makes `pg` return every value as the server's text, even if the application has set other
 * parsers.
 */
const AS_TEXT = { getTypeParser: () => (value: string) => value }

/** One row: the text or null of each column. */
export type Row = readonly (string | null)[]

/** Returns the query object for a statement with values. */
export function toQuery(text: string, values: readonly unknown[] = []): PostgresQuery {
  return { text, values: [...values], rowMode: 'array', types: AS_TEXT }
}

/** Returns the text of a column that is never null. */
export function textAt(row: Row, column: number): string {
  return String(row[column])
}
