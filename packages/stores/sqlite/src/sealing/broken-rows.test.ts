import { inspect } from 'node:util'

import { loginNotes } from '@social-internal/shared-tests/login-notes'
import { ConfigError, type JournalKey, toRecord } from '@social/core/store'
import { aConnection, anApp } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { behind, KEY, TemporaryFolder } from '../__fixtures__/files.js'
import { type SqliteStores, sqliteStores } from '../stores.js'

const SECRET = 'hunter2'
const MINUTE = { leaseSeconds: 60 }
const OPEN: JournalKey = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'open' }
const DONE: JournalKey = { ...OPEN, idempotencyKey: 'done' }
const notes = loginNotes()

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

async function fill({ storage, loginMemory, journal }: SqliteStores): Promise<void> {
  await storage.saveConnection(aConnection())
  await storage.saveApp(anApp())
  await loginMemory.keep('state', notes, { lifetimeSeconds: 600 })
  for (const key of [OPEN, DONE]) {
    const entry = await journal.open(key, 'print', MINUTE)
    const claim = 'claim' in entry ? entry.claim : ''
    await journal.save(key, claim, { step: 'WAIT' }, MINUTE)
    await (key === DONE ? journal.finish(key, claim, { id: '1' }) : journal.release(key, claim))
  }
}

/** For each kind of row: its column, a function that reads it, and its name in messages. */
const ROWS: Readonly<
  Record<
    string,
    { table: string; column: string; read: (stores: SqliteStores) => Promise<unknown>; place: string }
  >
> = {
  connection: {
    table: 'social_connections',
    column: 'body',
    read: ({ storage }) => storage.getConnection('fake:42'),
    place: 'The connection fake:42',
  },
  app: {
    table: 'social_apps',
    column: 'body',
    read: ({ storage }) => storage.getApp('fake', null),
    place: 'The app ["fake",null]',
  },
  notes: {
    table: 'social_login_notes',
    column: 'body',
    read: ({ loginMemory }) => loginMemory.lookUp('state'),
    place: 'The sign-in ',
  },
  receipt: {
    table: 'social_journal',
    column: 'receipt',
    read: ({ journal }) => journal.open(OPEN, 'print', MINUTE),
    place: 'The receipt ["fake:42","post","open"]',
  },
  result: {
    table: 'social_journal',
    column: 'result',
    read: ({ journal }) => journal.open(DONE, 'print', MINUTE),
    place: 'The result ["fake:42","post","done"]',
  },
}

function overwrite(path: string, kind: string, text = ''): void {
  const { table, column } = ROWS[kind] ?? {}
  behind(path, `UPDATE ${table} SET ${column} = '${text}' WHERE ${column} IS NOT NULL`)
}

const ANY = ['connection', 'app', 'notes', 'receipt', 'result']
const RECORDS = ['connection', 'app']
const asText = (value: unknown): string => JSON.stringify(value)
const header = (value: unknown): string => Buffer.from(asText(value)).toString('base64url')

/** Invalid texts, and the kinds of rows in which each text replaces the stored value. */
const BROKEN: readonly (readonly [what: string, kinds: readonly string[], body: string, message: RegExp])[] =
  [
    [
      'truncated',
      ANY,
      `{"a":"${SECRET}`,
      /the stored text is not JSON\. Restore it from a backup, or delete/,
    ],
    ['nonsense', ANY, SECRET, /neither sealed nor JSON/],
    ['a list', ANY, asText([SECRET]), /neither sealed nor JSON/],
    [
      'sealed with a key of a wrong name',
      ANY,
      `${header({ kid: SECRET })}.a.b.c.d`,
      /neither sealed nor JSON/,
    ],
    ['sealed with a key without a name', ANY, `${header([SECRET])}.a.b.c.d`, /neither sealed nor JSON/],
    ['sealed with no header', ANY, `${header(null)}.${SECRET}`, /neither sealed nor JSON/],
    ['of another kind', RECORDS, asText({ kind: SECRET, version: 1 }), /its kind is unknown/],
    [
      'of a later version',
      ['connection'],
      asText({ kind: 'CONNECTION', version: 2 }),
      /has version 2\. .*Update/,
    ],
    [
      'of a later version',
      ['app'],
      asText({ kind: 'APP_CREDENTIALS', version: 2 }),
      /has version 2\. .*Update/,
    ],
    [
      'of no version',
      ['connection'],
      asText({ kind: 'CONNECTION', version: SECRET }),
      /version of the wrong type/,
    ],
    [
      'without a token',
      ['connection'],
      asText({ kind: 'CONNECTION', version: 1, token: SECRET }),
      /cannot be read/,
    ],
    [
      'of another account',
      ['connection'],
      asText(toRecord(aConnection({ accountId: SECRET }))),
      /the row contains another account/,
    ],
    ['of another app', ['app'], asText(toRecord(anApp({ host: SECRET }))), /the row contains another app/],
    ...[
      {},
      { ...notes, platform: 1 },
      { ...notes, scopes: SECRET },
      { ...notes, redirectUri: null },
      { ...notes, remember: SECRET },
      { ...notes, remember: null },
    ].map((each) => ['no notes', ['notes'], asText(each), /no notes of a sign-in/] as const),
  ]

describe('a row that cannot be read', () => {
  it.each(
    BROKEN.flatMap(([what, kinds, body, message]) => kinds.map((kind) => ({ what, kind, body, message }))),
  )('is named and not quoted: $kind $what', async ({ kind, body, message }) => {
    const path = folder.file()
    using stores = sqliteStores(path)
    await fill(stores)
    const row = ROWS[kind]
    overwrite(path, kind, body)
    const error: unknown = await row?.read(stores).catch((reason: unknown) => reason)

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain(row?.place)
    expect(String(error)).toMatch(message)
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET)
  })

  it('is not read as a time if its number is too large', async () => {
    const path = folder.file()
    using stores = sqliteStores(path)
    await stores.seenUpdates.claim('update', MINUTE)
    behind(path, 'UPDATE social_seen_updates SET expires_at = 9223372036854775807')

    await expect(stores.seenUpdates.claim('update', MINUTE)).rejects.toThrow(
      `A row of ${path} contains a number that is not a valid time.`,
    )
    await expect(stores.seenUpdates.claim('update', MINUTE)).rejects.toBeInstanceOf(ConfigError)
  })
})

/**
 * Rows in plain text, as an attacker with access to the file but without the key would write them.
 */
const PLANTED: Readonly<Record<string, string>> = {
  connection: asText(toRecord(aConnection({ token: { accessToken: 'planted' } }))),
  app: asText(toRecord(anApp({ clientId: 'planted' }))),
  notes: asText({ ...notes, platform: 'planted' }),
  receipt: asText({ step: 'planted' }),
  result: asText({ id: 'planted' }),
}

describe('an unsealed row in a sealed file', () => {
  it.each(Object.keys(PLANTED))('is refused: %s', async (kind) => {
    const path = folder.file()
    using stores = sqliteStores(path, { key: KEY })
    await fill(stores)
    const row = ROWS[kind]
    overwrite(path, kind, PLANTED[kind])

    await expect(row?.read(stores)).rejects.toThrow(/ is not sealed, but every row of this file must be/)
    await expect(row?.read(stores)).rejects.toThrow(row?.place)
    await expect(row?.read(stores)).rejects.toBeInstanceOf(ConfigError)
    await expect(stores.reseal()).rejects.toThrow(row?.place)
  })

  it('is accepted while the rows from before the first key are unsealed, and refused afterwards', async () => {
    const path = folder.file()
    using plain = sqliteStores(path)
    await fill(plain)
    using sealing = sqliteStores(path, { key: KEY })
    using other = sqliteStores(path, { key: KEY })
    expect((await other.storage.getConnection('fake:42'))?.id).toBe('fake:42')
    await sealing.reseal()
    overwrite(path, 'connection', PLANTED['connection'])

    await expect(sealing.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
    // `other` simulates a second process that had the file open during `reseal`.
    await expect(other.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
  })

  it.each([
    ['a proof that is made up', "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'", 'name'],
    ['a short proof', "'AAAA'", 'name'],
    ['a key that is not ours', "'AAAA'", "'unknown'"],
  ])('is not accepted because of %s', async (_what, proof, name) => {
    const path = folder.file()
    using stores = sqliteStores(path, { key: KEY })
    await fill(stores)
    behind(path, `INSERT INTO social_unsealed (key_name, proof) SELECT ${name}, ${proof} FROM social_keys`)
    overwrite(path, 'connection', PLANTED['connection'])

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
  })

  it('is refused in a file that got its key when it was empty', async () => {
    const path = folder.file()
    sqliteStores(path).close()
    using stores = sqliteStores(path, { key: KEY })
    behind(path, `INSERT INTO social_connections (id, body) VALUES ('fake:42', '${PLANTED['connection']}')`)

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
  })

  it('is refused after the names of the keys were deleted', async () => {
    const path = folder.file()
    const before = sqliteStores(path, { key: KEY })
    await fill(before)
    before.close()
    behind(path, 'DELETE FROM social_keys')
    overwrite(path, 'connection', PLANTED['connection'])
    using stores = sqliteStores(path, { key: KEY })

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
    expect((await stores.storage.getApp('fake', null))?.clientId).toBe(anApp().clientId)
  })

  it('is refused after a second key was added', async () => {
    const path = folder.file()
    const before = sqliteStores(path, { key: KEY })
    await fill(before)
    before.close()
    overwrite(path, 'connection', PLANTED['connection'])
    using stores = sqliteStores(path, { keys: ['b'.repeat(64), KEY] })

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/is not sealed/)
  })
})
