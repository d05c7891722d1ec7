import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { JobQueueChecks } from '../checks/queue-checks.js'
import { InMemoryJobQueue } from './memory-queue.js'

describe('the in-memory queue', () => {
  it.each([...new JobQueueChecks({ make: () => new InMemoryJobQueue() })])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('deletes an ended job after its time, and accepts its id again', async () => {
    const clock = new FakeClock()
    const queue = new InMemoryJobQueue({ clock })
    const job = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
    await queue.add(job)
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      concurrency: 1,
      report: () => undefined,
    })
    await clock.advance(59)
    expect(await queue.add(job)).toBe(false)
    await clock.advance(2)
    expect(await queue.read('p1')).toBe(null)
    expect(await queue.add(job)).toBe(true)
    await worker.stop({ withinSeconds: 0 })
  })

  it('runs due jobs by due time, and jobs of the same time in the order they were added', async () => {
    const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
    const queue = new InMemoryJobQueue({ clock })
    for (const [id, minute] of Object.entries({ c: 3, a: 1, b: 2, b2: 2, later: 9 })) {
      const dueAt = new Date(`2026-11-22T12:0${minute}:00Z`)
      await queue.add({ id, kind: 'TEST', payload: {}, dueAt, keepSeconds: 60 })
    }
    await clock.advance(300)
    const ran: string[] = []
    const worker = await queue.work(
      async ({ id }) => {
        ran.push(id)
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 1, report: () => undefined },
    )
    await clock.advance(0)
    expect(ran).toEqual(['a', 'b', 'b2', 'c'])
    await clock.advance(240)
    expect(ran.at(-1)).toBe('later')
    await worker.stop({ withinSeconds: 0 })
  })

  it('neither resumes nor withdraws an unknown job', async () => {
    const queue = new InMemoryJobQueue()
    expect([await queue.resume('p1', {}), await queue.withdraw('p1', {})]).toEqual([false, false])
  })

  it('does not wait forever for a job that ignores its signal', async () => {
    const clock = new FakeClock()
    const queue = new InMemoryJobQueue({ clock })
    await queue.add({ id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 })
    const worker = await queue.work(() => new Promise(() => undefined), {
      concurrency: 1,
      report: () => undefined,
    })
    const stopped = worker.stop({ withinSeconds: 30 })
    await clock.advance(30)
    await clock.advance(10)
    await stopped
    expect((await queue.read('p1'))?.state).toBe('RUNNING')
  })
})
