import { expect, it } from 'vitest'

import { SERVER_KINDS, withServer } from '../__fixtures__/server-kinds.js'
import { type Disturbance, mistreatServer } from './mistreat-server.js'

/** Documented maximum for leases of 20 seconds. The leases in this test last only 2 seconds. */
const MAX_GAP_SECONDS = 60
const ROUND: readonly Disturbance[] = ['FREEZE', 'KILL_WITH_WORKER', 'KILL']
const ROUNDS = 6

it.for(SERVER_KINDS)(
  'no connection is polled concurrently, and all are polled again soon, when $name is frozen and killed repeatedly',
  { timeout: 1_800_000 },
  (kind, context) =>
    withServer(kind, context, async ({ server, address }) => {
      const disturbances = Array.from({ length: ROUNDS }, () => ROUND).flat()
      const report = await mistreatServer(server, address, disturbances)
      process.stdout.write(
        `${JSON.stringify({ ...report, server: kind.name, disturbances: disturbances.length })}\n`,
      )
      expect(report.doubled).toEqual([])
      expect(report.maxGap).toBeLessThan(MAX_GAP_SECONDS)
    }),
)
