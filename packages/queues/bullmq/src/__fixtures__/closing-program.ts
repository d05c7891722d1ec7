import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { Redis } from 'ioredis'
import { createClient } from 'redis'

import { bullQueue } from '../bull-queue.js'
import { type BullClient, commandOf } from '../client.js'

// This program closes its worker, queue and client on request, in any state of the server. It has
// to end without process.exit.
endWithParent()
const [url = '', kind = '', load = ''] = process.argv.slice(2)
/** Number of TROUBLE reports after which all connections are surely reconnecting. */
const MANY = 12

async function connect(): Promise<{ readonly client: BullClient; readonly end: () => void }> {
  if (kind === 'ioredis') {
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    client.on('error', () => undefined)
    return { client, end: () => client.disconnect() }
  }
  // The client has its default backoff, as in an application. During the backoff, connections wait.
  const client = createClient({ url })
  client.on('error', () => undefined)
  await client.connect()
  return { client, end: () => client.destroy() }
}

const { client, end } = await connect()
const queue = bullQueue(client, { answerSeconds: 1, leaseSeconds: 2, acceptLoss: true })
let troubles = 0
const begun = Promise.withResolvers<void>()
const connecting = Promise.withResolvers<void>()
const work = () =>
  queue.work(
    async (_job, { signal }) => {
      begun.resolve()
      await once(signal, 'abort')
      return { to: 'WAITING', afterSeconds: 0, memo: {} }
    },
    {
      concurrency: 2,
      report: ({ type }) => {
        if (type === 'TROUBLE') troubles += 1
        if (troubles === MANY) connecting.resolve()
      },
    },
  )

/** Repeats a call until it succeeds, because a busy machine may not respond in time. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch {
      await sleep(20)
    }
}

const worker = await again(work)
if (load === 'busy') {
  const job = { id: 'one', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
  await again(() => queue.add(job))
  await begun.promise
}
// Waits until both BullMQ queues of the worker wait in a blocking command. The server can then
// interrupt this command.
if (load === 'connecting')
  while (!String(await commandOf(client)(['INFO', 'clients'])).includes('blocked_clients:2')) await sleep(20)
troubles = 0
process.stdout.write('working\n')
await once(process.stdin, 'data')
if (load === 'connecting') await connecting.promise
await worker.stop({ withinSeconds: 0 })
await queue.close()
end()
process.stdout.write(troubles > 0 ? 'trouble reported\n' : 'no trouble reported\n')
