import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { Redis } from 'ioredis'
import { createClient } from 'redis'

import { bullQueue } from '../bull-queue.js'
import type { BullClient } from '../client.js'

// A program that puts everything away when it is told to, whatever has become of its server: it has to end by itself.
endWithParent()
const [url = '', kind = '', busy = ''] = process.argv.slice(2)

async function connect(): Promise<{ readonly client: BullClient; readonly end: () => void }> {
  if (kind === 'ioredis') {
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    client.on('error', () => undefined)
    return { client, end: () => client.disconnect() }
  }
  const client = createClient({ url, socket: { reconnectStrategy: () => 50 } })
  client.on('error', () => undefined)
  await client.connect()
  return { client, end: () => client.destroy() }
}

const { client, end } = await connect()
const queue = bullQueue(client, { answerSeconds: 1, leaseSeconds: 2, acceptLoss: true })
let troubles = 0
const begun = Promise.withResolvers<void>()
const work = () =>
  queue.work(
    async (_job, { signal }) => {
      begun.resolve()
      await once(signal, 'abort')
      return { to: 'WAITING', afterSeconds: 0, memo: {} }
    },
    {
      atOnce: 2,
      report: ({ type }) => {
        if (type === 'TROUBLE') troubles += 1
      },
    },
  )

/** A busy machine may not have an answer in time. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch {
      await sleep(20)
    }
}

const worker = await again(work)
if (busy === 'busy') {
  const job = { id: 'one', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
  await again(() => queue.add(job))
  await begun.promise
}
troubles = 0
process.stdout.write('working\n')
await once(process.stdin, 'data')
await worker.stop({ withinSeconds: 0 })
await queue.close()
end()
process.stdout.write(troubles > 0 ? 'it was told\n' : 'it was not told\n')
