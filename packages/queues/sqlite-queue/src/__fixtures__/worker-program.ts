import { createInterface } from 'node:readline'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { SocialClient } from '@social/core'
import { systemClock } from '@social/core/store'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

import { sqliteQueue } from '../open.js'

/** Settings of a process that runs jobs until it is stopped or killed. */
export interface WorkerSettings {
  readonly file: string
  readonly leaseSeconds: number
  /**
   * Seconds by which the clock of the process's stores is ahead. With enough seconds, the claims
   * of killed workers have expired.
   */
  readonly aheadSeconds: number
  readonly concurrency: number
}

endWithParent()
const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings // safe cast: the test that starts this script passes these settings
const { file, leaseSeconds, aheadSeconds, concurrency } = settings

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
const stores = sqliteStores(file, { clock })
const client = new SocialClient({
  ...stores,
  platforms: { mastodon: mastodon() },
  clock,
  allowLoopback: true,
  retries: { maxWaitSeconds: 1 },
})
const queue = sqliteQueue(file, { leaseSeconds })
const jobs = new SocialJobs({ client, queue })
jobs.on('published', ({ job }) => say(`published ${job.idempotencyKey}`))
jobs.on('putBack', ({ job, error }) => say(`putBack ${job.idempotencyKey} ${String(error)}`))
jobs.on('held', ({ job, error }) => say(`held ${job.idempotencyKey} ${String(error)}`))
jobs.on('failed', ({ job, error }) => say(`failed ${job.idempotencyKey} ${String(error)}`))
jobs.on('worker', (report) =>
  say(report.type === 'TROUBLE' ? `TROUBLE ${String(report.error)}` : report.type),
)
const worker = await jobs.work({ concurrency })
say('ready')

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('block ')) {
    const end = performance.now() + Number(line.slice(6)) * 1000
    while (performance.now() < end); // keeps the event loop blocked
    say('unblocked')
  }
  if (line === 'cpu') {
    const { user, system } = process.cpuUsage()
    say(`cpu ${user + system}`)
  }
  if (line.startsWith('stop ')) {
    await worker.stop({ withinSeconds: Number(line.slice(5)) })
    say('stopped')
    break
  }
}
await queue.close()
await client.close()
stores.close()
process.exit(0)
