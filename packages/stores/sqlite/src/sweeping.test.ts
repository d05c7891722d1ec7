import { DatabaseSync } from 'node:sqlite'

import { loginNotes } from '@social-internal/shared-tests/login-notes'
import type { JournalKey } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'
import { type SqliteStores, sqliteStores } from './stores.js'

const DAY = 86_400
const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const notes = loginNotes()

describe('expired rows', () => {
  let clock = new FakeClock()
  let stores: SqliteStores
  let path = ''
  beforeEach(() => {
    path = folder.file()
    clock = new FakeClock()
    stores = sqliteStores(path, { clock })
    return () => stores.close()
  })

  const count = (table: string): number => {
    const database = new DatabaseSync(path)
    const row = database.prepare(`SELECT count(*) AS n FROM ${table}`).get()
    database.close()
    return Number(row?.['n'])
  }
  /** Writes a value, because any write starts a sweep. */
  const touch = async (): Promise<void> => {
    await stores.seenUpdates.claim(`touch-${clock.monotonic()}`, { leaseSeconds: 1 })
  }

  it('are deleted after a later write: notes, locks and claims', async () => {
    await stores.loginMemory.keep('short', notes, { lifetimeSeconds: 10 })
    await stores.loginMemory.keep('long', notes, { lifetimeSeconds: 600 })
    await stores.seenUpdates.claim('abandoned', { leaseSeconds: 10 })
    await clock.advance(120)
    await touch()

    expect(count('social_login_notes')).toBe(1)
    expect(await stores.loginMemory.lookUp('long')).toEqual(notes)
    await clock.advance(3_600)
    await touch()
    expect(count('social_seen_updates')).toBe(2)
  })

  it('include a claim only after an hour, so that a late handler can still confirm it', async () => {
    const late = await stores.seenUpdates.claim('update', { leaseSeconds: 60 })
    await clock.advance(300)
    await touch()
    await stores.seenUpdates.confirm('update', 'claim' in late ? late.claim : '')

    expect((await stores.seenUpdates.claim('update', { leaseSeconds: 60 })).state).toBe('SEEN')
  })

  it('include all locks', async () => {
    await stores.locks.withLock('key', () => Promise.resolve(), { leaseSeconds: 60 })

    expect(count('social_locks')).toBe(0)
  })

  it('are deleted in batches, and soon again while there are more', async () => {
    for (let at = 0; at < 1_200; at += 1) await stores.seenUpdates.claim(`update-${at}`, { leaseSeconds: 10 })
    await clock.advance(3_720)
    await touch()
    expect(count('social_seen_updates')).toBe(701)

    await clock.advance(1)
    await touch()
    await clock.advance(2)
    await touch()
    expect(count('social_seen_updates')).toBeLessThan(10)
  })

  it('include seen updates after 30 days, and published entries after 90 days', async () => {
    const key: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }
    const entry = await stores.journal.open(key, 'print', { leaseSeconds: 60 })
    await stores.journal.finish(key, 'claim' in entry ? entry.claim : '', { id: '1' })
    const seen = await stores.seenUpdates.claim('update', { leaseSeconds: 60 })
    await stores.seenUpdates.confirm('update', 'claim' in seen ? seen.claim : '')

    await clock.advance(29 * DAY)
    await touch()
    expect((await stores.seenUpdates.claim('update', { leaseSeconds: 1 })).state).toBe('SEEN')
    await clock.advance(2 * DAY)
    await touch()
    expect((await stores.seenUpdates.claim('update', { leaseSeconds: 1 })).state).toBe('CLAIMED')
    expect((await stores.journal.open(key, 'print', { leaseSeconds: 1 })).state).toBe('DONE')
    await clock.advance(60 * DAY)
    await touch()
    expect((await stores.journal.open(key, 'print', { leaseSeconds: 1 })).state).toBe('NEW')
  })

  it('do not include a held entry of any age', async () => {
    const key: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'upload' }
    await stores.journal.open(key, 'print', { leaseSeconds: 200 * DAY })
    await clock.advance(100 * DAY)
    await touch()

    expect((await stores.journal.open(key, 'print', { leaseSeconds: 1 })).state).toBe('BUSY')
  })
})
