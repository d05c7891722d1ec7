// Entry point `@social/sqlite/database`, for authors of stores and queues with their own tables in the file.
export { type OpenTables, openTables, type OpenTablesOptions } from './file/open-tables.js'
export type { Row, Session } from './file/session.js'
export { resultCodeOf } from './file/sqlite-errors.js'
export type { Tables } from './migrate.js'
