import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ConfigError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

import { KEY, TemporaryFolder } from '../__fixtures__/files.js'
import { readSettings } from '../options.js'
import { sqliteStores } from '../stores.js'
import { openFile } from './file.js'
import { numberOf, optionalTextOf, Session, textOf } from './session.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())
afterEach(() => vi.restoreAllMocks())

const NORMAL = { durability: 'NORMAL', busySeconds: 1 } as const
const openOne = (): unknown => sqliteStores(folder.file())
const bytesOf = (path: string): string => readFileSync(path, 'latin1')

describe('a Node without node:sqlite', () => {
  it('gets a message with the required version', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    expect(openOne).toThrow(ConfigError)
    expect(openOne).toThrow(
      `@social/sqlite needs node:sqlite, which Node ${process.versions.node} does not have. Update Node to 22.19 or later.`,
    )
  })
})

describe('the SQL of this package', () => {
  it('contains no numbered parameter, because node:sqlite of Node 22.19 to 24.6 cannot bind them', () => {
    const source = join(import.meta.dirname, '..')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('__fixtures__'))
    const numbered = sources.filter((name) => /\?\d/.test(readFileSync(join(source, name), 'utf8')))

    expect(sources).toContain(join('ports', 'publish-journal.ts'))
    expect(numbered).toEqual([])
  })
})

describe('a session', () => {
  it('overwrites deleted data in both sessions', () => {
    const { durable, quick } = openFile(readSettings(folder.file(), {}))

    for (const session of [durable, quick]) {
      expect(session.row('PRAGMA secure_delete')).toEqual({ secure_delete: 1 })
      session.close()
    }
  })

  it('leaves no data of a deleted connection in the file', async () => {
    const path = folder.file()
    const stores = sqliteStores(path)
    await stores.storage.saveConnection(aConnection({ token: { accessToken: 'access-secret' } }))
    await stores.storage.saveConnection(aConnection({ accountId: '7' }))
    await stores.storage.deleteConnection('fake:42')
    stores.close()

    expect(bytesOf(path)).toContain('fake:7')
    expect(bytesOf(path)).not.toContain('access-secret')
  })

  it('leaves no plain data after everything is sealed, neither in the file nor in its log', async () => {
    const path = folder.file()
    const plain = sqliteStores(path)
    await plain.storage.saveConnection(aConnection({ token: { accessToken: 'access-secret' } }))
    plain.close()
    using stores = sqliteStores(path, { key: KEY })
    await stores.reseal()

    expect(bytesOf(path) + bytesOf(`${path}-wal`)).not.toContain('access-secret')
  })

  it('waits for whole milliseconds, rounded up', () => {
    const session = new Session(folder.file(), { durability: 'NORMAL', busySeconds: 0.0101 })

    expect(session.row('PRAGMA busy_timeout')).toEqual({ timeout: 11 })
    session.close()
  })

  it('rolls back the writes of a failed step, and works afterwards', () => {
    const session = new Session(folder.file(), NORMAL)
    session.script('CREATE TABLE things (name TEXT)')
    const failing = (): unknown =>
      session.transaction(() => {
        session.write('INSERT INTO things VALUES (?)', 'half')
        throw new Error('between two writes')
      })

    expect(failing).toThrow('between two writes')
    expect(session.rows('SELECT name FROM things')).toEqual([])
    expect(session.transaction(() => session.write('INSERT INTO things VALUES (?)', 'whole'))).toBe(1)
    expect(session.rows('SELECT name FROM things')).toEqual([{ name: 'whole' }])
    session.close()
  })

  it('rejects with the original failure if SQLite has ended the transaction itself', () => {
    const session = new Session(folder.file(), NORMAL)
    const failing = (): unknown =>
      session.transaction(() => {
        session.script('ROLLBACK')
        throw new Error('the disk is full')
      })

    expect(failing).toThrow('the disk is full')
    session.close()
  })

  it('passes errors of SQLite about a statement on', () => {
    const session = new Session(folder.file(), NORMAL)

    expect(() => session.row('SELECT missing FROM sqlite_schema')).toThrow(/no such column/)
    expect(() => session.row('SELECT missing FROM sqlite_schema')).not.toThrow(ConfigError)
    session.close()
  })

  it('refuses every use after it was closed', () => {
    const path = folder.file()
    const session = new Session(path, NORMAL)
    session.row('SELECT 1 AS one')
    session.close()
    session.close()

    for (const use of [
      () => session.row('SELECT 1 AS one'),
      () => session.rows('SELECT 1 AS one'),
      () => session.write('SELECT 1'),
      () => session.script('SELECT 1'),
      () => session.transaction(() => null),
    ])
      expect(use).toThrow(`${path} was closed. Close the stores after the client, not before.`)
  })

  it('reads text, optional text, and numbers', () => {
    const row = { text: 'a', nothing: null, number: 7 }

    expect(textOf(row, 'text')).toBe('a')
    expect([
      optionalTextOf(row, 'text'),
      optionalTextOf(row, 'nothing'),
      optionalTextOf(row, 'missing'),
    ]).toEqual(['a', null, null])
    expect(numberOf(row, 'number')).toBe(7)
  })
})
