import { expect, it } from 'vitest'

import { networks, unfinished } from '../networks/index.js'
import { failureList } from '../report/report.js'
import { storesInFile } from '../stores/sqlite-house.js'
import { runSuite } from './suite.js'

const isChosen = (name: string): boolean => !unfinished.includes(name)

it('20,000 faults over all networks, single and in pairs, cause no failure', async () => {
  const report = await runSuite({ networks, faults: 20_000, seed: 1, isChosen })

  expect(failureList(report)).toBe('')
}, 600_000)

it('4,000 faults cause no failure when every process opens the same SQLite file', async () => {
  const makeStores = storesInFile
  const report = await runSuite({ networks, faults: 4000, seed: 1, isChosen, makeStores })

  expect(failureList(report)).toBe('')
}, 600_000)
