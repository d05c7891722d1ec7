import { JobQueueChecks, type JobQueue } from '@social/jobs/queue'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { configuredServer } from './__fixtures__/configured-server.js'
import { bullQueue } from './bull-queue.js'
import { type BullClient, commandOf } from './client.js'

const url = configuredServer()

/** Creates clients as an application does. The test connects a client before the queue uses it. */
const CLIENTS = {
  'node-redis': () => {
    const client = createClient({ url: url ?? '' })
    return { client, connect: () => client.connect(), end: () => client.destroy() }
  },
  ioredis: () => {
    const client = new Redis(url ?? '', { maxRetriesPerRequest: null, lazyConnect: true })
    return { client, connect: () => client.connect(), end: () => client.disconnect() }
  },
} satisfies Record<
  string,
  () => { readonly client: BullClient; connect(): Promise<unknown>; readonly end: () => void }
>

describe.skipIf(url === null).each(['node-redis', 'ioredis'] as const)(
  'a queue of BullMQ over %s',
  (kind) => {
    const { client, connect, end } = CLIENTS[kind]()
    let count = 0
    const open = (name: string) => bullQueue(client, { name, acceptLoss: true })
    const names = new Map<JobQueue, string>()
    beforeAll(async () => {
      client.on('error', () => undefined)
      // Every check opens its own queues with this client, so the client has many listeners.
      client.setMaxListeners(0)
      await connect()
    })
    afterAll(end)

    it.each([
      ...new JobQueueChecks({
        make: () => {
          count += 1
          const name = `checks-${kind}-${process.pid}-${count}`
          const queue = open(name)
          names.set(queue, name)
          return queue
        },
        another: (queue) => open(names.get(queue) ?? ''),
      }),
    ])('$name', async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })

    it('leaves the client open on close', async () => {
      await open(`checks-${kind}-${process.pid}-closed`).close()
      await expect(commandOf(client)(['PING'])).resolves.toBe('PONG')
    })

    it('leaves no listeners on the client after a worker was stopped', async () => {
      const queue = open(`checks-${kind}-${process.pid}-listens`)
      await queue.count()
      const before = client.eventNames().map((name) => client.listenerCount(name))
      const worker = await queue.work(async () => ({ to: 'DONE', memo: {} }), {
        concurrency: 1,
        report: () => undefined,
      })
      await worker.stop({ withinSeconds: 0 })
      expect(client.eventNames().map((name) => client.listenerCount(name))).toEqual(before)
      await queue.close()
    })

    it('does not end the process if the connection of the client is cut after the close', async () => {
      await open(`checks-${kind}-${process.pid}-cut`).close()
      expect(() => client.emit('error', new Error('Socket closed unexpectedly'))).not.toThrow()
    })
  },
)
