import { endWithParent } from '@social-internal/servers/end-with-parent'
import { SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { pgBossQueue } from '@social/pg-boss'
import { sqliteStores } from '@social/sqlite'

/** Settings of a worker that runs jobs until it is killed. */
export interface JobWorkerSettings {
  readonly file: string
  readonly connectionString: string
  /**
   * Seconds by which the clock of the worker is ahead, so that claims of a killed worker have
   * expired.
   */
  readonly aheadSeconds: number
  /** True for a worker of an older version whose client has no platforms. */
  readonly lacksNetwork: boolean
}

endWithParent()
const settings = JSON.parse(process.argv[2] ?? '{}') as JobWorkerSettings // safe cast: job-fleet.ts starts this script with these settings
const { file, connectionString, aheadSeconds, lacksNetwork } = settings
// The global clock is changed, so that pg-boss and every other library uses the wrong time too.
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
