import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { SocialClient } from '@social/core'
import { ConfigError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from '../__fixtures__/files.js'
import { readSettings } from '../options.js'
import { SCHEMA_VERSION } from '../schema.js'
import { type SqliteStores, sqliteStores } from '../stores.js'
import { openFile } from './file.js'

/** Values of `PRAGMA synchronous`. https://www.sqlite.org/pragma.html#pragma_synchronous */
const [NORMAL, FULL] = [1, 2]

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

function tablesOf(path: string): string[] {
  const database = new DatabaseSync(path)
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  database.close()
  return rows.map((row) => String(row['name']))
}

function openAndLeave(): SqliteStores {
  using stores = sqliteStores(folder.file())
  return stores
}

describe('opening a file', () => {
  it('creates it, readable only by its owner', () => {
    const path = folder.file()
    sqliteStores(path).close()

    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('creates its own tables next to existing ones, and changes nothing else', () => {
    const path = folder.file()
    const mine = new DatabaseSync(path)
    mine.exec('CREATE TABLE customers (name TEXT); INSERT INTO customers VALUES (1)')
    mine.close()
    sqliteStores(path).close()
    sqliteStores(path).close()

    const [customers, ...own] = tablesOf(path)
    expect(customers).toBe('customers')
    expect(own.every((name) => name.startsWith('social_'))).toBe(true)
    expect(own).toHaveLength(11)
  })

  it('enables write-ahead logging, and waits for the disk for tokens and receipts', () => {
    const { durable, quick } = openFile(readSettings(folder.file(), { busySeconds: 2 }))

    expect(durable.row('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(durable.row('PRAGMA busy_timeout')).toEqual({ timeout: 2_000 })
    expect(durable.row('PRAGMA synchronous')).toEqual({ synchronous: FULL })
    expect(quick.row('PRAGMA synchronous')).toEqual({ synchronous: NORMAL })
    durable.close()
    quick.close()
  })

  it('reports a missing folder with the required action', () => {
    const path = join(folder.path, 'missing', 'social.db')

    expect(() => sqliteStores(path)).toThrow(ConfigError)
    expect(() => sqliteStores(path)).toThrow(/Its folder must exist/)
  })

  it('does not change a file that is not a database', () => {
    const path = folder.file()
    writeFileSync(path, 'Dear diary, '.repeat(1_000))

    expect(() => sqliteStores(path)).toThrow(/is not an SQLite database/)
    expect(readFileSync(path, 'utf8')).toMatch(/^Dear diary, /)
  })

  it('refuses a file of a later version with its path, and does not change it', () => {
    const path = folder.file()
    sqliteStores(path).close()
    const later = new DatabaseSync(path)
    later.exec('UPDATE social_schema SET version = 99')
    later.close()

    expect(() => sqliteStores(path)).toThrow(ConfigError)
    expect(() => sqliteStores(path)).toThrow(
      `has version 99 of the tables; this @social/sqlite supports version ${SCHEMA_VERSION}`,
    )
    const again = new DatabaseSync(path)
    expect(again.prepare('SELECT version FROM social_schema').get()).toEqual({ version: 99 })
    again.close()
  })

  it('resumes a migration that stopped before its first step', async () => {
    const path = folder.file()
    const cut = new DatabaseSync(path)
    cut.exec('CREATE TABLE social_schema (version INTEGER NOT NULL) STRICT')
    cut.close()
    const stores = sqliteStores(path)

    expect(await stores.storage.getConnection('fake:42')).toBeNull()
    stores.close()
  })

  it('creates no table if one of them cannot be created', () => {
    const path = folder.file()
    const mine = new DatabaseSync(path)
    mine.exec('CREATE TABLE social_locks (mine TEXT)')
    mine.close()

    expect(() => sqliteStores(path)).toThrow(/social_locks already exists/)
    expect(tablesOf(path)).toEqual(['social_locks'])
  })

  it('can store everything in memory', async () => {
    const stores = sqliteStores(':memory:')
    await stores.storage.saveConnection(aConnection())
    await stores.locks.withLock('key', () => Promise.resolve(), { leaseSeconds: 1 })

    expect(await stores.storage.getConnection('fake:42')).toEqual(aConnection())
    expect(existsSync(':memory:')).toBe(false)
    stores.close()
  })

  it('makes every store reject after it was closed', async () => {
    const stores = sqliteStores(folder.file())
    stores.close()
    stores.close()

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/was closed/)
    await expect(stores.journal.forgetBefore(new Date())).rejects.toBeInstanceOf(ConfigError)
  })

  it('is closed at the end of a `using` block', async () => {
    await expect(openAndLeave().storage.getConnection('fake:42')).rejects.toThrow(/was closed/)
  })
})

describe('the stores of a client', () => {
  it('can be spread into its options', async () => {
    const stores = sqliteStores(folder.file())
    const social = new SocialClient({ ...stores, platforms: {} })
    await stores.storage.saveConnection(aConnection())

    expect(Object.keys(stores).toSorted()).toEqual([
      'journal',
      'locks',
      'loginMemory',
      'markers',
      'seenUpdates',
      'spendingCounter',
      'storage',
    ])
    expect(await social.storage.getConnection('fake:42')).toEqual(aConnection())
    await social.close()
    stores.close()
  })

  it('list the ids of all connections, in order', async () => {
    const stores = sqliteStores(folder.file())
    const ids = Array.from({ length: 503 }, (_nothing, at) => `fake:${String(at).padStart(5, '0')}`)
    for (const id of ids.toReversed())
      await stores.storage.saveConnection(aConnection({ accountId: id.slice('fake:'.length) }))

    expect([...stores.connectionIds()]).toEqual(ids)
    stores.close()
  })
})

describe('a file that another process is writing', () => {
  it('is waited for, and then reported', async () => {
    const path = folder.file()
    const stores = sqliteStores(path, { busySeconds: 0.02 })
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')

    await expect(stores.storage.saveConnection(aConnection())).rejects.toThrow(/locked/)
    expect(await stores.storage.getConnection('fake:42')).toBeNull()
    other.exec('COMMIT')
    other.close()
    await stores.storage.saveConnection(aConnection())
    expect(await stores.storage.getConnection('fake:42')).not.toBeNull()
    stores.close()
  })
})
