import { NetworkError } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { LeasedLocks, type LockRows } from './leased-locks.js'

const PAUSES = { firstSeconds: 0.01, maxSeconds: 0.1 }
const LEASE = { leaseSeconds: 30 }

/** Holds a lock until the lock is lost. Returns the time of the loss in seconds. */
function holdUntilLost(
  rows: LockRows,
  clock: FakeClock,
  lease = LEASE,
): Promise<{ at: number; reason: unknown }> {
  return new LeasedLocks(rows, clock, PAUSES).withLock(
    'key',
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ at: clock.monotonic(), reason: signal.reason }), {
          once: true,
        })
      }),
    lease,
  )
}

const rows = (changes: Partial<LockRows>): LockRows => ({
  take: async () => true,
  extend: async () => true,
  release: () => {},
  ...changes,
})

async function pass(clock: FakeClock, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) await clock.advance(1)
}

describe('a lock of an asynchronous store', () => {
  it('is lost when its lease ends while the store hangs', async () => {
    const clock = new FakeClock()
    const started = clock.monotonic()
    const lost = holdUntilLost(rows({ extend: () => new Promise(() => {}) }), clock)
    await pass(clock, 40)
    const { at, reason } = await lost

    expect(at - started).toBe(30)
    expect(NetworkError.is(reason)).toBe(true)
  })

  it('is lost in time when its lease is shorter than a second', async () => {
    const clock = new FakeClock()
    const started = clock.monotonic()
    const hanging = rows({ extend: () => new Promise(() => {}) })
    const lost = holdUntilLost(hanging, clock, { leaseSeconds: 0.6 })
    for (let passed = 0; passed < 20; passed += 1) await clock.advance(0.1)

    expect((await lost).at - started).toBeCloseTo(0.6)
  })

  it('is released only after the response to its last extension', async () => {
    const clock = new FakeClock()
    const [asked, done] = [Promise.withResolvers<boolean>(), Promise.withResolvers<undefined>()]
    const reported: string[] = []
    const counting = rows({
      extend: () => asked.promise.finally(() => reported.push('extended')),
      release: () => void reported.push('released'),
    })
    const working = new LeasedLocks(counting, clock, PAUSES).withLock('key', () => done.promise, LEASE)
    await pass(clock, 12)
    done.resolve(undefined)
    await clock.advance(0)
    asked.resolve(true)
    await working

    expect(reported).toEqual(['extended', 'released'])
    expect(clock.sleeping).toEqual([])
  })

  it('has an aborted signal for work that reads it after the loss', async () => {
    const clock = new FakeClock()
    const passed = Promise.withResolvers<undefined>()
    const working = new LeasedLocks(rows({ extend: async () => false }), clock, PAUSES).withLock(
      'key',
      async (held) => {
        await passed.promise
        return held.signal
      },
      LEASE,
    )
    await pass(clock, 12)
    passed.resolve(undefined)

    const signal = await working
    expect(signal.aborted).toBe(true)
    expect(NetworkError.is(signal.reason)).toBe(true)
  })

  it('is lost immediately when the store reports another holder', async () => {
    const clock = new FakeClock()
    const started = clock.monotonic()
    const lost = holdUntilLost(rows({ extend: async () => false }), clock)
    await pass(clock, 12)

    expect((await lost).at - started).toBe(10)
  })

  it('measures its lease from before the call', async () => {
    const clock = new FakeClock()
    const started = clock.monotonic()
    const asked = Promise.withResolvers<boolean>()
    const lost = holdUntilLost(
      rows({ take: () => asked.promise, extend: () => Promise.reject(new Error('away')) }),
      clock,
    )
    await pass(clock, 5)
    asked.resolve(true)
    await pass(clock, 30)

    expect((await lost).at - started).toBe(30)
  })

  it('is released when the response to taking it was lost', async () => {
    const clock = new FakeClock()
    const released: string[] = []
    const taken: string[] = []
    const locks = new LeasedLocks(
      rows({
        take: (_key, claim) => {
          taken.push(claim)
          return Promise.reject(new Error('cut'))
        },
        release: (_key, claim) => void released.push(claim),
      }),
      clock,
      PAUSES,
    )

    await expect(locks.withLock('key', async () => 'ran', LEASE)).rejects.toThrow('cut')
    expect(released).toEqual(taken)
    expect(released).toHaveLength(1)
  })

  it('leaves no timer when its work is done', async () => {
    const clock = new FakeClock()
    const locks = new LeasedLocks(rows({}), clock, PAUSES)
    await locks.withLock('key', async () => 'ran', LEASE)
    expect(clock.sleeping).toEqual([])

    const free = Promise.withResolvers<void>()
    const working = locks.withLock('key', () => free.promise, LEASE)
    await pass(clock, 12)
    // The lease is extended after ten seconds, without waiting for the store's response.
    expect(clock.sleeping).toEqual([10])
    free.resolve()
    await working
    expect(clock.sleeping).toEqual([])
  })

  it('is released when its work is done, and also if that fails', async () => {
    const held = new Set<string>()
    const counting = rows({
      take: async (_key, claim) => held.add(claim).size === 1,
      release: (_key, claim) => void held.delete(claim),
    })
    const locks = new LeasedLocks(counting, new FakeClock(), PAUSES)

    expect(await locks.withLock('key', async () => held.size, LEASE)).toBe(1)
    expect(held.size).toBe(0)
    await expect(locks.withLock('key', () => Promise.reject(new Error('broken')), LEASE)).rejects.toThrow(
      'broken',
    )
    expect(held.size).toBe(0)
  })
})
