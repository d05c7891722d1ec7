import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import type { JsonObject } from '@social/core/store'

import { byText, type CheckDefinition, FIRST_QUERY } from './queue-check.js'

export const RUNNING: readonly CheckDefinition[] = [
  [
    'runs a job at its due time, not before',
    async (bench) => {
      const dueAt = await bench.in(0.6)
      const job = bench.job({ dueAt })
      await bench.queue.add(job)
      let ranAt = 0
      await bench.work(async () => {
        ranAt = (await bench.queue.now()).getTime()
        return { to: 'DONE', memo: {} }
      })
      await bench.until(job.id, 'DONE')
      assert.ok(ranAt >= dueAt.getTime() - 1, `It ran ${dueAt.getTime() - ranAt} ms too early.`)
    },
  ],
  [
    'puts a job back any number of times, with the memo of each attempt, never before its due time',
    async (bench) => {
      const job = bench.job()
      const moments: number[] = []
      await bench.queue.add(job)
      await bench.work(async ({ memo }) => {
        moments.push(performance.now())
        const tries = Number(memo['tries'] ?? 0) + 1
        return tries < 8
          ? { to: 'WAITING', afterSeconds: 0.1, memo: { tries } }
          : { to: 'DONE', memo: { tries } }
      })
      await bench.until(job.id, 'DONE')
      assert.deepEqual((await bench.queue.read(job.id))?.memo, { tries: 8 })
      for (const [at, moment] of moments.entries())
        assert.ok(at === 0 || moment - (moments[at - 1] ?? 0) >= 90, 'It came back too early.')
    },
  ],
  [
    'runs other jobs while one waits for its retry',
    async (bench) => {
      const [first, second] = [bench.job(), bench.job()]
      await bench.queue.add(first)
      await bench.work(
        async ({ id }) =>
          id === first.id ? { to: 'WAITING', afterSeconds: 300, memo: {} } : { to: 'DONE', memo: {} },
        { concurrency: 1 },
      )
      await bench.until(first.id, 'WAITING')
      await bench.queue.add(second)
      await bench.until(second.id, 'DONE')
    },
  ],
  [
    'runs each of many jobs once on two workers, within the concurrency limit',
    async (bench) => {
      const jobs = Array.from({ length: 60 }, () => bench.job())
      await Promise.all(jobs.map((job) => bench.queue.add(job)))
      const runs: string[] = []
      let [now, most] = [0, 0]
      const run = async ({ id }: { readonly id: string }) => {
        runs.push(id)
        now += 1
        most = Math.max(most, now)
        await sleep(5)
        now -= 1
        return { to: 'DONE', memo: {} } as const
      }
      await bench.work(run, { concurrency: 3 })
      await bench.work(run, { concurrency: 3, queue: await bench.another() })
      for (const { id } of jobs) await bench.until(id, 'DONE')
      assert.deepEqual(runs.toSorted(byText), jobs.map(({ id }) => id).toSorted(byText))
      assert.ok(most <= 6, `${most} jobs ran concurrently.`)
    },
  ],
  [
    'shows the progress of an attempt until it ends; the next attempt starts without progress',
    async (bench) => {
      const job = bench.job()
      const reported: unknown[] = []
      const reporters: ((progress: JsonObject) => Promise<void>)[] = []
      await bench.queue.add(job)
      const other = await bench.another()
      await bench.work(async ({ progress, memo }, { reportProgress }) => {
        reported.push(progress, (await other.read(job.id))?.progress)
        if (memo['again'] === true) return { to: 'DONE', memo: {} }
        for (const percent of [10, 50]) await reportProgress({ percent, text: 'é"' })
        reported.push((await other.read(job.id))?.progress)
        reported.push((await other.list('RUNNING', FIRST_QUERY))[0]?.progress)
        reporters.push(reportProgress)
        return { to: 'WAITING', afterSeconds: 0.1, memo: { again: true } }
      })
      await bench.until(job.id, 'DONE')
      // Calls `reportProgress` after the end of the attempt. The call must have no effect.
      for (const reportProgress of reporters) await reportProgress({ percent: 90 }).catch(() => undefined)
      const half = { percent: 50, text: 'é"' }
      assert.deepEqual(reported, [null, null, half, half, null, null])
      const { state, progress, memo } = (await other.read(job.id)) ?? {}
      assert.deepEqual([state, progress, memo], ['DONE', null, {}])
    },
  ],
  [
    'retries a job whose run threw, and reports the error',
    async (bench) => {
      const job = bench.job()
      await bench.queue.add(job)
      await bench.work(async () => {
        throw new Error('a mistake in the run')
      })
      await bench.eventually(() => bench.reports.length > 0, 'Nothing was reported.')
      await bench.until(job.id, 'WAITING')
      assert.equal(bench.reports[0]?.type, 'TROUBLE')
    },
  ],
]
