import { DatabaseSync } from 'node:sqlite'

import { FakeClock } from '@social/testkit'
import { afterAll, describe, expect, it } from 'vitest'

import { behind, TemporaryFolder } from './__fixtures__/files.js'
import { SCHEMA_VERSION } from './schema.js'
import { sqliteStores } from './stores.js'

/** Tables as the first version made them, with a row in each of those that were changed since. */
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
  it('is brought up to date, and loses nothing', async () => {
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
