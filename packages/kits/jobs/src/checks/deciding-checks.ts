import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import { byText, type CheckDefinition, FIRST_QUERY } from './queue-check.js'

export const DECIDING: readonly CheckDefinition[] = [
  [
    'holds a job until it is resumed, then runs it with the memo of the resume',
    async (bench) => {
      const { queue } = bench
      const job = bench.job()
      const memos: unknown[] = []
      await queue.add(job)
      await bench.work(async ({ memo }) => {
        memos.push(memo)
        return memo['resumed'] === true ? { to: 'DONE', memo: {} } : { to: 'HELD', memo: { why: 'look' } }
      })
      await bench.until(job.id, 'HELD')
      assert.equal(await queue.add(job), false)
      assert.deepEqual(
        (await queue.list('HELD', FIRST_QUERY)).map(({ id, memo }) => [id, memo]),
        [[job.id, { why: 'look' }]],
      )
      assert.equal((await queue.count()).HELD, 1)
      assert.equal(await queue.resume(job.id, { resumed: true }), true)
      await bench.until(job.id, 'DONE')
      assert.equal(await queue.resume(job.id, {}), false)
      assert.deepEqual(memos, [{}, { resumed: true }])
    },
  ],
  [
    'keeps a failed job, and runs it again only after it is resumed',
    async (bench) => {
      const job = bench.job()
      let runs = 0
      await bench.queue.add(job)
      await bench.work(async () => {
        runs += 1
        return runs === 1 ? { to: 'FAILED', memo: { why: 'refused' } } : { to: 'DONE', memo: { runs } }
      })
      await bench.until(job.id, 'FAILED')
      assert.deepEqual((await bench.queue.read(job.id))?.memo, { why: 'refused' })
      assert.equal((await bench.queue.list('ENDED', FIRST_QUERY))[0]?.state, 'FAILED')
      assert.equal(await bench.queue.resume(job.id, {}), true)
      await bench.until(job.id, 'DONE')
    },
  ],
  [
    'never runs a withdrawn job, and refuses to add it again',
    async (bench) => {
      const { queue } = bench
      const [later, held] = [bench.job({ dueAt: await bench.in(300) }), bench.job()]
      const runs: string[] = []
      for (const one of [later, held]) await queue.add(one)
      await bench.work(async ({ id }) => {
        runs.push(id)
        return { to: 'HELD', memo: {} }
      })
      await bench.until(held.id, 'HELD')
      for (const { id } of [later, held]) {
        assert.equal(await queue.withdraw(id, { why: 'cancelled' }), true)
        await bench.until(id, 'CANCELLED')
        assert.deepEqual((await queue.read(id))?.memo, { why: 'cancelled' })
        assert.equal(await queue.withdraw(id, {}), false)
        assert.equal(await queue.resume(id, {}), false)
      }
      await bench.eventually(
        async () =>
          (await queue.list('ENDED', FIRST_QUERY)).filter(({ state }) => state === 'CANCELLED').length === 2,
        'The list of ended jobs never contained the cancelled jobs.',
      )
      assert.equal(await queue.add(later), false)
      assert.deepEqual(runs, [held.id])
    },
  ],
  [
    'does not withdraw a running job',
    async (bench) => {
      const job = bench.job()
      const go = bench.gate()
      await bench.queue.add(job)
      await bench.work(async () => {
        await go.promise
        return { to: 'DONE', memo: {} }
      })
      await bench.until(job.id, 'RUNNING')
      assert.equal(await bench.queue.withdraw(job.id, {}), false)
      assert.equal(await bench.queue.resume(job.id, {}), false)
      go.resolve(undefined)
      await bench.until(job.id, 'DONE')
    },
  ],
]

export const STOPPING: readonly CheckDefinition[] = [
  [
    'waits for running jobs when it is stopped, and takes no more jobs',
    async (bench) => {
      const [first, second] = [bench.job(), bench.job()]
      const started = Promise.withResolvers<undefined>()
      for (const one of [first, second]) await bench.queue.add(one)
      const worker = await bench.work(
        async (_job, { signal }) => {
          started.resolve(undefined)
          await sleep(200)
          return { to: 'DONE', memo: { aborted: signal.aborted } }
        },
        { concurrency: 1 },
      )
      await started.promise
      await worker.stop({ withinSeconds: 10 })
      const read = await Promise.all([first, second].map(({ id }) => bench.queue.read(id)))
      assert.deepEqual(read.map((one) => one?.state ?? '').toSorted(byText), ['DONE', 'WAITING'])
      assert.deepEqual(read.find((one) => one?.state === 'DONE')?.memo, { aborted: false })
    },
  ],
  [
    'aborts a job that runs too long when it is stopped, and another worker finishes it',
    async (bench) => {
      const job = bench.job()
      const started = Promise.withResolvers<undefined>()
      await bench.queue.add(job)
      const worker = await bench.work(async (_job, { signal }) => {
        started.resolve(undefined)
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true })
        })
        return { to: 'WAITING', afterSeconds: 0, memo: { calledOff: true } }
      })
      await started.promise
      await worker.stop({ withinSeconds: 0.1 })
      await bench.work(async ({ memo }) => ({ to: 'DONE', memo }), { queue: await bench.another() })
      await bench.until(job.id, 'DONE')
      assert.deepEqual((await bench.queue.read(job.id))?.memo, { calledOff: true })
    },
  ],
]
