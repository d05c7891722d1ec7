import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { JobQueueChecks } from '../checks/queue-checks.js'
import { InMemoryJobQueue } from './memory-queue.js'

describe('the queue in memory', () => {
  it.each([...new JobQueueChecks({ make: () => new InMemoryJobQueue() })])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('forgets a job that is over when its time has come, and takes the id again', async () => {
    const clock = new FakeClock()
    const queue = new InMemoryJobQueue({ clock })
    const job = { id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
    await queue.add(job)
    const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
      atOnce: 1,
      report: () => undefined,
    })
    await clock.advance(59)
    expect(await queue.add(job)).toBe(false)
    await clock.advance(2)
    expect(await queue.read('p1')).toBe(null)
    expect(await queue.add(job)).toBe(true)
    await worker.stop({ withinSeconds: 0 })
  })

  it('does not wait for ever for a job that hears nothing', async () => {
    const clock = new FakeClock()
    const queue = new InMemoryJobQueue({ clock })
    await queue.add({ id: 'p1', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 })
    const worker = await queue.work(() => new Promise(() => undefined), {
      atOnce: 1,
      report: () => undefined,
    })
    const stopped = worker.stop({ withinSeconds: 30 })
    await clock.advance(30)
    await clock.advance(10)
    await stopped
    expect((await queue.read('p1'))?.state).toBe('RUNNING')
  })
})
