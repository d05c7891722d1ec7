import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { PLACES } from './places.js'
import { PollFleet } from './poll-fleet.js'

/**
 * Settings with a lease of 3 seconds instead of 20, so that a killed worker is replaced within 9
 * seconds instead of 60.
 */
const QUICK = { connections: 120, leaseSeconds: 3, everySeconds: 0.5 }
/** Documented maximum in seconds. With these short leases, an idle machine needs nine seconds. */
const MAX_GAP_SECONDS = 60
/** Milliseconds in which every account is polled once. */
const ROUND_MS = 1_000

async function eventually(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 240_000
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`This did not happen in time: ${what}`)
    await sleep(20)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Kills, freezes, wakes, adds and stops workers. */
async function mistreat(address: string | null) {
  using fleet = new PollFleet(address, QUICK)
  const [first, second, third] = [fleet.join(), fleet.join(), fleet.join()]
  const isDealtEvenly = (): boolean =>
    sum(fleet.held) === 32 && Math.max(...fleet.held) - Math.min(...fleet.held) <= 1
  await eventually(isDealtEvenly, 'three workers share the shards')
  await sleep(ROUND_MS)

  await fleet.kill(first)
  await eventually(isDealtEvenly, 'two workers share the shards of the killed worker')
  await sleep(ROUND_MS)
  fleet.freeze(second)
  await eventually(isDealtEvenly, 'one worker has all shards')
  const joined = fleet.join()
  await eventually(() => joined.held > 0 && isDealtEvenly(), 'the new worker has its share')
  fleet.thaw(second)
  await eventually(() => second.held > 0 && isDealtEvenly(), 'the resumed worker has its share')
  await fleet.leave(third)
  await eventually(isDealtEvenly, 'two workers share the shards of the worker that left')
  await sleep(ROUND_MS)
  return fleet.report()
}

it.concurrent.each(PLACES)(
  'processes that share the polling poll every connection, and none concurrently, over %s',
  async (_where, address) => {
    const report = await mistreat(address)
    expect(report.doubled).toEqual([])
    expect(report.workers).toBe(4)
    expect(report.maxGap).toBeLessThan(MAX_GAP_SECONDS)
  },
  300_000,
)
