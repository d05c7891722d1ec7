import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'

import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { ConfigError, type JournalKey } from '@social/core/store'
import { aConnection, anApp } from '@social/testkit/application'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { afterAll, describe, expect, it } from 'vitest'

import { behind, KEY, OTHER_KEY, TemporaryFolder } from '../__fixtures__/files.js'
import { type SqliteStores, sqliteStores } from '../stores.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const MINUTE = { leaseSeconds: 60 }
const JOURNAL_KEY: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
const DONE_KEY: JournalKey = { ...JOURNAL_KEY, idempotencyKey: 'done' }
const SECRETS =
  /access-secret|refresh-secret|client-secret|pkce-secret|receipt-secret|result-secret|state-secret/
const connection = aConnection({
  token: { accessToken: 'access-secret', refreshToken: 'refresh-secret' },
})

const notes = loginNotes({ remember: { verifier: 'pkce-secret' } })

async function fill(stores: SqliteStores): Promise<void> {
  await stores.storage.saveConnection(connection)
  await stores.storage.saveApp(anApp({ clientSecret: 'client-secret' }))
  await stores.loginMemory.keep('state-secret', notes, { lifetimeSeconds: 600 })
  for (const key of [JOURNAL_KEY, DONE_KEY]) {
    const entry = await stores.journal.open(key, 'print', MINUTE)
    if (!('claim' in entry)) continue
    await stores.journal.save(key, entry.claim, { session: 'receipt-secret' }, MINUTE)
    if (key === DONE_KEY) await stores.journal.finish(key, entry.claim, { raw: 'result-secret' })
    else await stores.journal.release(key, entry.claim)
  }
}

/** Reads back all secrets that were stored, and returns them as one text. */
async function read(stores: SqliteStores): Promise<string> {
  const stored = await stores.storage.getConnection('fake:42')
  const app = await stores.storage.getApp('fake', null)
  const open = await stores.journal.open(JOURNAL_KEY, 'print', MINUTE)
  if ('claim' in open) await stores.journal.release(JOURNAL_KEY, open.claim)
  return JSON.stringify([
    stored?.token.accessToken,
    stored?.token.refreshToken,
    app?.clientSecret,
    await stores.loginMemory.lookUp('state-secret'),
    'receipt' in open ? open.receipt : null,
    await stores.journal.open(DONE_KEY, 'print', MINUTE),
  ])
}

const ALL = ['access', 'refresh', 'client', 'pkce', 'receipt', 'result'].map((what) => `${what}-secret`)

async function expectWhole(stores: SqliteStores): Promise<void> {
  const text = await read(stores)
  for (const secret of ALL) expect(text).toContain(secret)
}

/** Returns all bytes that the database has on disk, including the write-ahead log. */
const bytesOf = (path: string): string =>
  [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')

describe('a sealed file', () => {
  it('contains no plain secret, and returns all of them', async () => {
    const path = folder.file()
    const stores = sqliteStores(path, { key: KEY })
    await fill(stores)

    expect(bytesOf(path)).not.toMatch(SECRETS)
    expect(bytesOf(path)).not.toContain(KEY)
    await expectWhole(stores)
    stores.close()
    const again = sqliteStores(path, { key: KEY })
    await expectWhole(again)
    again.close()
  })

  it('differs from an unsealed file, which contains secrets, but never a sign-in state', async () => {
    const path = folder.file()
    const stores = sqliteStores(path)
    await fill(stores)

    for (const secret of ALL) expect(bytesOf(path)).toContain(secret)
    expect(bytesOf(path)).not.toContain('state-secret')
    stores.close()
  })

  it('can be opened with the key by any JOSE library', async () => {
    const path = folder.file()
    const stores = sqliteStores(path, { key: KEY })
    await stores.storage.saveConnection(connection)
    stores.close()
    const row = behind(path, 'SELECT body FROM social_connections') as { body: string } // safe cast: this test saved one row, and `body` is its only selected column
    const { plaintext, protectedHeader } = await compactDecrypt(row.body, Buffer.from(KEY, 'hex'))

    expect(protectedHeader).toMatchObject({ alg: 'dir', enc: 'A256GCM', for: 'The connection fake:42' })
    expect(JSON.parse(Buffer.from(plaintext).toString())).toMatchObject({ kind: 'CONNECTION', version: 1 })
  })

  it.each([
    ['another key', { key: OTHER_KEY }, /sealed with the key "[\w-]{12}", which is missing from keys/],
    ['no key', {}, /is sealed\. Pass the key/],
  ])('is refused on opening with %s', async (_what, options, message) => {
    const path = folder.file()
    const stores = sqliteStores(path, { key: KEY })
    await fill(stores)
    stores.close()

    expect(() => sqliteStores(path, options)).toThrow(ConfigError)
    expect(() => sqliteStores(path, options)).toThrow(message)
  })

  it('ends with the last of several concurrent saves', async () => {
    const path = folder.file()
    const stores = sqliteStores(path, { key: KEY })
    const saves = Array.from({ length: 20 }, (_nothing, at) =>
      stores.storage.saveConnection(aConnection({ token: { accessToken: `access-${at}` } })),
    )
    const gone = stores.storage.saveConnection(aConnection({ accountId: 'gone' }))
    await Promise.all([...saves, gone, stores.storage.deleteConnection('fake:gone')])

    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-19')
    expect(await stores.storage.getConnection('fake:gone')).toBeNull()
    stores.close()
  })

  it('does not block after a failed save', async () => {
    const stores = sqliteStores(folder.file(), { key: KEY })
    const broken = aConnection({ extra: { circle: 1n } })

    await expect(stores.storage.saveConnection(broken)).rejects.toBeInstanceOf(ConfigError)
    await stores.storage.saveConnection(aConnection())
    expect(await stores.storage.getConnection('fake:42')).not.toBeNull()
    stores.close()
  })
})

describe('a row that was changed without the store', () => {
  it.each([
    [
      'changed',
      "UPDATE social_connections SET body = substr(body, 1, length(body) - 4) || 'AAAA'",
      /was changed/,
    ],
    ['moved to another account', "UPDATE social_connections SET id = 'fake:7'", /sealed for another place/],
    [
      'replaced by nonsense',
      "UPDATE social_connections SET body = 'nonsense'",
      /cannot be read: the stored text is neither sealed nor JSON/,
    ],
  ])('is refused if it was %s', async (_what, sql, message) => {
    const path = folder.file()
    const stores = sqliteStores(path, { key: KEY })
    await stores.storage.saveConnection(connection)
    stores.close()
    behind(path, sql)
    const again = sqliteStores(path, { key: KEY })
    const [id] = again.connectionIds()
    const error: unknown = await again.storage.getConnection(String(id)).catch((reason: unknown) => reason)

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toMatch(message)
    expect(inspect(error, { depth: 9 })).not.toMatch(SECRETS)
    again.close()
  })

  it('does not claim a journal entry whose receipt it cannot read', async () => {
    const path = folder.file()
    const theirs = sqliteStores(path, { keys: [OTHER_KEY] })
    await fill(theirs)
    const ours = sqliteStores(path, { keys: [KEY, OTHER_KEY] })
    const entry = await ours.journal.open({ ...JOURNAL_KEY, idempotencyKey: 'newer' }, 'print', MINUTE)
    const newer = { ...JOURNAL_KEY, idempotencyKey: 'newer' }
    const claim = 'claim' in entry ? entry.claim : ''
    await ours.journal.save(newer, claim, { session: 'receipt-secret' }, MINUTE)
    await ours.journal.release(newer, claim)

    // `theirs` belongs to a process without the new key.
    await expect(theirs.journal.open(newer, 'print', MINUTE)).rejects.toThrow(/not in keys/)
    expect((await ours.journal.open(newer, 'print', MINUTE)).state).toBe('CONTINUE')
    ours.close()
    theirs.close()
  })
})

describe('a key rotation', () => {
  it('reads with the old key, writes with the new one, and no longer needs the old one after resealing', async () => {
    const path = folder.file()
    const before = sqliteStores(path, { key: OTHER_KEY })
    await fill(before)
    before.close()
    const both = sqliteStores(path, { keys: [KEY, OTHER_KEY] })
    await expectWhole(both)
    both.close()
    expect(() => sqliteStores(path, { key: KEY })).toThrow(/after reseal\(\) has run/)

    const turning = sqliteStores(path, { keys: [KEY, OTHER_KEY] })
    expect(await turning.reseal()).toBe(5)
    expect(await turning.reseal()).toBe(0)
    await expectWhole(turning)
    turning.close()
    const after = sqliteStores(path, { key: KEY })
    await expectWhole(after)
    expect(bytesOf(path)).not.toMatch(SECRETS)
    after.close()
  })

  it('seals a file that was not sealed', async () => {
    const path = folder.file()
    const plain = sqliteStores(path)
    await fill(plain)
    plain.close()
    const sealing = sqliteStores(path, { key: KEY })
    await expectWhole(sealing)
    expect(await sealing.reseal()).toBe(5)
    await expectWhole(sealing)
    sealing.close()

    expect(() => sqliteStores(path)).toThrow(ConfigError)
    expect(behind(path, "SELECT count(*) AS n FROM social_connections WHERE body LIKE '{%'")).toEqual({
      n: 0,
    })
  })

  it('seals many rows, page by page', async () => {
    const path = folder.file()
    using plain = sqliteStores(path)
    for (let at = 0; at < 401; at += 1)
      await plain.storage.saveConnection(aConnection({ accountId: String(at) }))
    using sealing = sqliteStores(path, { key: KEY })

    expect(await sealing.reseal()).toBe(401)
    expect(behind(path, "SELECT count(*) AS n FROM social_connections WHERE body LIKE '{%'")).toEqual({
      n: 0,
    })
  })

  it('needs a key', async () => {
    const stores = sqliteStores(':memory:')

    await expect(stores.reseal()).rejects.toBeInstanceOf(ConfigError)
    stores.close()
  })
})
