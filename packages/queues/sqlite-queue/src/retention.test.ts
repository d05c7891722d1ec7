import { FakeClock } from '@social/testkit/application'
import { expect, it, vi } from 'vitest'

import { aJob, Bench, recording } from './__fixtures__/bench.js'

it('deletes an ended job after its time, and accepts its id again', async () => {
  const clock = new FakeClock()
  await using bench = new Bench()
  const { queue, work, file } = bench.open({ clock })
  const rows = (): unknown => file.durable.row('SELECT count(*) AS jobs FROM social_jobs')?.['jobs']
  const worker = await work(recording([]))
  for (const id of ['p1', 'p2']) await queue.add(aJob(id, { keepSeconds: id === 'p1' ? 60 : 600 }))
  await expect.poll(async () => (await queue.count()).ENDED).toBe(2)
  await worker.stop({ withinSeconds: 1 })
  await clock.advance(59)
  expect(await queue.add(aJob('p1'))).toBe(false)
  await clock.advance(2)
  expect([await queue.read('p1'), await queue.resume('p1', {}), rows()]).toEqual([null, false, 2])
  expect((await queue.list('ENDED', { offset: 0, limit: 9 })).map(({ id }) => id)).toEqual(['p2'])
  expect(await queue.count()).toMatchObject({ WAITING: 0, ENDED: 1 })
  expect(await queue.add(aJob('p1', { keepSeconds: 60 }))).toBe(true)

  await work(recording([]))
  await expect.poll(async () => (await queue.read('p1'))?.state).toBe('DONE')
  await clock.advance(700)
  await expect.poll(rows).toBe(0)
})

it('uses an index in every statement, so that kept jobs do not make the queue slower', async () => {
  await using bench = new Bench()
  const { queue, work, file } = bench.open()
  const statements = new Set<string>()
  for (const session of [file.durable, file.quick])
    for (const method of ['row', 'rows', 'write'] as const) {
      const original = session[method].bind(session)
      vi.spyOn(session, method).mockImplementation(((sql: string, ...values: never[]) => {
        statements.add(sql)
        return original(sql, ...values)
      }) as never)
    }
  await queue.add(aJob('p1'))
  await queue.add(aJob('p1'))
  await work(async ({ memo }, { reportProgress }) => {
    await reportProgress({})
    const to = memo['to'] ?? 'WAITING'
    return to === 'WAITING'
      ? { to, afterSeconds: 0, memo: { to: 'HELD' } }
      : { to: to === 'HELD' ? to : 'DONE', memo }
  })
  await expect.poll(async () => (await queue.read('p1'))?.state).toBe('HELD')
  await queue.resume('p1', { to: 'DONE' })
  await queue.withdraw('p1', {})
  for (const list of ['WAITING', 'RUNNING', 'HELD', 'ENDED'] as const)
    await queue.list(list, { offset: 0, limit: 9 })
  await queue.count()
  const plans = [...statements].flatMap((sql) =>
    file.durable
      .rows(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?\d*/g, '1')}`)
      .map(({ detail }) => String(detail)),
  )
  expect(statements.size).toBeGreaterThan(15)
  expect(plans.filter((plan) => /SCAN social_jobs(?! USING)|TEMP B-TREE/.test(plan))).toEqual([
    // A page of waiting jobs merges the pages of the two lanes.
    'USE TEMP B-TREE FOR ORDER BY',
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})
