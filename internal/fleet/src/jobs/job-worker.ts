import { endWithParent } from '@social-internal/servers/end-with-parent'
import { SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { pgBossQueue } from '@social/pg-boss'
import { sqliteStores } from '@social/sqlite'

/** Settings of one of several processes that work on jobs until they are killed. */
export interface JobWorkerSettings {
  readonly file: string
  readonly connectionString: string
  /** Seconds by which the clock of the worker is ahead. Claims of a dead worker have then already expired. */
  readonly aheadSeconds: number
  /** True for a worker from before a deploy that adds the network: its client has no platforms. */
  readonly lacksNetwork: boolean
}

endWithParent()
const settings = JSON.parse(process.argv[2] ?? '{}') as JobWorkerSettings // job-fleet.ts starts this script
const { file, connectionString, aheadSeconds, lacksNetwork } = settings
// Every clock in this process is ahead, including the clock of pg-boss.
const realNow = Date.now
Date.now = () => realNow() + aheadSeconds * 1000

const clock = { ...systemClock, now: () => new Date(Date.now()) }
const stores = sqliteStores(file, { clock })
const client = new SocialClient({
  ...stores,
  clock,
  platforms: lacksNetwork ? {} : { mastodon: mastodon() },
  allowLoopback: true,
  retries: { maxWaitSeconds: 2 },
})
const queue = await pgBossQueue({ connectionString, answerSeconds: 5 })
const jobs = new SocialJobs({ client, queue })
jobs.on('worker', (event) => {
  if (event.type === 'LEASE_LOST') process.stdout.write('LEASE_LOST\n')
})
const worker = await jobs.work({ concurrency: 4 })
process.stdout.write('WORKING\n')
process.once('SIGTERM', () => {
  void worker
    .stop({ withinSeconds: 20 })
    .then(() => queue.close())
    .then(() => process.exit(0))
})
