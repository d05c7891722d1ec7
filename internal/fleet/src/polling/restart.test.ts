import { expect, it } from 'vitest'

import { SERVER_KINDS, withServer } from '../__fixtures__/server-kinds.js'
import { mistreatServer } from './mistreat-server.js'

/** Documented maximum for leases of 20 seconds. The leases in this test last only 2 seconds. */
const MAX_GAP_SECONDS = 60

it.concurrent.for(SERVER_KINDS)(
  'no connection is polled concurrently, and all are polled again soon, when $name and a worker are killed',
  { timeout: 600_000 },
  (kind, context) =>
    withServer(kind, context, async ({ server, address }) => {
      const report = await mistreatServer(server, address, ['KILL_WITH_WORKER'])
      expect(report.doubled).toEqual([])
      expect(report.maxGap).toBeLessThan(MAX_GAP_SECONDS)
    }),
)
