import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const TABLES = `
  CREATE TABLE IF NOT EXISTS studio_accounts (
    id TEXT PRIMARY KEY, network TEXT NOT NULL, name TEXT NOT NULL, avatar_url TEXT, marker TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS studio_posts (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, created_at TEXT NOT NULL, draft TEXT NOT NULL,
    status TEXT NOT NULL, post_id TEXT, url TEXT, problem TEXT, next TEXT, notice TEXT,
    parts_out TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS studio_updates (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, at TEXT NOT NULL, info TEXT NOT NULL, record TEXT NOT NULL, answer TEXT,
    read_at TEXT, received_at TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS studio_drafts (
    id TEXT PRIMARY KEY, changed_at TEXT NOT NULL, composition TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS studio_uploads (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, bytes INTEGER NOT NULL
  ) STRICT;
`

/** Columns that were added after the first version, each with its table. */
const LATER: readonly (readonly [table: string, column: string])[] = [
  ['studio_posts', 'next'],
  ['studio_posts', 'notice'],
  ['studio_posts', 'parts_out'],
  ['studio_updates', 'read_at'],
  ['studio_updates', 'received_at'],
]

/** Adds columns that are missing in a database of an earlier version. */
function addColumns(database: DatabaseSync): void {
  for (const [table, column] of LATER) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all()
    if (columns.every(({ name }) => name !== column))
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT`)
  }
}

/**
 * Opens the database with the studio's tables. Without PostgreSQL, the same file contains the
 * library's tables. Only the owner can read the file.
 */
export function openDatabase(dataFolder: string): DatabaseSync {
  const file = join(dataFolder, 'studio.db')
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`PRAGMA journal_mode = WAL; ${TABLES}`)
  addColumns(database)
  return database
}

/** Returns a column value as text. Returns an empty string if the value is null or not text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns a column value as text. Returns null if the value is not text. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
