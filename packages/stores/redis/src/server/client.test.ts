import { createClientPool, createSentinel } from 'redis'
import { describe, expect, it } from 'vitest'

import { canStart, ownServer } from '../__fixtures__/own-server.js'
import { redisStores } from '../stores.js'
import { commandOf } from './client.js'

const command = (): string[] => ['HGET', 'key', 'field']

describe('a client', () => {
  it('is called by its own method, which is detected by its properties', async () => {
    const asked: unknown[][] = []
    const sendCommand = (...given: unknown[]): Promise<unknown> => {
      asked.push(given)
      return Promise.resolve('OK')
    }
    const clients = [
      { sendCommand },
      { sendCommand, isReady: true },
      { sendCommand, slots: [] },
      { sendCommand, getSentinelNode: () => null },
      { sendCommand: () => Promise.reject(new Error('of ioredis')), call: sendCommand },
      sendCommand,
    ]
    for (const client of clients) await commandOf(client)(command(), 'key')

    expect(asked).toEqual([
      [command()],
      [command(), { timeout: 0 }],
      ['key', false, command()],
      [false, command()],
      ['HGET', 'key', 'field'],
      [command(), 'key'],
    ])
  })

  it('may be a sentinel of node-redis, which is detected by its methods', () => {
    const sentinel = createSentinel({ name: 'primary', sentinelRootNodes: [{ host: '127.0.0.1', port: 1 }] })

    expect('getSentinelNode' in sentinel).toBe(true)
    expect(redisStores(sentinel)).toHaveProperty('storage')
  })
})

describe.runIf(canStart)('a pool of node-redis', () => {
  const own = ownServer()

  it('works like a client', async () => {
    const pool = createClientPool({ url: own.server.url })
    pool.on('error', () => {})
    await pool.connect()
    const { markers } = redisStores(pool)
    await markers.save('fake:42', 'comments', '7')
    expect(await markers.load('fake:42', 'comments')).toBe('7')
    pool.destroy()
  })
})
