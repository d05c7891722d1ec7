import { ConfigError } from '@social/core/store'

import { numberOf, type Session } from './file/session.js'

/**
 * Migration steps, one for each version of the schema. A published step is never changed, because
 * existing files have run it.
 *
 * During a deploy the code of two adjacent versions runs side by side: the first newer process
 * migrates the file while older processes still use it. So a step only adds: a table, an index, or
 * a column that is nullable or has a default. The previous version's code must work with the
 * result.
 */
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

function versionOf(session: Session): number {
  const table = session.row(
    "SELECT 1 AS there FROM sqlite_schema WHERE type = 'table' AND name = 'social_schema'",
  )
  if (table === null) return 0
  const row = session.row('SELECT version FROM social_schema')
  return row === null ? 0 : numberOf(row, 'version')
}

/**
 * Migrates the tables of the file to this version in one transaction. Only tables named `social_…` are created or
 * changed. Tables that are one version newer stay unchanged.
 *
 * @throws ConfigError if the tables are more than one version newer.
 */
export function migrate(session: Session, path: string): void {
  if (versionOf(session) === SCHEMA_VERSION) return
  session.transaction(() => {
    // The version is read again, because another process may have migrated while this process
    // waited.
    const version = versionOf(session)
    if (version > SCHEMA_VERSION + 1)
      throw new ConfigError(
        `${path} has version ${version} of the tables; this @social/sqlite supports version ${SCHEMA_VERSION} and accepts at most ${SCHEMA_VERSION + 1}. Update @social/sqlite.`,
      )
    if (version > SCHEMA_VERSION) return
    if (version === 0)
      session.script(
        'CREATE TABLE IF NOT EXISTS social_schema (version INTEGER NOT NULL) STRICT; INSERT INTO social_schema VALUES (0)',
      )
    for (const step of STEPS.slice(version)) session.script(step)
    session.write('UPDATE social_schema SET version = ?', SCHEMA_VERSION)
  })
}
