import { strict as assert } from 'node:assert'
import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'

import type { Locks } from '@social/core/store'

import {
  inParallel,
  mustBeRefused,
  type StoreCheckDefinition,
  StoreChecks,
  type StoreHooks,
} from './check.js'

const MINUTE = { leaseSeconds: 60 }
/**
 * Maximum lease in seconds. The check doubles the lease after each lost lock, up to this maximum.
 */
const MAX_TRIED_LENGTH = 16
const KEY = 'connection:bluesky:did:plc:abc'

const thrower = (): never => {
  throw new Error('synchronously')
}

/** Counts the callers that hold the lock at the same time. */
class Room {
  inside = 0
  most = 0

  async visit(): Promise<void> {
    this.inside += 1
    this.most = Math.max(this.most, this.inside)
    await turn()
    await turn()
    this.inside -= 1
  }
}

type LocksBench = Parameters<StoreCheckDefinition<Locks>['run']>[0]

/**
 * Holds a lock for more than two leases while a second caller waits. Returns the order in which
 * the callers held the lock.
 */
async function workBeyondLease(bench: LocksBench, leaseSeconds: number): Promise<readonly string[]> {
  const { port } = bench
  const done = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const order: string[] = []
  const holder = port.withLock(
    KEY,
    async ({ signal }) => {
      inside.resolve()
      await done.promise
      order.push(signal.aborted ? 'lost' : 'held')
    },
    { leaseSeconds },
  )
  await inside.promise
  const next = port.withLock(KEY, async () => void order.push('next'), { leaseSeconds })
  for (let step = 0; step < 8; step += 1) await bench.pass(leaseSeconds * 0.3)
  done.resolve()
  await holder
  // A store with a fake clock may sleep until the test advances the clock, so the test advances the
  // clock until the second caller has finished.
  const stop = new AbortController()
  const moving = (async () => {
    while (!stop.signal.aborted) {
      await bench.pass(0.1)
      await turn()
    }
  })()
  await next
  stop.abort()
  await moving
  return order
}

const CHECKS: readonly StoreCheckDefinition<Locks>[] = [
  {
    name: 'runs the work and returns its result',
    run: async ({ port }) => {
      assert.equal(await port.withLock(KEY, () => Promise.resolve('result'), MINUTE), 'result')
    },
  },
  {
    name: 'rejects with the error of the work, and is free again',
    run: async ({ port }) => {
      const failure = new Error('from the work')
      const rejected: unknown = await port
        .withLock(KEY, () => Promise.reject(failure), MINUTE)
        .catch((error: unknown) => error)
      assert.equal(rejected, failure, 'The error of the work must arrive untouched.')
      assert.equal(await port.withLock(KEY, () => Promise.resolve('free'), MINUTE), 'free')
    },
  },
  {
    name: 'is free again after work that throws synchronously',
    run: async ({ port }) => {
      await mustBeRefused(() => port.withLock(KEY, thrower, MINUTE), 'The error of the work must be thrown.')
      assert.equal(await port.withLock(KEY, () => Promise.resolve('free'), MINUTE), 'free')
    },
  },
  {
    name: 'has one holder at a time, and serves all callers',
    run: async ({ port }) => {
      const room = new Room()
      await inParallel(20, () => port.withLock(KEY, () => room.visit(), MINUTE))
      assert.equal(room.most, 1, 'Two were inside at the same time.')
    },
  },
  {
    name: 'does not block different keys',
    run: async ({ port }) => {
      const met = Promise.withResolvers<void>()
      await Promise.all([
        port.withLock('one', () => met.promise, MINUTE),
        port.withLock('One', async () => met.resolve(), MINUTE),
      ])
    },
  },
  {
    name: 'rejects a waiting call with the reason of its signal, and does not run its work',
    run: async ({ port }) => {
      const free = Promise.withResolvers<void>()
      const inside = Promise.withResolvers<void>()
      const holder = port.withLock(
        KEY,
        () => {
          inside.resolve()
          return free.promise
        },
        MINUTE,
      )
      await inside.promise
      const controller = new AbortController()
      const reason = new Error('given up')
      let ran = false
      const waiter = port
        .withLock(KEY, async () => void (ran = true), { ...MINUTE, signal: controller.signal })
        .catch((error: unknown) => error)
      await turn()
      controller.abort(reason)
      assert.equal(await waiter, reason, 'It must reject with signal.reason.')
      free.resolve()
      await holder
      assert.equal(await port.withLock(KEY, () => Promise.resolve('free'), MINUTE), 'free')
      assert.equal(ran, false, 'The work of a waiter that gave up must not run.')
    },
  },
  {
    name: 'runs nothing if the signal has already fired',
    run: async ({ port }) => {
      let ran = false
      const signal = AbortSignal.abort(new Error('too late'))
      await mustBeRefused(
        () => port.withLock(KEY, async () => void (ran = true), { ...MINUTE, signal }),
        'A call that was given up before must be refused.',
      )
      assert.equal(ran, false)
    },
  },
  {
    name: 'removes its listeners from the signal after the work',
    run: async ({ port }) => {
      const { signal } = new AbortController()
      await port.withLock(KEY, () => Promise.resolve(), { ...MINUTE, signal })
      await inParallel(3, () => port.withLock(KEY, () => turn(), { ...MINUTE, signal }))
      assert.equal(
        getEventListeners(signal, 'abort').length,
        0,
        'A signal may be used for thousands of calls: each must take its listeners away.',
      )
    },
  },
  {
    name: 'keeps the lock beyond its lease while the work runs',
    run: async (bench) => {
      // A machine that freezes for a whole lease loses the lock, and `signal` notifies the work.
      // This is correct for a store, so the check repeats with a longer lease.
      let order: readonly string[] = ['lost']
      for (
        let leaseSeconds = 1;
        order.includes('lost') && leaseSeconds <= MAX_TRIED_LENGTH;
        leaseSeconds *= 2
      )
        order = await workBeyondLease(bench, leaseSeconds)
      assert.deepEqual(order, ['held', 'next'])
    },
  },
  {
    name: 'has one holding process at a time',
    needs: 'processes',
    run: (bench) =>
      bench.race(3, async (competitors) => {
        const visits = await Promise.all(
          competitors.map((each) => each.ask('locks.visit', { key: KEY, times: 10, leaseSeconds: 5 })),
        )
        const moments = visits.flat().map((visit) => {
          assert.ok(Array.isArray(visit))
          return { from: BigInt(String(visit[0])), to: BigInt(String(visit[1])) }
        })
        assert.equal(moments.length, 30)
        const ordered = moments.toSorted((one, other) => (one.from < other.from ? -1 : 1))
        for (const [at, { from }] of ordered.entries()) {
          const before = ordered[at - 1]
          assert.ok(!before || before.to <= from, 'Two processes were inside at the same time.')
        }
      }),
  },
  {
    name: 'frees the lock of a killed process after its lease',
    needs: 'processes',
    run: (bench) =>
      bench.race(2, async ([killed, next]) => {
        await killed?.ask('locks.hold', { key: KEY, leaseSeconds: 1 })
        killed?.signal('SIGKILL')
        await next?.ask('locks.visit', { key: KEY, times: 1, leaseSeconds: 1 })
      }),
  },
  {
    name: 'notifies a process that was suspended too long of its lost lock',
    needs: 'processes',
    run: (bench) =>
      bench.race(2, async ([asleep, next]) => {
        await asleep?.ask('locks.hold', { key: KEY, leaseSeconds: 1 })
        asleep?.signal('SIGSTOP')
        await next?.ask('locks.hold', { key: KEY, leaseSeconds: 60 })
        asleep?.signal('SIGCONT')
        assert.equal(await asleep?.ask('locks.untilLost', null), 'lost', 'held.signal must fire.')
      }),
  },
]

/**
 * Checks for an implementation of `Locks`.
 *
 * @example
 * for (const check of new LocksChecks({ make: () => new MyLocks() })) it.skipIf(check.skip)(check.name, check.run)
 */
export class LocksChecks extends StoreChecks<Locks> {
  constructor(hooks: StoreHooks<Locks>) {
    super(CHECKS, hooks)
  }
}
