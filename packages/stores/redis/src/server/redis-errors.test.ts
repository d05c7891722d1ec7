import { ConfigError, NetworkError } from '@social/core/store'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'

import { redisStores } from '../stores.js'
import { isUnknownScript, troubleOf } from './redis-errors.js'

const withCode = (code: string): Error =>
  Object.assign(new Error('connect to redis://me:hunter2@host'), { code })

describe('an error of a client', () => {
  it.each([
    "READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'CLUSTERDOWN The cluster is down',
    'MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to no.',
    'NOREPLICAS Not enough good replicas to write.',
    'EXECABORT Transaction discarded because of previous errors.',
    'ERR Error running script: -READONLY You cannot write against a read only replica. script: abc',
    'ERR max number of clients reached',
    'Socket closed unexpectedly',
    'Connection is closed.',
    'Command timed out',
  ])('is temporary: %s', (message) => {
    const { error, isPassing } = troubleOf(new Error(message))
    expect(isPassing).toBe(true)
    expect(NetworkError.is(error)).toBe(true)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])(
    'is temporary, and reported without the address: %s',
    (code) => {
      const { error, isPassing } = troubleOf(withCode(code))
      expect(isPassing).toBe(true)
      expect(error.message).toContain(code)
      expect(error.message).not.toContain('hunter2')
      expect(error.cause).toBeUndefined()
    },
  )

  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'. hunter2", 'maxmemory'],
    ['MISCONF Redis is configured to save RDB snapshots hunter2', 'disk'],
  ])('of a server without space is an outage that is reported immediately: %s', (message, advice) => {
    const { error, isPassing } = troubleOf(new Error(message))
    expect([isPassing, NetworkError.is(error)]).toEqual([false, true])
    expect(String(error)).toContain(advice)
    expect(String(error)).not.toContain('hunter2')
  })

  it.each([
    ['NOAUTH Authentication required.', 'Configure one in the client'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'refuses the user name'],
    ["NOPERM this user has no permissions to run the 'hset' command", 'Allow the keys'],
    [
      'WRONGTYPE Operation against a key holding the wrong kind of value',
      'prefix that no other program uses',
    ],
    ['something hunter2 nobody knows', 'unknown error'],
  ])('is reported immediately, with the required action and without its own text: %s', (message, advice) => {
    const thrown = Object.assign(new Error(message), { command: { args: ['hunter2'] } })
    const { error, isPassing } = troubleOf(thrown)
    expect(isPassing).toBe(false)
    expect(ConfigError.is(error)).toBe(true)
    expect(error.message).toContain(advice)
    expect(error.message).not.toContain('hunter2')
    expect(error.cause).toBeUndefined()
  })

  it('may be a value that is not an error', () => {
    for (const thrown of [undefined, null, 'text', 7, Object.create(null)])
      expect(ConfigError.is(troubleOf(thrown).error)).toBe(true)
  })

  it('distinguishes an unknown script from other errors', () => {
    expect(isUnknownScript(new Error('NOSCRIPT No matching script.'))).toBe(true)
    expect(isUnknownScript(new Error('ERR unknown command'))).toBe(false)
  })
})

describe('redisStores', () => {
  it('reports a client of either package that is not connected', async () => {
    const stores = redisStores(createClient({ url: 'redis://127.0.0.1:1' }))
    await expect(stores.markers.load('a', 'b')).rejects.toThrow(/client is closed. Connect it first/)
    const client = new Redis({ lazyConnect: true, port: 1, retryStrategy: () => null })
    client.on('error', () => {})
    const other = redisStores(client, { timeoutSeconds: 0.2 })
    await expect(other.markers.load('a', 'b')).rejects.toThrow(NetworkError)
    client.disconnect()
  })

  it.each([null, undefined, {}, 'redis://127.0.0.1', { call: 1 }])('refuses %j as a client', (client) => {
    // @ts-expect-error -- what the compiler refuses as well
    expect(() => redisStores(client)).toThrow(/needs a connected client of node-redis/)
  })

  it.each([
    [{ prefix: 'a{b}' }, /prefix must be text/],
    [{ prefix: '' }, /prefix must be text/],
    [{ timeoutSeconds: 0 }, /timeoutSeconds must be a number above 0/],
    [{ journalDays: Number.NaN }, /journalDays/],
    [{ seenDays: -1 }, /seenDays/],
    [{ key: undefined }, /key is undefined. Set it/],
    [{ keys: [] }, /keys is empty/],
  ])('refuses the options %j', (options, message) => {
    expect(() => redisStores(async () => null, options)).toThrow(message)
  })

  it('refuses an unknown option, and a value of acceptLoss other than true or false', () => {
    // @ts-expect-error -- what the compiler refuses as well
    expect(() => redisStores(async () => null, { prefxi: 'a' })).toThrow(/does not know the option "prefxi"/)
    // @ts-expect-error -- what the compiler refuses as well
    expect(() => redisStores(async () => null, { acceptLoss: 'yes' })).toThrow(
      /acceptLoss must be true or false/,
    )
  })

  it('refuses replies that are not text, as from a client that returns buffers', async () => {
    const stores = redisStores(async () => Buffer.from('text'))
    await expect(stores.markers.load('a', 'b')).rejects.toThrow(/a client that returns text/)
  })

  it('passes only the stores to a client', () => {
    expect(Object.keys({ ...redisStores(async () => null) }).toSorted()).toEqual(
      ['storage', 'locks', 'loginMemory', 'seenUpdates', 'journal', 'markers', 'spendingCounter'].toSorted(),
    )
  })
})
