// Program of a worker, which publishes posts, queries their state and renews tokens. The studio
// starts two workers and replaces dead workers.
import { once } from 'node:events'

import { publicFiles } from './server/files/public-files.js'
import { openQueue } from './server/many/open-queue.js'
import type { WorkerMessage, WorkerSetup } from './server/many/worker-messages.js'
import { makePlatforms } from './server/networks.js'
import { openSocial } from './server/social.js'
import { openStores } from './server/storage/stores.js'
import { Trace } from './server/trouble/trace.js'

const CONCURRENCY = 4
/**
 * Maximum seconds that an operation waits for a network. For a longer wait the post returns to the
 * queue, so that other posts can run.
 */
const MAX_WAIT_SECONDS = 2
/** Tokens are checked once a minute and renewed five minutes before they expire. */
const SWEEP = { everySeconds: 60, withinSeconds: 300 }
const STOP_SECONDS = 5

// Registered first, because both signals can arrive before the worker has opened any resource.
const stopped = Promise.race([once(process, 'disconnect'), once(process, 'SIGTERM')])
process.on('SIGINT', () => undefined) // Ctrl + C in a terminal also reaches the workers. They ignore it, because the studio stops them.

const notify = (message: WorkerMessage): void => {
  if (process.connected) process.send?.(message, () => undefined) // The error is ignored because the studio may have exited.
}

const [setup] = (await once(process, 'message')) as [WorkerSetup] // safe cast: the first message from the studio contains the settings
const stores = await openStores(setup.dataFolder, setup.postgresUrl)
const social = openSocial(stores, makePlatforms(setup.addresses), publicFiles(setup.origin), {
  maxWaitSeconds: MAX_WAIT_SECONDS,
})
const { jobs, close: closeQueue } = await openQueue(setup.queue, social, {
  connectionIds: () => stores.connectionIds(),
  ...SWEEP,
})
const trace = new Trace((step) => notify({ type: 'STEP', step }))
social.onTokenRenewed(({ id }) => notify({ type: 'RENEWED', accountId: id }))
jobs.on('progress', ({ job, progress: { sentBytes, totalBytes } }) => {
  const id = job.idempotencyKey
  if (id !== null) notify({ type: 'PROGRESS', progress: { id, sentBytes, totalBytes } })
})
jobs.on('published', () => notify({ type: 'NEWS', isPublished: true }))
for (const name of ['partPublished', 'completed', 'putBack', 'held', 'failed'] as const)
  jobs.on(name, () => notify({ type: 'NEWS', isPublished: false }))

const worker = await jobs.work({ concurrency: CONCURRENCY })
await jobs.startSweep()
notify({ type: 'READY' })

await stopped
trace.close()
await worker.stop({ withinSeconds: STOP_SECONDS })
await closeQueue()
await social.close()
await stores.close()
if (process.connected) process.disconnect()
