import { ConfigError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { canStart, ownServer } from './__fixtures__/own-server.js'
import { redisStores } from './stores.js'

const LEASE = { leaseSeconds: 60 }
const KEY = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'launch' }

describe.runIf(canStart)('the requirements of the stores', () => {
  const own = ownServer()

  it('include a server that drops nothing if its memory is full', async () => {
    const { stores, ask } = await own.connect('redis')
    await ask('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru')
    const refused = stores.locks.withLock('key', async () => null, LEASE)
    await expect(refused).rejects.toThrow(/maxmemory-policy volatile-lru.*Set maxmemory-policy noeviction/)
    await expect(stores.check()).rejects.toThrow(ConfigError)
    await ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    await stores.check()
  })

  it('include an append-only file, only for data that must not be lost', async () => {
    const { stores, ask } = await own.connect('redis')
    await ask('CONFIG', 'SET', 'appendonly', 'no')
    await expect(stores.storage.saveConnection(aConnection())).rejects.toThrow(
      /Set appendonly yes\..*acceptLoss/,
    )
    await expect(stores.journal.open(KEY, 'print', LEASE)).rejects.toThrow(ConfigError)
    await expect(stores.check()).rejects.toThrow(ConfigError)
    expect(await stores.locks.withLock('key', async () => 'ran', LEASE)).toBe('ran')
    expect(await stores.seenUpdates.claim('update', LEASE)).toMatchObject({ state: 'CLAIMED' })

    const { stores: careless } = await own.connect('redis', { acceptLoss: true })
    await careless.storage.saveConnection(aConnection())
    await ask('CONFIG', 'SET', 'appendonly', 'yes')
    expect((await stores.storage.getConnection('fake:42'))?.id).toBe('fake:42')
  })

  it('are checked again after a minute, because the server may have been reconfigured', async () => {
    let ahead = 0
    const clock = {
      now: () => new Date(),
      monotonic: () => performance.now() / 1000 + ahead,
      sleep: () => Promise.resolve(),
    }
    const { stores, ask } = await own.connect('redis', {
      clock: { ...clock, sleep: () => new Promise(() => {}) },
    })
    await stores.markers.save('fake:42', 'comments', '1')
    await ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    await stores.markers.save('fake:42', 'comments', '2')
    ahead += 61
    await expect(stores.markers.save('fake:42', 'comments', '3')).rejects.toThrow(/allkeys-lru/)
    await ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    expect(await stores.markers.load('fake:42', 'comments')).toBe('2')
  })

  it('are checked again after a fail-over, because another server may respond', async () => {
    const { ask } = await own.connect('redis')
    let failures = 0
    const { markers } = redisStores(async (command) => {
      if (command[0] === 'HGET' && failures === 0) {
        failures += 1
        await ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
        throw new Error("READONLY You can't write against a read only replica.")
      }
      return ask(...command)
    })
    await expect(markers.load('fake:42', 'comments')).rejects.toThrow(/allkeys-lru/)
    await ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    expect(await markers.load('fake:42', 'comments')).toBeNull()
  })

  it('refuse data that is more than one version newer, without changing it', async () => {
    const { stores, ask } = await own.connect('redis')
    await ask('HSET', '{social}:format', 'version', '3')
    await expect(stores.storage.saveConnection(aConnection())).rejects.toThrow(
      /have version 3.*supports version 1 and accepts at most 2. Update @social\/redis/,
    )
    expect(await ask('KEYS', '*')).toEqual(['{social}:format'])
    expect(await ask('HGETALL', '{social}:format')).toEqual({ version: '3' })
  })

  it('accept data that is one version newer, as during a deploy, and keep its version', async () => {
    const { stores, ask } = await own.connect('redis', { key: '07'.repeat(32) })
    await ask('HSET', '{social}:format', 'version', '2')
    await stores.storage.saveConnection(aConnection())

    expect(await stores.storage.getConnection('fake:42')).toEqual(aConnection())
    expect(await ask('HGET', '{social}:format', 'version')).toBe('2')
  })

  it('ignore keys with other prefixes: each prefix has separate stores', async () => {
    const { stores, ask } = await own.connect('redis')
    const { stores: others } = await own.connect('redis', { prefix: 'oth*r[a]' })
    await ask('SET', 'somebody', 'else')
    await stores.storage.saveConnection(aConnection())
    await others.journal.finishNew?.(KEY, 'print', { id: '1' })
    await stores.journal.finishNew?.(KEY, 'print', { id: '1' })

    expect(await others.storage.getConnection('fake:42')).toBeNull()
    expect(await others.journal.forgetBefore(new Date('2200-01-01T00:00:00Z'))).toBe(1)
    expect(await stores.journal.open(KEY, 'print', LEASE)).toMatchObject({ state: 'DONE' })
    expect(await ask('GET', 'somebody')).toBe('else')
  })

  it('convert the end of a busy entry to the caller’s clock, however wrong that clock is', async () => {
    const { ask, stores } = await own.connect('redis')
    await stores.journal.open(KEY, 'print', LEASE)
    const wrong = {
      now: () => new Date('2001-01-01T00:00:00Z'),
      monotonic: () => 7,
      sleep: () => new Promise<void>(() => {}),
    }
    const { stores: others } = await own.connect('redis', { clock: wrong })
    const entry = await others.journal.open(KEY, 'print', LEASE)
    const seconds = 'freeAt' in entry ? (entry.freeAt.getTime() - wrong.now().getTime()) / 1000 : null

    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await ask('TTL', '{social}:format')).toBe(-1)
  })

  it('give every holder of a lock a larger token, even if the last token was lost', async () => {
    const { stores, ask } = await own.connect('redis')
    const take = (key: string): Promise<number> =>
      stores.locks.withLock(key, async ({ fencingToken }) => Number(fencingToken), LEASE)
    const tokens = [await take('a'), await take('a'), await take('b')]
    await ask('DEL', '{social}:fence')
    tokens.push(await take('a'))

    expect(tokens.every((token, at) => token > (tokens[at - 1] ?? 0))).toBe(true)
  })

  it('free the lock of a dead holder within one lease after the clock was set back', async () => {
    const { stores, ask } = await own.connect('redis')
    const dead = { claim: 'dead', token: '1', lease: '100' }
    await ask('HSET', '{social}:lock:key', ...Object.entries(dead).flat())
    await ask('PEXPIRE', '{social}:lock:key', '3600000')
    expect(await stores.locks.withLock('key', async () => 'ran', LEASE)).toBe('ran')
  })

  it('let all temporary data expire', async () => {
    const { stores, ask } = await own.connect('redis', { seenDays: 30, journalDays: 90 })
    const update = await stores.seenUpdates.claim('update', LEASE)
    await stores.seenUpdates.confirm('update', 'claim' in update ? update.claim : '')
    await stores.journal.finishNew?.(KEY, 'print', { id: '1' })
    await stores.spendingCounter.reserve('bucket', 1, { units: 100, perSeconds: 3600 })
    const days = async (key: string): Promise<number> => Math.round(Number(await ask('TTL', key)) / 86_400)

    expect(await days('{social}:seen:update')).toBe(30)
    expect(await days('{social}:journal:["fake:42","post","launch"]')).toBe(90)
    expect(Number(await ask('TTL', '{social}:spending:bucket'))).toBeGreaterThan(3600)
    const keys = await ask('KEYS', '*')
    const endless = Array.isArray(keys) ? keys : []
    const lives = await Promise.all(endless.map((key) => ask('TTL', String(key))))
    expect(endless.filter((_key, at) => lives[at] === -1)).toEqual(['{social}:format'])
  })
})
