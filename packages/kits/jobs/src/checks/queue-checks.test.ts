import { describe, expect, it } from 'vitest'

import { InMemoryJobQueue } from '../memory/memory-queue.js'
import { WRONG_DECIDING } from './__fixtures__/wrong-deciding.js'
import { WRONG_RUNNING } from './__fixtures__/wrong-running.js'
import { WRONG_STORING } from './__fixtures__/wrong-storing.js'
import { JobQueueChecks } from './queue-checks.js'

const WRONG_QUEUES = [...WRONG_STORING, ...WRONG_RUNNING, ...WRONG_DECIDING]

describe('queue checks', () => {
  it.each(WRONG_QUEUES)('detect a queue that $what', async ({ make, another, noticedBy }) => {
    const hooks = { make, ...(another && { another }), patienceSeconds: 0.5 }
    const check = [...new JobQueueChecks(hooks)].find(({ name }) => name === noticedBy)
    await expect(check?.run()).rejects.toThrow(/./)
  })

  it('include no redundant check: every check detects a mistake that the others accept', () => {
    const names = [...new JobQueueChecks({ make: () => new InMemoryJobQueue() })].map(({ name }) => name)
    expect(new Set(WRONG_QUEUES.map(({ noticedBy }) => noticedBy))).toEqual(new Set(names))
  })

  it('open a second handle, and close all handles, also after a failed check', async () => {
    const opened: InMemoryJobQueue[] = []
    const put: unknown[] = []
    const make = (): InMemoryJobQueue => {
      const queue = new InMemoryJobQueue()
      opened.push(queue)
      return queue
    }
    const hooks = { make, another: make, cleanUp: (queue: unknown) => void put.push(queue) }
    const checks = [...new JobQueueChecks({ ...hooks, patienceSeconds: 0.1 })]
    // The check needs two handles to one queue. Here each handle has its own queue, so the check
    // must fail.
    const many = checks.find(({ name }) => name.startsWith('accepts one of many'))
    await expect(many?.run()).rejects.toThrow(/./)
    expect(opened).toHaveLength(2)
    expect(new Set(put)).toEqual(new Set(opened))
  })
})
