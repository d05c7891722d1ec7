import { expect, it } from 'vitest'

import { networks } from './networks/index.js'
import { failureList } from './report.js'
import { runSuite } from './suite.js'

it('20,000 faults over all networks, every single one at every place among them, do no harm', async () => {
  const report = await runSuite({ networks, faults: 20_000, seed: 1 })

  expect(failureList(report)).toBe('')
}, 600_000)
