import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { PLACES } from './places.js'
import { PollFleet } from './poll-fleet.js'

const MINUTES = 3
/**
 * Maximum seconds without a poll: five leases, because the worker that takes over can be killed
 * too.
 */
const MAX_GAP_SECONDS = 15

/** Repeatedly kills, freezes and adds workers. One or two workers always continue. */
async function mistreatFor(minutes: number, address: string | null) {
  using fleet = new PollFleet(address, { connections: 300, leaseSeconds: 3, everySeconds: 1 })
  const done = { killed: 0, frozen: 0, left: 0, joined: 3 }
  for (let started = 0; started < 3; started += 1) fleet.join()
  await sleep(5_000)
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    const [one, ...others] = fleet.awake.toSorted(() => Math.random() - 0.5)
    const what = Math.random()
    if (!one || others.length === 0 || what < 0.3) {
      const [asleep] = fleet.frozen
      if (asleep) fleet.thaw(asleep)
      else {
        fleet.join()
        done.joined += 1
      }
    } else if (what < 0.55) {
      await fleet.kill(one)
      done.killed += 1
    } else if (what < 0.8) {
      fleet.freeze(one)
      done.frozen += 1
    } else {
      await fleet.leave(one)
      done.left += 1
    }
    // Another worker can take over in this time. Two disturbances without such a pause would count
    // as one.
    await sleep(6_000 + 3_000 * Math.random())
  }
  const report = fleet.report()
  process.stdout.write(`${JSON.stringify({ ...done, ...report, doubled: report.doubled.length })}\n`)
  return report
}

it.each(PLACES)(
  'workers that die, freeze, join and leave never poll a connection concurrently, over %s',
  async (_where, address) => {
    const report = await mistreatFor(MINUTES, address)
    expect(report.doubled).toEqual([])
    expect(report.maxGap).toBeLessThan(MAX_GAP_SECONDS)
  },
  (MINUTES + 2) * 60_000,
)
