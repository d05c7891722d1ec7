import { DatabaseSync } from 'node:sqlite'

import { FakeClock } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { behind, TemporaryFolder } from './__fixtures__/files.js'
import { SCHEMA_VERSION } from './schema.js'
import { sqliteStores } from './stores.js'

/** SQL of the first schema version, with a row in each table that later versions changed. */
const FIRST_VERSION = `
  CREATE TABLE social_schema (version INTEGER NOT NULL) STRICT;
  INSERT INTO social_schema VALUES (1);
  CREATE TABLE social_keys (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE social_connections (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE social_apps (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE social_login_notes (id TEXT PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE social_locks (id TEXT PRIMARY KEY, claim TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE social_seen_updates (id TEXT PRIMARY KEY, claim TEXT, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE social_journal (
    id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, claim TEXT, free_at INTEGER NOT NULL,
    receipt TEXT, result TEXT, touched_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO social_seen_updates VALUES ('seen', NULL, 9000000000000), ('held', 'claim', 9000000000000);
  INSERT INTO social_journal VALUES ('["fake:42","post","key"]', 'print', NULL, 0, '{"step":"WAIT"}', NULL, 9000000000000);
`

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

describe('a file of the first version', () => {
  it('is migrated without losing data', async () => {
    const path = folder.file()
    const first = new DatabaseSync(path)
    first.exec(FIRST_VERSION)
    first.close()
    const clock = new FakeClock()
    using stores = sqliteStores(path, { clock })
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }

    expect(behind(path, 'SELECT version FROM social_schema')).toEqual({ version: SCHEMA_VERSION })
    expect(await stores.journal.open(key, 'print', { leaseSeconds: 60 })).toMatchObject({
      state: 'CONTINUE',
      receipt: { step: 'WAIT' },
    })
    expect((await stores.seenUpdates.claim('seen', { leaseSeconds: 60 })).state).toBe('SEEN')
    expect((await stores.seenUpdates.claim('held', { leaseSeconds: 60 })).state).toBe('BUSY')
    await clock.advance(60)
    expect((await stores.seenUpdates.claim('held', { leaseSeconds: 60 })).state).toBe('CLAIMED')
    expect(await stores.markers.load('fake:42', 'comments')).toBeNull()
  })
})

function newerFile(versions: number): string {
  const path = folder.file()
  sqliteStores(path).close()
  const newer = new DatabaseSync(path)
  newer.exec('ALTER TABLE social_journal ADD COLUMN added_later TEXT')
  newer.exec(`UPDATE social_schema SET version = version + ${versions}`)
  newer.close()
  return path
}

describe('a file that is one version newer, as during a deploy', () => {
  it('is used, and keeps its version', async () => {
    const path = newerFile(1)
    using stores = sqliteStores(path)
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
    const entry = await stores.journal.open(key, 'print', { leaseSeconds: 60 })

    expect(entry.state).toBe('NEW')
    expect(behind(path, 'SELECT version FROM social_schema')).toEqual({ version: SCHEMA_VERSION + 1 })
  })

  it('is used by a process that had it open during the migration', async () => {
    const path = folder.file()
    using stores = sqliteStores(path)
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
    await stores.journal.open(key, 'print', { leaseSeconds: 60 })
    const newer = new DatabaseSync(path)
    newer.exec("ALTER TABLE social_journal ADD COLUMN added_later TEXT NOT NULL DEFAULT ''")
    newer.exec('UPDATE social_schema SET version = version + 1')
    newer.close()
    const other = { ...key, idempotencyKey: 'other' }

    expect((await stores.journal.open(key, 'print', { leaseSeconds: 60 })).state).toBe('BUSY')
    expect((await stores.journal.open(other, 'print', { leaseSeconds: 60 })).state).toBe('NEW')
  })

  it('is refused if it is two versions newer, with the required action', () => {
    const path = newerFile(2)

    expect(() => sqliteStores(path)).toThrow(
      `has version ${SCHEMA_VERSION + 2} of the tables; this @social/sqlite supports version ${SCHEMA_VERSION} and accepts at most ${SCHEMA_VERSION + 1}. Update @social/sqlite.`,
    )
  })
})
