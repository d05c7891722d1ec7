import { once } from 'node:events'
import { inspect } from 'node:util'

import { CuttingProxy } from '@social-internal/servers'
import { generation } from '@social-internal/servers/port-calls'
import { ConfigError, systemClock } from '@social/core/store'
import { describe, expect, it, vi } from 'vitest'

import { hasPostgres, usingPostgres } from '../__fixtures__/at-postgres.js'
import { OwnPool } from '../own-pool.js'
import { postgresStores } from '../stores.js'
import { toQuery } from './pool.js'

const database = usingPostgres()
const IN_TIME = { withinSeconds: 240, clock: systemClock }

describe.runIf(hasPostgres)('stores that were given a URL', () => {
  it('open their own pool at the first call, and end it in close', async () => {
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

  it('can be closed without having been used', async () => {
    await expect(postgresStores(database.url).close()).resolves.toBeUndefined()
  })

  it('report a refused login without the password', async () => {
    const url = new URL(database.url)
    url.username = 'nobody_here'
    url.password = 'hunter2'
    const stores = postgresStores(url.href)
    const error: unknown = await stores.markers.load('a', 'b').catch((reason: unknown) => reason)
    await stores.close()

    expect(ConfigError.is(error)).toBe(true)
    expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|postgres:\/\//)
  })

  it('are closed at the end of a `using` block', async () => {
    const stores = postgresStores(database.url, { schema: database.schema() })
    await stores.migrate()
    await stores[Symbol.asyncDispose]()

    await expect(stores.migrate()).rejects.toThrow(/the pool was closed/)
  })
})

const sockets = () => process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap').length

describe.runIf(hasPostgres)('the stores’ own pool', () => {
  it('has no open connection after its end, also no idle one', async () => {
    const before = sockets()
    const pool = new OwnPool(database.url)
    for (const client of [await pool.connect(), await pool.connect()]) client.release()
    expect(sockets()).toBeGreaterThan(before)
    await pool.end(IN_TIME)

    // The timeout is long for a busy machine. `pg` closes idle connections after ten seconds even
    // without `end`.
    await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before), { timeout: 120_000 })
  })

  it('ends with a warning if the server no longer responds', async () => {
    const before = sockets()
    const url = new URL(database.url)
    await using proxy = await CuttingProxy.open(Number(url.port || 5432))
    url.port = String(proxy.port)
    const pool = new OwnPool(url.href)
    for (const client of [await pool.connect(), await pool.connect()]) client.release()
    proxy.turn('FROZEN')
    const warned = once(process, 'warning')
    await pool.end({ withinSeconds: 0.2, clock: systemClock })

    expect(String(await warned)).toContain('did not respond within 0.2 seconds')
    proxy.turn('CLOSED')
    await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before), { timeout: 120_000 })
  })

  it('emits errors of cut idle connections to current listeners, and not to removed ones', async () => {
    const pool = new OwnPool(database.url)
    const reported: string[] = []
    const hear = (): void => void reported.push('stopped')
    pool.on('error', hear)
    pool.removeListener('error', hear)
    const cut = new Promise<void>((resolve) => pool.on('error', () => resolve()))
    const [idle, other] = [await pool.connect(), await pool.connect()]
    const { rows } = await idle.query(toQuery('SELECT pg_backend_pid()'))
    idle.release()
    const [pid] = rows.flat()
    await other.query(toQuery('SELECT pg_terminate_backend($1)', [pid]))
    other.release()

    await cut
    expect(reported).toEqual([])
    await pool.end(IN_TIME)
  })
})
