import { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { aJob, Bench } from './__fixtures__/bench.js'

/** `stop` waits 10 seconds for aborted jobs whose results cannot be stored. */
const MAX_SECONDS = 30

it('closes a queue with a running job while another process keeps the file locked', async () => {
  await using bench = new Bench()
  const { queue, work, reports } = bench.open({ answerSeconds: 1 })
  const started = Promise.withResolvers<void>()
  await work(async (_job, { signal }) => {
    started.resolve()
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true })
    })
    return { to: 'WAITING', afterSeconds: 0, memo: {} }
  })
  await queue.add(aJob('p1'))
  await started.promise
  const other = new DatabaseSync(bench.path)
  other.exec('BEGIN IMMEDIATE')
  const before = performance.now()
  await queue.close()
  expect((performance.now() - before) / 1000).toBeLessThan(MAX_SECONDS)
  expect(reports.map(({ type }) => type)).toContain('TROUBLE')
  other.exec('COMMIT')
  other.close()
  // The job was not lost: another worker finds it after the lease.
  expect(await bench.open().queue.read('p1')).toMatchObject({ state: 'RUNNING' })
})
