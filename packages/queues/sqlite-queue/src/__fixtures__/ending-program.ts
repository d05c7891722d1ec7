import { endWithParent } from '@social-internal/servers/end-with-parent'

import { sqliteQueue } from '../open.js'

// This program runs jobs and closes everything. It has to end without process.exit. The first
// worker is stopped before its queue is closed. Closing the queue stops the second worker.
endWithParent()
const [path = ''] = process.argv.slice(2)
for (const isStopped of [true, false]) {
  const queue = sqliteQueue(path)
  const done = Promise.withResolvers<void>()
  const worker = await queue.work(
    () => {
      done.resolve()
      return Promise.resolve({ to: 'DONE', memo: {} })
    },
    { concurrency: 2, report: () => undefined },
  )
  await queue.add({ id: String(isStopped), kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 60 })
  await done.promise
  if (isStopped) await worker.stop({ withinSeconds: 5 })
  await queue.close()
}
process.stdout.write('over\n')
