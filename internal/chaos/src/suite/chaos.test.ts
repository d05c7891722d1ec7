import { expect, it } from 'vitest'

import { networks, unfinished } from '../networks/index.js'
import { failureList } from '../report/report.js'
import { runSuite } from './suite.js'

const isChosen = (name: string): boolean => !unfinished.includes(name)

it('2,000 faults over all networks cause no double, loss, wrong report, stuck key, hanging call or needless stop', async () => {
  const report = await runSuite({ networks, faults: 2000, seed: 1, isChosen })

  expect(failureList(report)).toBe('')
  expect(report.faults).toBeGreaterThanOrEqual(2000)
  // Every network must receive faults, and nearly every run must end with a result.
  for (const { runs, results } of report.tallies) {
    expect(runs).toBeGreaterThan(10)
    expect(results).toBeGreaterThan(runs * 0.6)
  }
})
