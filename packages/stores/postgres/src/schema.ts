import { ConfigError } from '@social/core/store'

import type { Ask, Database } from './server/database.js'
import { textAt } from './server/pool.js'

/**
 * Timeout of a migration in seconds. Creating or changing tables of this size takes less. Our
 * choice.
 */
const MIGRATION_SECONDS = 60

/**
 * Returns the SQL for a table whose rows have a version, so that a late write cannot undo a newer
 * write.
 */
const versioned = (table: string): string => `
  CREATE TABLE %.${table} (
    id text COLLATE "C" PRIMARY KEY, body text, version bigint NOT NULL, changed_at timestamptz NOT NULL
  );
  CREATE INDEX ${table}_deleted ON %.${table} (changed_at) WHERE body IS NULL;`

/**
 * Migration steps, one for each version of the schema. `%` is the schema's name. A published step
 * is never changed, because existing databases have run it.
 *
 * During a deploy the code of two adjacent versions runs side by side. So a step only adds: a
 * table, an index, or a column that is nullable or has a default. The previous version's code must
 * work with the result.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE %.social_keys (name text COLLATE "C" PRIMARY KEY);
  CREATE TABLE %.social_unsealed (key_name text NOT NULL, proof text NOT NULL);
  ${versioned('social_connections')}
  ${versioned('social_apps')}
  ${versioned('social_markers')}
  CREATE TABLE %.social_login_notes (
    id text COLLATE "C" PRIMARY KEY, body text NOT NULL, kept_by uuid NOT NULL, taken_by uuid,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX social_login_notes_by_end ON %.social_login_notes (expires_at);
  CREATE TABLE %.social_locks (
    id text COLLATE "C" PRIMARY KEY, claim uuid NOT NULL, expires_at timestamptz NOT NULL,
    lease interval NOT NULL
  );
  CREATE TABLE %.social_seen_updates (
    id text COLLATE "C" PRIMARY KEY, claim uuid, expires_at timestamptz NOT NULL, lease interval NOT NULL
  );
  CREATE INDEX social_seen_updates_by_end ON %.social_seen_updates (expires_at);
  CREATE TABLE %.social_journal (
    id text COLLATE "C" PRIMARY KEY, fingerprint text NOT NULL, claim uuid, free_at timestamptz NOT NULL,
    lease interval NOT NULL, saved bigint NOT NULL, receipt text, result text, touched_at timestamptz NOT NULL
  );
  CREATE INDEX social_journal_by_touch ON %.social_journal (touched_at);
  CREATE TABLE %.social_spending (
    bucket text COLLATE "C" PRIMARY KEY, stamp uuid NOT NULL, slots text NOT NULL, ends_at timestamptz NOT NULL
  );
  `,
  `
  ALTER TABLE %.social_journal ADD COLUMN connection_id text COLLATE "C", ADD COLUMN post_id text COLLATE "C",
    ADD COLUMN awaits_since timestamptz;
  CREATE UNIQUE INDEX social_journal_by_post ON %.social_journal (connection_id, post_id) WHERE post_id IS NOT NULL;
  CREATE INDEX social_journal_awaiting ON %.social_journal (connection_id) WHERE awaits_since IS NOT NULL;
  `,
]

/** Version of the schema that this code reads and writes. */
const SCHEMA_VERSION = STEPS.length

/**
 * @throws ConfigError unless the version of the tables is this version, the previous one or the
 * next one. A deploy never spans more than two adjacent versions.
 */
export function assertAdjacent(version: number, schema: string): void {
  assertNotTooNew(version, schema)
  if (version === 0 || version < SCHEMA_VERSION - 1)
    throw new ConfigError(
      `The schema "${schema}" has version ${version} of the tables; this @social/postgres needs version ${SCHEMA_VERSION}. Run stores.migrate() once during the deploy.`,
    )
}

function assertNotTooNew(version: number, schema: string): void {
  if (version <= SCHEMA_VERSION + 1) return
  throw new ConfigError(
    `The schema "${schema}" has version ${version} of the tables; this @social/postgres supports version ${SCHEMA_VERSION} and accepts at most ${SCHEMA_VERSION + 1}. Update @social/postgres.`,
  )
}

/**
 * Migrates the tables to this version in one transaction. Only the schema and tables named `social_…` are created or
 * changed. Tables that are one version newer stay unchanged.
 *
 * @throws ConfigError if the tables are more than one version newer.
 */
export async function migrate(database: Database, schema: string): Promise<void> {
  const limits = { what: 'migrate', withinSeconds: MIGRATION_SECONDS }
  await database.transaction(limits, async (ask) => {
    // The lock lets only one of several processes migrate at a time. It ends with the transaction.
    await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`@social/postgres ${schema}`])
    const version = await makeSchema(ask, schema)
    assertNotTooNew(version, schema)
    if (version > SCHEMA_VERSION) return
    for (const step of STEPS.slice(version))
      for (const statement of step.split(';'))
        if (statement.trim() !== '') await ask(statement.replaceAll('%', `"${schema}"`))
    await ask(`UPDATE "${schema}".social_schema SET version = $1 WHERE version <> $1`, [SCHEMA_VERSION])
  })
}

/**
 * Creates the schema and the version table if they are missing. Checks for the schema first,
 * because a user without the right to create a schema needs an existing one.
 */
async function makeSchema(ask: Ask, schema: string): Promise<number> {
  const found = await ask('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [schema])
  if (found.length === 0) await ask(`CREATE SCHEMA "${schema}"`)
  const [table] = await ask('SELECT to_regclass($1)', [`"${schema}".social_schema`])
  if (table === undefined || table[0] === null) {
    await ask(`CREATE TABLE "${schema}".social_schema (version integer NOT NULL)`)
    await ask(`INSERT INTO "${schema}".social_schema VALUES (0)`)
  }
  const [row] = await ask(`SELECT max(version) FROM "${schema}".social_schema`)
  return row === undefined ? 0 : Number(textAt(row, 0))
}
