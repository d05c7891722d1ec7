import { describe, expect, it } from 'vitest'

import { InMemoryJobQueue } from '../memory/memory-queue.js'
import { WRONG_DECIDING } from './__fixtures__/wrong-deciding.js'
import { WRONG_RUNNING } from './__fixtures__/wrong-running.js'
import { WRONG_STORING } from './__fixtures__/wrong-storing.js'
import { JobQueueChecks } from './queue-checks.js'

const WRONG_QUEUES = [...WRONG_STORING, ...WRONG_RUNNING, ...WRONG_DECIDING]

describe('the checks of a queue', () => {
  it.each(WRONG_QUEUES)('notice one that $what', async ({ make, another, noticedBy }) => {
    const hooks = { make, ...(another && { another }), patienceSeconds: 0.5 }
    const check = [...new JobQueueChecks(hooks)].find(({ name }) => name === noticedBy)
    await expect(check?.run()).rejects.toThrow(/./)
  })

  it('are each needed: every one notices a mistake of its own', () => {
    const names = [...new JobQueueChecks({ make: () => new InMemoryJobQueue() })].map(({ name }) => name)
    expect(new Set(WRONG_QUEUES.map(({ noticedBy }) => noticedBy))).toEqual(new Set(names))
  })

  it('open a second handle, and put away everything they opened, whatever came of them', async () => {
    const opened: InMemoryJobQueue[] = []
    const put: unknown[] = []
    const make = (): InMemoryJobQueue => {
      const queue = new InMemoryJobQueue()
      opened.push(queue)
      return queue
    }
    const hooks = { make, another: make, cleanUp: (queue: unknown) => void put.push(queue) }
    const checks = [...new JobQueueChecks({ ...hooks, patienceSeconds: 0.1 })]
    // Two queues that have nothing in common are no two handles on one.
    const many = checks.find(({ name }) => name.startsWith('takes one of many'))
    await expect(many?.run()).rejects.toThrow(/./)
    expect(opened).toHaveLength(2)
    expect(new Set(put)).toEqual(new Set(opened))
  })
})
