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

/** Columns added in later versions, by table. */
const LATER: readonly (readonly [table: string, column: string])[] = [
  ['studio_posts', 'next'],
  ['studio_posts', 'notice'],
  ['studio_posts', 'parts_out'],
  ['studio_updates', 'read_at'],
  ['studio_updates', 'received_at'],
]

/** Adds missing columns to tables of an earlier version. */
function addColumns(database: DatabaseSync): void {
  for (const [table, column] of LATER) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all()
    if (columns.every(({ name }) => name !== column))
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT`)
  }
}

/**
 * Opens the studio's tables. Without PostgreSQL, the library's tables are in the same file. Only the owner can read
 * the file.
 */
export function openDatabase(dataFolder: string): DatabaseSync {
  const file = join(dataFolder, 'studio.db')
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`PRAGMA journal_mode = WAL; ${TABLES}`)
  addColumns(database)
  return database
}

/** Column value as text. Empty text if the column is null or not text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Column value as text, or null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
