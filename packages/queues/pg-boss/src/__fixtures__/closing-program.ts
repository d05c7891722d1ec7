import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'

import { pgBossQueue } from '../open.js'

// This program closes its worker and queue on request, in any state of the server. It has to end
// without process.exit.
endWithParent()
const [connectionString = '', busy = ''] = process.argv.slice(2)
/** Repeats a call until it succeeds, because a busy machine may not respond in time. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch {
      await sleep(20)
    }
}

const queue = await again(() => pgBossQueue({ connectionString, answerSeconds: 3 }))
let troubles = 0
const begun = Promise.withResolvers<void>()
const worker = await queue.work(
  async (_job, { signal }) => {
    begun.resolve()
    await once(signal, 'abort')
    return { to: 'WAITING', afterSeconds: 0, memo: {} }
  },
  {
    concurrency: 2,
    report: ({ type }) => {
      if (type === 'TROUBLE') troubles += 1
    },
  },
)
if (busy === 'busy') {
  const job = { id: 'one', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 }
  await again(() => queue.add(job))
  await begun.promise
}
process.stdout.write('working\n')
await once(process.stdin, 'data')
troubles = 0
if (busy !== 'careless') await worker.stop({ withinSeconds: 0 })
await queue.close()
process.stdout.write(troubles > 0 ? 'trouble reported\n' : 'no trouble reported\n')
