import { FakeClock } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { aJob, Bench, DAY_SECONDS, recording } from './__fixtures__/bench.js'

it('runs a post while slow updates use all places of their lane', async () => {
  await using bench = new Bench()
  const { queue, work } = bench.open()
  const go = Promise.withResolvers<void>()
  const ran: string[] = []
  for (const id of ['u1', 'u2', 'u3']) await queue.add(aJob(id, { keepSeconds: DAY_SECONDS }))
  await work(async (job, context) => {
    if (job.id.startsWith('u')) await go.promise
    return recording(ran)(job, context)
  }, 2)
  await expect.poll(async () => (await queue.count()).RUNNING).toBe(2)
  await queue.add(aJob('post'))
  await expect.poll(async () => (await queue.read('post'))?.state).toBe('DONE')
  expect(ran).toEqual(['post'])
  go.resolve()
  await expect.poll(async () => (await queue.count()).ENDED).toBe(4)
})

it('lists the waiting jobs of all lanes by due time, page by page', async () => {
  const clock = new FakeClock()
  await using bench = new Bench()
  const { queue } = bench.open({ clock })
  const at = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000)
  for (const [id, seconds] of Object.entries({ p4: 4, u3: 3, p2: 2, u1: 1 }))
    await queue.add(
      aJob(id, { dueAt: at(seconds), keepSeconds: id.startsWith('u') ? DAY_SECONDS : 90 * DAY_SECONDS }),
    )
  const page = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await queue.list('WAITING', { offset, limit })).map(({ id }) => id)
  expect([await page(0, 3), await page(1, 2), await page(3, 9)]).toEqual([
    ['u1', 'p2', 'u3'],
    ['p2', 'u3'],
    ['p4'],
  ])
})
