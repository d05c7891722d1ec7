import type { Tables } from './migrate.js'

const STEPS: readonly string[] = [
  `
  CREATE TABLE social_keys (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE social_connections (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE social_apps (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE social_login_notes (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX social_login_notes_by_end ON social_login_notes (expires_at);
  CREATE TABLE social_locks (id TEXT PRIMARY KEY, claim TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX social_locks_by_end ON social_locks (expires_at);
  CREATE TABLE social_seen_updates (id TEXT PRIMARY KEY, claim TEXT, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX social_seen_updates_by_end ON social_seen_updates (expires_at);
  CREATE TABLE social_journal (
    id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, claim TEXT, free_at INTEGER NOT NULL,
    receipt TEXT, result TEXT, touched_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX social_journal_by_touch ON social_journal (touched_at);
  `,
  // Rows written before this column existed get the longest lease that core requests.
  `
  ALTER TABLE social_locks ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 60000;
  ALTER TABLE social_seen_updates ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 60000;
  ALTER TABLE social_journal ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 60000;
  CREATE TABLE social_unsealed (key_name TEXT NOT NULL, proof TEXT NOT NULL) STRICT;
  CREATE TABLE social_markers (
    connection_id TEXT NOT NULL, feed TEXT NOT NULL, marker TEXT NOT NULL, PRIMARY KEY (connection_id, feed)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE social_spending (
    bucket TEXT NOT NULL, ends_at INTEGER NOT NULL, units REAL NOT NULL, PRIMARY KEY (bucket, ends_at)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE social_journal ADD COLUMN connection_id TEXT;
  ALTER TABLE social_journal ADD COLUMN post_id TEXT;
  ALTER TABLE social_journal ADD COLUMN awaits_since INTEGER;
  CREATE UNIQUE INDEX social_journal_by_post ON social_journal (connection_id, post_id) WHERE post_id IS NOT NULL;
  CREATE INDEX social_journal_awaiting ON social_journal (connection_id) WHERE awaits_since IS NOT NULL;
  `,
]

/** Version of the schema that this code reads and writes. */
export const SCHEMA_VERSION = STEPS.length

/** Tables of the stores. */
export const STORE_TABLES: Tables = {
  versionTable: 'social_schema',
  steps: STEPS,
  packageName: '@social/sqlite',
}
