/** A query: an unnamed statement, so that it also works through a pooler. */
export interface PostgresQuery {
  readonly text: string
  readonly values?: unknown[]
  readonly rowMode: 'array'
  readonly types: { getTypeParser(): (value: string) => string }
}

/** One connection, as lent by a `pg` pool. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>
  /** With true the connection is closed instead of lent again. */
  release(isBroken?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** Methods of a pool that the stores use: `new Pool()` of `pg` has them. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** Returns every value as the text of the server, independent of the application's parsers. */
const AS_TEXT = { getTypeParser: () => (value: string) => value }

/** One row: the text of each column. */
export type Row = readonly (string | null)[]

/** Makes the query of a statement with values. */
export function toQuery(text: string, values: readonly unknown[] = []): PostgresQuery {
  return { text, values: [...values], rowMode: 'array', types: AS_TEXT }
}

/** Text of a column that is never null. */
export function textAt(row: Row, column: number): string {
  return String(row[column])
}
