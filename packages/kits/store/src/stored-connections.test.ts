import { aConnection, anApp } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'
import { Sealer } from './sealer.js'
import { appRowId, sealApp, StoredConnections, unsealApp } from './stored-connections.js'

const NAMES = { factory: 'someStores', whole: 'schema' }
const sealed = () => new Sealer(new KeyRing([KEY]), NAMES, () => false)

it('returns the stored connection, and the same object while its row is unchanged', async () => {
  const rows = new StoredConnections(sealed())
  const connection = aConnection({ accountId: '1' })
  const body = await rows.seal(connection)
  expect(body).not.toContain(connection.token.accessToken)

  const read = await rows.revive(connection.id, body)
  expect([read.id, read.token.accessToken]).toEqual([connection.id, connection.token.accessToken])
  expect(await rows.revive(connection.id, body)).toBe(read)
  expect(await rows.revive(connection.id, await rows.seal(connection))).not.toBe(read)
})

it('creates a new object after the row was deleted', async () => {
  const rows = new StoredConnections(sealed())
  const connection = aConnection()
  const body = await rows.seal(connection)
  rows.remember(connection, body)
  expect(await rows.revive(connection.id, body)).toBe(connection)
  rows.forget(connection.id)
  expect(await rows.revive(connection.id, body)).not.toBe(connection)
})

it('caches a thousand connections, and removes the least recently used one', async () => {
  const rows = new StoredConnections(new Sealer(null, NAMES, () => true))
  const connections = Array.from({ length: 1001 }, (_, index) => aConnection({ accountId: String(index) }))
  const bodies = await Promise.all(connections.map((connection) => rows.seal(connection)))
  const remembers = async (index: number) => {
    const connection = connections[index]
    return (await rows.revive(connection?.id ?? '', bodies[index] ?? '')) === connection
  }
  const keep = (from: number, to: number) => {
    for (const [index, connection] of connections.slice(from, to).entries())
      rows.remember(connection, bodies[from + index] ?? '')
  }
  keep(0, 1000)
  expect(await remembers(0)).toBe(true)
  keep(1000, 1001)
  expect([await remembers(0), await remembers(2), await remembers(1000)]).toEqual([true, true, true])
  expect(await remembers(1)).toBe(false)
})

it('refuses a row that contains another account, or another app', async () => {
  const plain = new Sealer(null, NAMES, () => true)
  const rows = new StoredConnections(plain)
  const body = await rows.seal(aConnection({ accountId: '1' }))
  const other = aConnection({ accountId: '2' }).id
  await expect(rows.revive(other, body)).rejects.toThrow(`The connection ${other} cannot be read`)

  const app = anApp({ platform: 'fake' })
  const stored = await sealApp(plain, app)
  const rowId = appRowId('fake', app.host)
  expect((await unsealApp(plain, rowId, stored)).clientId).toBe(app.clientId)
  await expect(unsealApp(plain, appRowId('fake', 'other.example'), stored)).rejects.toThrow('another app')
})
