import { once } from 'node:events'
import { createConnection } from 'node:net'

import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'

import { CuttingProxy } from './cutting-proxy.js'
import { leaveOut } from './leave-out.js'
import { emptyDatabase } from './postgres-database.js'
import { installedPostgres, startPostgres } from './postgres.js'
import { installedRedis, startRedis } from './redis.js'

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

describe.runIf(installedPostgres() !== null)('a separate PostgreSQL server', () => {
  it('keeps committed data when it is killed, creates databases, and ends when it is stopped', async () => {
    const server = await startPostgres({ durable: true })
    if (server === null) throw new Error('PostgreSQL is not installed.')
    const { url, remove } = await emptyDatabase(server.url())
    await ask(url, 'CREATE TABLE kept AS SELECT 1 AS one')
    await server.kill()
    await expect(ask(url, 'SELECT 1')).rejects.toThrow(/./)
    await server.start()
    expect(await ask(url, 'SELECT one FROM kept')).toEqual([[1]])

    await using proxy = await CuttingProxy.open(server.port)
    const through = url.replace(`:${server.port}/`, `:${proxy.port}/`)
    expect(await ask(through, 'SELECT one FROM kept')).toEqual([[1]])
    proxy.turn('CLOSED')
    await expect(ask(through, 'SELECT 1')).rejects.toThrow(/./)
    await remove()
    await expect(ask(url, 'SELECT 1')).rejects.toThrow(/does not exist/)
    await server.stop()
    await expect(ask(server.url(), 'SELECT 1')).rejects.toThrow(/./)
  })
})

describe.runIf(installedRedis() !== null)('a separate Redis server', () => {
  it('starts on a free port, starts again after it was killed, and ends when it is stopped', async () => {
    const server = await startRedis({ durable: true })
    if (server === null) throw new Error('Redis is not installed.')
    await server.kill()
    await server.start()
    const socket = createConnection(server.port, '127.0.0.1')
    await once(socket, 'connect')
    // The connection may be reset instead of closed.
    socket.on('error', () => {})
    const gone = new Promise((resolve) => {
      socket.once('close', () => resolve('gone'))
    })
    await server.stop()

    expect(await gone).toBe('gone')
  })
})

describe('leaveOut', () => {
  it('throws if the servers are required', () => {
    vi.stubEnv('SOCIAL_SERVERS_REQUIRED', '1')

    expect(() => leaveOut('the tests against a real PostgreSQL')).toThrow(/cannot be run: the tests against/)
  })
})
