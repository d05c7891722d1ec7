import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { aWorld } from './__fixtures__/world.js'

const SECONDS = 20
/** Maximum CPU time of an idle worker, as a share of one core. */
const MAX_SHARE = 0.01

it('uses less than one percent of a core in an idle worker', async () => {
  await using world = await aWorld()
  const worker = await world.startWorker()
  /** Returns the CPU time of the worker in seconds. */
  const used = async (times: number): Promise<number> => {
    worker.send('cpu')
    await expect.poll(() => worker.lines.filter((line) => line.startsWith('cpu ')).length).toBe(times)
    return Number(worker.lines.findLast((line) => line.startsWith('cpu '))?.slice(4)) / 1_000_000
  }
  // The start of the process and its first compilations do not count.
  await sleep(3_000)
  const before = await used(1)
  await sleep(SECONDS * 1000)
  const share = ((await used(2)) - before) / SECONDS
  process.stdout.write(`An idle worker used ${(share * 100).toFixed(2)} % of a core.\n`)
  expect(share).toBeLessThan(MAX_SHARE)
})
