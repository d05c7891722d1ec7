import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import { type CheckDefinition, FIRST_QUERY } from './queue-check.js'

export const STORING: readonly CheckDefinition[] = [
  [
    'stores a job as it was added, in the state WAITING',
    async (bench) => {
      const { queue } = bench
      const added = bench.job({ payload: { text: 'é🙂\n"', deep: [{ count: 1.5, none: null }] } })
      assert.equal(await queue.add(added), true)
      const read = await queue.read(added.id)
      assert.deepEqual([read?.payload, read?.kind, read?.state], [added.payload, 'TEST', 'WAITING'])
      assert.deepEqual(read?.memo, {})
      assert.equal(await queue.read(`${added.id}x`), null)
    },
  ],
  [
    'accepts an id once, while its job waits, runs and has ended; the first payload stays',
    async (bench) => {
      const job = bench.job()
      const again = { ...job, payload: { other: true } }
      assert.equal(await bench.queue.add(job), true)
      assert.equal(await bench.queue.add(again), false)
      const started = Promise.withResolvers<undefined>()
      const go = bench.gate()
      const payloads: unknown[] = []
      await bench.work(async ({ payload }) => {
        payloads.push(payload)
        started.resolve(undefined)
        await go.promise
        return { to: 'DONE', memo: {} }
      })
      await started.promise
      assert.equal(await bench.queue.add(again), false, 'while it runs')
      assert.equal((await bench.queue.read(job.id))?.state, 'RUNNING')
      go.resolve(undefined)
      await bench.until(job.id, 'DONE')
      assert.equal(await bench.queue.add(again), false, 'when it is over')
      await sleep(50)
      assert.deepEqual(payloads, [job.payload])
    },
  ],
  [
    'accepts one of many concurrent adds of the same job',
    async (bench) => {
      const job = bench.job()
      const other = await bench.another()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_nothing, at) => (at % 2 ? other : bench.queue).add(job)),
      )
      assert.equal(answers.filter(Boolean).length, 1)
    },
  ],
  [
    'lists waiting jobs by due time, and counts the jobs of every list',
    async (bench) => {
      const { queue } = bench
      const [late, early] = [
        bench.job({ dueAt: await bench.in(600) }),
        bench.job({ dueAt: await bench.in(300) }),
      ]
      for (const one of [late, early]) await queue.add(one)
      const waiting = await queue.list('WAITING', FIRST_QUERY)
      assert.deepEqual(
        waiting.map(({ id }) => id),
        [early.id, late.id],
      )
      assert.ok(Math.abs((waiting[0]?.dueAt?.getTime() ?? 0) - (early.dueAt?.getTime() ?? 0)) < 50)
      assert.deepEqual(
        (await queue.list('WAITING', { offset: 1, limit: 1 })).map(({ id }) => id),
        [late.id],
      )
      assert.deepEqual(await queue.count(), { WAITING: 2, RUNNING: 0, HELD: 0, ENDED: 0 })
    },
  ],
]
