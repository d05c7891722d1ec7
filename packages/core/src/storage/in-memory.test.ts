import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { AppCredentials, Connection } from '../models/index.js'
import { InMemoryLocks, InMemoryStorage } from './in-memory.js'

const connection = (accessToken: string, refreshToken: string | null = null): Connection =>
  new Connection({
    platform: 'x',
    accountId: '1',
    accountName: 'someone',
    token: { accessToken, refreshToken },
  })

const app = (host: string): AppCredentials =>
  new AppCredentials({ platform: 'mastodon', host, clientId: `id of ${host}`, clientSecret: 's' })

describe('InMemoryStorage', () => {
  it('returns the last saved objects, and null for unknown ones', async () => {
    const storage = new InMemoryStorage()
    await storage.saveConnection(connection('one'))
    await storage.saveConnection(connection('two'))

    expect((await storage.getConnection('x:1'))?.token.accessToken).toBe('two')
    expect(await storage.getConnection('x:2')).toBeNull()
  })

  it('deletes, and ignores a missing connection', async () => {
    const storage = new InMemoryStorage({ connections: [connection('one')] })
    await storage.deleteConnection('x:1')
    await storage.deleteConnection('x:1')

    expect(await storage.getConnection('x:1')).toBeNull()
  })

  it('separates the apps of two servers', async () => {
    const storage = new InMemoryStorage({ apps: [app('a.example')] })
    await storage.saveApp(app('b.example'))

    expect((await storage.getApp('mastodon', 'a.example'))?.clientId).toBe('id of a.example')
    expect((await storage.getApp('mastodon', 'b.example'))?.clientId).toBe('id of b.example')
    expect(await storage.getApp('mastodon', null)).toBeNull()
  })

  // Holds R-0084.
  it('shares nothing with another one', async () => {
    await new InMemoryStorage().saveConnection(connection('one'))

    expect(await new InMemoryStorage().getConnection('x:1')).toBeNull()
  })

  it('saves a renewal only over its previous token', async () => {
    const storage = new InMemoryStorage({ connections: [connection('a', 'r')] })

    expect(await storage.saveRenewed(connection('b', 'r'), connection('a', 'other'))).toBe(false)
    expect(await storage.saveRenewed(connection('b', 's'), connection('a', 'r'))).toBe(true)
    expect(await storage.saveRenewed(connection('c', 't'), connection('a', 'r'))).toBe(false)
    expect((await storage.getConnection('x:1'))?.token.accessToken).toBe('b')
  })

  it('saves no renewal of a deleted connection', async () => {
    const storage = new InMemoryStorage()

    expect(await storage.saveRenewed(connection('b'), connection('a'))).toBe(false)
    expect(await storage.getConnection('x:1')).toBeNull()
  })
})

describe('InMemoryLocks', () => {
  const lease = { leaseSeconds: 60 }

  it('runs work under one key one after another, in the order of arrival', async () => {
    const locks = new InMemoryLocks()
    const log: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} in`)
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`${name} out`)
    }
    await Promise.all(['a', 'b', 'c'].map((name) => locks.withLock('k', work(name), lease)))

    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  it('runs work under other keys concurrently', async () => {
    const locks = new InMemoryLocks()
    const met = Promise.withResolvers<string>()
    const waits = locks.withLock('one', () => met.promise, lease)
    await locks.withLock('two', async () => met.resolve('met'), lease)

    expect(await waits).toBe('met')
  })

  it('releases the key when the work fails', async () => {
    const locks = new InMemoryLocks()
    const fails = locks.withLock('k', () => Promise.reject(new Error('no')), lease)
    const next = locks.withLock('k', () => Promise.resolve('next'), lease)

    await expect(fails).rejects.toThrow('no')
    expect(await next).toBe('next')
  })

  it('skips a waiting caller that aborts', async () => {
    const locks = new InMemoryLocks()
    const free = Promise.withResolvers<void>()
    const holder = locks.withLock('k', () => free.promise, lease)
    const controller = new AbortController()
    const gone = locks.withLock('k', () => Promise.resolve('gone'), { ...lease, signal: controller.signal })
    const stays = locks.withLock('k', () => Promise.resolve('stays'), lease)
    controller.abort(new Error('enough'))

    await expect(gone).rejects.toThrow('enough')
    free.resolve()
    await holder
    expect(await stays).toBe('stays')
  })

  it('passes the same signal on every read', async () => {
    const isSame = await new InMemoryLocks().withLock('k', async (held) => held.signal === held.signal, lease)

    expect(isSame).toBe(true)
  })

  it('leaves no listener on the signal of a waiter whose turn has come', async () => {
    const locks = new InMemoryLocks()
    const { signal } = new AbortController()
    const first = locks.withLock('key', () => Promise.resolve(1), { leaseSeconds: 1 })
    const second = locks.withLock('key', () => Promise.resolve(2), { leaseSeconds: 1, signal })

    expect(await Promise.all([first, second])).toEqual([1, 2])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('runs nothing for a caller that had already aborted', async () => {
    const locks = new InMemoryLocks()
    const signal = AbortSignal.abort(new Error('enough'))

    await expect(locks.withLock('k', () => Promise.resolve(1), { ...lease, signal })).rejects.toThrow(
      'enough',
    )
    expect(await locks.withLock('k', () => Promise.resolve(2), lease)).toBe(2)
  })

  it('never reports a lost lease', async () => {
    const aborted = await new InMemoryLocks().withLock('k', async (held) => held.signal.aborted, {
      leaseSeconds: 0,
    })

    expect(aborted).toBe(false)
  })
})

it('keeps nothing of a lock without holder and waiting callers', async () => {
  const locks = new InMemoryLocks()
  const keys = Array.from({ length: 1_000 }, (_, index) => `connection:${index}`)
  const stop = new AbortController()
  const running = keys.map((key) => locks.withLock(key, () => Promise.resolve(), { leaseSeconds: 1 }))
  const waiting = locks.withLock('connection:1', () => Promise.resolve(), {
    leaseSeconds: 1,
    signal: stop.signal,
  })
  expect(locks.size).toBe(1_000)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await Promise.all(running)
  expect(locks.size).toBe(0)
})
