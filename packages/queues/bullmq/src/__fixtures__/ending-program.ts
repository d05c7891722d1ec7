import { endWithParent } from '@social-internal/servers/end-with-parent'
import { createClient } from 'redis'

import { bullQueue } from '../bull-queue.js'

// This program runs jobs and closes everything. It has to end without process.exit. The first
// worker is stopped before its queue is closed. Closing the queue stops the second worker.
endWithParent()
const [url = '', name = ''] = process.argv.slice(2)
const redis = createClient({ url })
redis.on('error', () => undefined)
await redis.connect()
for (const isStopped of [true, false]) {
  const queue = bullQueue(redis, { name: `${name}-${String(isStopped)}`, acceptLoss: true })
  const done = Promise.withResolvers<void>()
  const worker = await queue.work(
    () => {
      done.resolve()
      return Promise.resolve({ to: 'DONE', memo: {} })
    },
    { concurrency: 2, report: () => undefined },
  )
  await queue.add({ id: 'one', kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 })
  await done.promise
  if (isStopped) await worker.stop({ withinSeconds: 5 })
  await queue.close()
}
redis.destroy()
process.stdout.write('over\n')
