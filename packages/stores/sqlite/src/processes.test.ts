import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { aConnection } from '@social/testkit/application'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { KEY, nextMessage, startProgram, TemporaryFolder } from './__fixtures__/files.js'
import { sqliteStores } from './stores.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(program: string, ...args: readonly string[]): ChildProcess {
  const child = startProgram(program, ...args)
  started.push(child)
  return child
}

describe('a process that is killed during a write', () => {
  it('leaves every reported save, and no partial write', async () => {
    const path = folder.file()
    let reported = 0
    for (const saves of [1, 4, 9]) {
      const child = start('writer', path, String(reported + 1))
      child.on('message', (generation) => {
        reported = Number(generation)
      })
      for (let count = 0; count < saves; count += 1) await nextMessage(child)
      child.kill('SIGKILL')
      await once(child, 'exit')

      const stores = sqliteStores(path, { key: KEY })
      const stored = await stores.storage.getConnection('fake:42')
      const generation = Number(stored?.extra['generation'])
      expect(generation).toBeGreaterThanOrEqual(reported)
      expect(stored?.token.accessToken).toBe(`access-${generation}`)
      expect(stored?.token.refreshToken).toBe(`refresh-${generation}`)
      const entry = await stores.journal.open(
        { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' },
        'print',
        { leaseSeconds: 0.001 },
      )
      const receipt = 'receipt' in entry ? entry.receipt : null
      expect(Number(receipt?.['generation'])).toBeGreaterThanOrEqual(reported)
      stores.close()
      const database = new DatabaseSync(path)
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      database.close()
      reported = generation
    }
  })
})

describe('many processes', () => {
  it('renew an expired token once, although several calls find it', async () => {
    const [path, log] = [folder.file(), `${folder.file()}.log`]
    const stores = sqliteStores(path)
    await stores.storage.saveConnection(
      aConnection({ token: { refreshToken: 'refresh-old', expiresAt: '2020-01-01T00:00:00Z' } }),
    )
    const children = Array.from({ length: 4 }, () => start('renewer', path, log, '1000'))
    await Promise.all(children.map((child) => nextMessage(child)))
    const answers = children.map((child) => nextMessage(child))
    for (const child of children) child.send('go')
    const tokens = await Promise.all(answers)

    expect(tokens.flat()).toEqual(Array.from({ length: 4_000 }, () => 'access-new'))
    expect(readFileSync(log, 'utf8')).toBe('refresh-old\n')
    expect((await stores.storage.getConnection('fake:42'))?.token.refreshToken).toBe('refresh-new')
    stores.close()
  })

  it('open a missing file at the same time', async () => {
    const path = folder.file()
    const children = Array.from({ length: 4 }, () => start('competitor'))
    await Promise.all(children.map((child) => nextMessage(child)))
    const answers = children.map((child) => nextMessage(child))
    for (const child of children) child.send({ id: 1, task: 'open', args: { path, key: KEY } })

    expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => ({ id: 1, value: null })))
    expect(existsSync(path)).toBe(true)
  })
})
