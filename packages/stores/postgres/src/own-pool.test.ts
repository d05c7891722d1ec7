import { inspect } from 'node:util'

import { generation } from '@social-internal/servers/port-calls'
import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { hasPostgres, usingPostgres } from './__fixtures__/at-postgres.js'
import { postgresStores } from './stores.js'

const database = usingPostgres()

describe.runIf(hasPostgres)('stores that were given an address', () => {
  it('open a pool of their own at the first call, and end it with close', async () => {
    const stores = postgresStores(database.url, { schema: database.schema() })
    await stores.migrate()
    await stores.storage.saveConnection(generation(1))
    const ids: string[] = []
    for await (const id of stores.connectionIds()) ids.push(id)
    await stores.close()
    await stores.close()

    expect(ids).toEqual(['fake:42'])
    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/the pool was closed/)
  })

  it('are closed without ever having been used', async () => {
    await expect(postgresStores(database.url).close()).resolves.toBeUndefined()
  })

  it('say that nobody is let in without repeating the password', async () => {
    const url = new URL(database.url)
    url.username = 'nobody_here'
    url.password = 'hunter2'
    const stores = postgresStores(url.href)
    const error: unknown = await stores.markers.load('a', 'b').catch((reason: unknown) => reason)
    await stores.close()

    expect(ConfigError.is(error)).toBe(true)
    expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|postgres:\/\//)
  })
})
