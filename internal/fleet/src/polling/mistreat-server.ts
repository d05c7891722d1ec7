import { setTimeout as sleep } from 'node:timers/promises'

import type { OwnServer } from '../__fixtures__/server-kinds.js'
import { PollFleet } from './poll-fleet.js'
import type { PollReport } from './poll-log.js'

/** Settings with a lease of 2 seconds instead of 20, so that a test takes less time. */
const QUICK = { connections: 96, leaseSeconds: 2, everySeconds: 0.5 }
/**
 * Milliseconds during which the server is unavailable. Longer than a lease, so that every lease
 * has expired afterwards.
 */
const AWAY_MS = 3_000
const WORKERS = 3
const PATIENCE_MS = 240_000

/**
 * Disturbance of the server during polling. `FREEZE` stops the server for longer than a lease.
 * `KILL_WITH_WORKER` kills the server for longer than a lease, and a worker too. `KILL` restarts
 * the server immediately.
 */
export type Disturbance = 'FREEZE' | 'KILL_WITH_WORKER' | 'KILL'

/** Waits until every account is polled again and every worker polls. */
async function untilPolled(fleet: PollFleet, workers: number, when: string): Promise<void> {
  const query = fleet.watch()
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const ids = query().map((each) => each.ids)
    const all = ids.reduce((sum, each) => sum + each, 0)
    if (ids.length === workers && ids.every((each) => each > 0) && all >= QUICK.connections) return
    if (performance.now() > end)
      throw new Error(`Not polled ${when}: ${JSON.stringify(ids)}\n${fleet.troubles.slice(-5).join('\n')}`)
    await sleep(50)
  }
}

/** Causes the disturbances one after the other and counts the results. */
export async function mistreatServer(
  server: OwnServer,
  address: string,
  disturbances: readonly Disturbance[],
): Promise<PollReport> {
  using fleet = new PollFleet(address, QUICK)
  for (let workers = 0; workers < WORKERS; workers += 1) fleet.join()
  await untilPolled(fleet, WORKERS, 'at first')
  for (const disturbance of disturbances) {
    if (disturbance === 'FREEZE') {
      await server.pause(true)
      await sleep(AWAY_MS)
      await server.pause(false)
    } else {
      await server.kill()
      const [first] = fleet.awake
      if (disturbance === 'KILL_WITH_WORKER' && first) {
        await fleet.kill(first)
        await sleep(AWAY_MS)
      }
      await server.start()
    }
    await untilPolled(
      fleet,
      disturbance === 'KILL_WITH_WORKER' ? WORKERS - 1 : WORKERS,
      `after ${disturbance}`,
    )
    if (fleet.awake.length < WORKERS) fleet.join()
  }
  return fleet.report()
}
