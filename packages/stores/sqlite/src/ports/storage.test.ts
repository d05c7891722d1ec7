import { aConnection } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { KEY, TemporaryFolder } from '../__fixtures__/files.js'
import { sqliteStores } from '../stores.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const withToken = (accessToken: string, refreshToken = 'refresh') =>
  aConnection({ token: { accessToken, refreshToken } })

describe('cached connections', () => {
  it('are the same object until the row changes', async () => {
    using stores = sqliteStores(folder.file(), { key: KEY })
    const { storage } = stores
    const saved = withToken('one')
    await storage.saveConnection(saved)
    expect(await storage.getConnection('fake:42')).toBe(saved)

    const next = withToken('two')
    expect(await storage.saveRenewed(next, saved)).toBe(true)
    expect(await storage.getConnection('fake:42')).toBe(next)
    await storage.deleteConnection('fake:42')
    expect(await storage.getConnection('fake:42')).toBeNull()
  })

  it('are unsealed once for several reads', async () => {
    const path = folder.file()
    using writer = sqliteStores(path, { key: KEY })
    using reader = sqliteStores(path, { key: KEY })
    await writer.storage.saveConnection(withToken('one'))
    const first = await reader.storage.getConnection('fake:42')

    expect(first?.token.accessToken).toBe('one')
    expect(await reader.storage.getConnection('fake:42')).toBe(first)
    await writer.storage.saveConnection(withToken('two'))
    expect((await reader.storage.getConnection('fake:42'))?.token.accessToken).toBe('two')
  })

  it('are limited to a thousand, and the least recently used one is dropped first', async () => {
    using stores = sqliteStores(':memory:')
    const { storage } = stores
    const all = Array.from({ length: 1_001 }, (_nothing, at) => aConnection({ accountId: String(at) }))
    for (const each of all.slice(0, 1_000)) await storage.saveConnection(each)
    expect(await storage.getConnection('fake:0')).toBe(all[0])
    await storage.saveConnection(aConnection({ accountId: '1000' }))

    expect(await storage.getConnection('fake:0')).toBe(all[0])
    expect(await storage.getConnection('fake:2')).toBe(all[2])
    const read = await storage.getConnection('fake:1')
    expect(read).toEqual(all[1])
    expect(read).not.toBe(all[1])
  })
})

describe('a renewal', () => {
  it('is saved over a token that another process stored in another form', async () => {
    const path = folder.file()
    using plain = sqliteStores(path)
    await plain.storage.saveConnection(withToken('one'))
    using sealed = sqliteStores(path, { key: KEY })
    const read = await sealed.storage.getConnection('fake:42')
    // `reseal` changes the stored text of the connection, but not its token.
    await sealed.reseal()

    expect(await sealed.storage.saveRenewed(withToken('two'), read ?? withToken('none'))).toBe(true)
    expect((await sealed.storage.getConnection('fake:42'))?.token.accessToken).toBe('two')
  })

  it('reads again if another process writes in the meantime', async () => {
    const path = folder.file()
    using ours = sqliteStores(path, { key: KEY })
    using theirs = sqliteStores(path, { key: KEY })
    const one = withToken('one')
    await theirs.storage.saveConnection(one)
    // Both calls encrypt concurrently. The first one to write wins, and the second one finds that
    // the text it read has changed.
    const won = await Promise.all([
      ours.storage.saveRenewed(withToken('ours'), one),
      theirs.storage.saveRenewed(withToken('theirs'), one),
    ])

    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await ours.storage.getConnection('fake:42'))?.token.accessToken).toBe(won[0] ? 'ours' : 'theirs')
  })
})
