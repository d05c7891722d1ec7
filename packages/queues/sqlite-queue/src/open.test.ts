import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { ConfigError } from '@social/core/store'
import { sqliteStores } from '@social/sqlite'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from './__fixtures__/files.js'
import { sqliteQueue } from './open.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const JOB = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }

async function newerFile(versions: number): Promise<string> {
  const path = folder.file()
  await sqliteQueue(path).close()
  const newer = new DatabaseSync(path)
  newer.exec("ALTER TABLE social_jobs ADD COLUMN added_later TEXT NOT NULL DEFAULT ''")
  newer.exec(`UPDATE social_jobs_schema SET version = version + ${versions}`)
  newer.close()
  return path
}

describe('sqliteQueue', () => {
  it('shares the file of the stores, by path or by URL, and creates it for its owner alone', async () => {
    const path = folder.file()
    const queue = sqliteQueue(path)
    using stores = sqliteStores(path)
    const other = sqliteQueue(pathToFileURL(path))
    expect([await queue.add(JOB), await other.add(JOB)]).toEqual([true, false])
    expect([...stores.connectionIds()]).toEqual([])
    expect(statSync(path).mode & 0o077).toBe(process.platform === 'win32' ? statSync(path).mode & 0o077 : 0)
    await queue.close()
    await other.close()
  })

  it.each([
    ['', {}, 'sqliteQueue needs the path of a file'],
    [':memory:', {}, 'Use InMemoryJobQueue'],
    ['jobs.db', { leaseSecond: 1 }, 'leaseSecond'],
    ['jobs.db', { leaseSeconds: 0 }, 'leaseSeconds must be a number of seconds above 0'],
    ['jobs.db', { answerSeconds: Number.NaN }, 'answerSeconds must be'],
    ['jobs.db', { clock: {} }, 'clock must be a clock'],
  ])('refuses %j with %o', (path, options, said) => {
    const open = () => sqliteQueue(path, options as never)
    expect(open).toThrow(ConfigError)
    expect(open).toThrow(said)
  })

  it('refuses a folder, and a file that is not a database', () => {
    const [directory, text] = [folder.file(), folder.file()]
    mkdirSync(directory)
    writeFileSync(text, 'This is not a database. '.repeat(50))
    expect(() => sqliteQueue(directory)).toThrow('is not a file')
    expect(() => sqliteQueue(text)).toThrow('is not an SQLite database')
  })

  it('works with tables that are one version newer, as during a deploy', async () => {
    const queue = sqliteQueue(await newerFile(1))
    expect(await queue.add(JOB)).toBe(true)
    expect(await queue.read('p1')).toMatchObject({ state: 'WAITING' })
    await queue.close()
  })

  it('refuses tables that are two versions newer', async () => {
    const path = await newerFile(2)
    expect(() => sqliteQueue(path)).toThrow('Update @social/sqlite-queue.')
  })
})
