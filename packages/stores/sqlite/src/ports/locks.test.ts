import { DatabaseSync } from 'node:sqlite'

import { NetworkError } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { behind, TemporaryFolder } from '../__fixtures__/files.js'
import { sqliteStores } from '../stores.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const lostSignal = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }))

/** Starts another process that holds the lock for ten minutes, or until the test releases it. */
async function holding(path: string, clock: FakeClock) {
  const stores = sqliteStores(path, { clock })
  const [inside, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (): Promise<void> => {
    inside.resolve()
    return done.promise
  }
  const held = stores.locks.withLock('key', work, { leaseSeconds: 600 })
  await inside.promise
  return {
    letGo: (): Promise<void> => {
      done.resolve()
      return held
    },
    [Symbol.dispose]: () => stores.close(),
  }
}

describe('a lock in the file', () => {
  it('is reported as lost after another process has taken it', async () => {
    const path = folder.file()
    const clock = new FakeClock()
    const stores = sqliteStores(path, { clock })
    const inside = Promise.withResolvers<void>()
    const work = stores.locks.withLock(
      'key',
      ({ signal }) => {
        inside.resolve()
        return lostSignal(signal)
      },
      { leaseSeconds: 3 },
    )
    await inside.promise
    const other = new DatabaseSync(path)
    other.exec("UPDATE social_locks SET claim = 'theirs', expires_at = expires_at + 60000")
    await clock.advance(1)

    expect(NetworkError.is(await work)).toBe(true)
    expect(other.prepare('SELECT claim FROM social_locks').get()).toEqual({ claim: 'theirs' })
    other.close()
    stores.close()
  })

  it('is reported as lost when its lease ends without an extension, and not before', async () => {
    const path = folder.file()
    const clock = new FakeClock()
    const stores = sqliteStores(path, { clock, busySeconds: 0.01 })
    const inside = Promise.withResolvers<void>()
    const other = new DatabaseSync(path)
    let lostAt: number | null = null
    const work = stores.locks.withLock(
      'key',
      async ({ signal }) => {
        inside.resolve()
        await lostSignal(signal)
        lostAt = clock.monotonic()
      },
      { leaseSeconds: 30 },
    )
    await inside.promise
    other.exec('BEGIN IMMEDIATE')
    await clock.advance(10)
    await clock.advance(10)
    expect(lostAt).toBeNull()
    await clock.advance(10)
    await work
    expect(lostAt).toBe(30)
    other.exec('COMMIT')
    other.close()
    stores.close()
  })

  it('is extended again after the file was busy for a while', async () => {
    const path = folder.file()
    const clock = new FakeClock()
    const stores = sqliteStores(path, { clock, busySeconds: 0.01 })
    const [inside, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = new DatabaseSync(path)
    const work = stores.locks.withLock(
      'key',
      async ({ signal }) => {
        inside.resolve()
        await done.promise
        return signal.aborted
      },
      { leaseSeconds: 30 },
    )
    await inside.promise
    other.exec('BEGIN IMMEDIATE')
    await clock.advance(10)
    other.exec('COMMIT')
    for (let time = 0; time < 10; time += 1) await clock.advance(10)
    done.resolve()

    expect(await work).toBe(false)
    other.close()
    stores.close()
  })

  it('does not fail completed work if it cannot be released', async () => {
    const stores = sqliteStores(folder.file())
    const result = await stores.locks.withLock(
      'key',
      async () => {
        stores.close()
        return 'done'
      },
      { leaseSeconds: 60 },
    )

    expect(result).toBe('done')
  })

  it('is polled soon, and then less and less often', async () => {
    const clock = new FakeClock()
    const path = folder.file()
    using holder = await holding(path, clock)
    using waiter = sqliteStores(path, { clock })
    const next = waiter.locks.withLock('key', () => Promise.resolve('next'), { leaseSeconds: 600 })
    for (let time = 0; time < 50; time += 1) await clock.advance(0.05)
    const [first = 0, ...others] = clock.sleeps
    const last = others.slice(6)
    await holder.letGo()
    await clock.advance(0.2)

    expect(await next).toBe('next')
    expect(first).toBeGreaterThanOrEqual(0.0025)
    expect(first).toBeLessThan(0.0075)
    expect(Math.min(...last)).toBeGreaterThanOrEqual(0.05)
    expect(Math.max(...last)).toBeLessThan(0.15)
  })

  it('is not waited for after the signal has fired, and leaves no row', async () => {
    const clock = new FakeClock()
    const path = folder.file()
    using holder = await holding(path, clock)
    using waiter = sqliteStores(path, { clock })
    const controller = new AbortController()
    const next = waiter.locks.withLock('key', () => Promise.resolve(), {
      leaseSeconds: 60,
      signal: controller.signal,
    })
    const reason = new Error('given up')
    controller.abort(reason)

    await expect(next).rejects.toBe(reason)
    await holder.letGo()
    expect(behind(path, 'SELECT * FROM social_locks')).toBeNull()
  })
})
