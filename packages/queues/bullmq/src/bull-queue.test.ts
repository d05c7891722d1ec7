import { JobQueueChecks, type JobQueue } from '@social/jobs/queue'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { givenServer } from './__fixtures__/given-server.js'
import { bullQueue } from './bull-queue.js'

const url = givenServer()
const connect = () => createClient({ url: url ?? '' })

describe.skipIf(url === null)('a queue of BullMQ', () => {
  const client = connect()
  const made: JobQueue[] = []
  let count = 0
  const open = (name: string) => {
    const queue = bullQueue(client, { name, acceptLoss: true })
    made.push(queue)
    return queue
  }
  const names = new Map<JobQueue, string>()
  beforeAll(async () => {
    client.on('error', () => undefined)
    // Each check opens queues of its own over this one client.
    client.setMaxListeners(0)
    await client.connect()
  })
  afterAll(() => client.destroy())

  it.each([
    ...new JobQueueChecks({
      make: () => {
        count += 1
        const name = `checks-${process.pid}-${count}`
        const queue = open(name)
        names.set(queue, name)
        return queue
      },
      another: (queue) => open(names.get(queue) ?? ''),
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
