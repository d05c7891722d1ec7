import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { bullQueue } from '@social/bullmq'
import { Connection, InMemoryStorage, SocialClient } from '@social/core'
import { SocialJobs } from '@social/jobs'
import { Queue, Worker } from 'bullmq'
import { createClient } from 'redis'

import { ownRedis } from './own-redis.js'
import { plain } from './plain-network.js'
import { type Bench, median, medianRatio, type Row } from './row.js'

const JOBS = 300
const AT_ONCE = 20
const RUNS = 11
/** Rounds that are not counted: until everything is compiled and the heap has its size. */
const WARM_UP = 3

/** CPU of this process for each of so many, in microseconds. */
async function cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Does something so many times, some of them at once. */
async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Resolves when it was called so many times. */
function countDown() {
  let left = 0
  let done = Promise.withResolvers<void>()
  return {
    expect(count: number): Promise<void> {
      left = count
      done = Promise.withResolvers<void>()
      return done.promise
    },
    one(): void {
      left -= 1
      if (left === 0) done.resolve()
    },
  }
}

/** A post through the queue, against a job of BullMQ that does nothing and a post that waits for nobody. */
export const bench: Bench = {
  name: 'Jobs',
  async run(): Promise<readonly Row[]> {
    const server = await ownRedis()
    if (server === null) {
      console.log('left out: there is no redis-server, and no REDIS_URL.')
      return []
    }
    const network = fork(fileURLToPath(new URL('./call-server.js', import.meta.url)))
    const [address] = (await once(network, 'message')) as [AddressInfo] // what call-server.ts sends
    const origin = `http://127.0.0.1:${address.port}`
    const storage = new InMemoryStorage()
    const token = { accessToken: 'secret', expiresAt: new Date(Date.now() + 86_400_000) }
    await storage.saveConnection(
      new Connection({ platform: 'plain', accountId: '1', accountName: 'Ada', token }),
    )
    const client = new SocialClient({ storage, platforms: { plain: plain(origin) }, allowLoopback: true })
    const redis = createClient({ url: server.url })
    await redis.connect()
    const ours = countDown()
    const theirs = countDown()
    const queue = bullQueue(redis, { acceptLoss: true })
    const jobs = new SocialJobs({ client, queue })
    jobs.on('published', () => ours.one())
    const worker = await jobs.work({ atOnce: AT_ONCE })
    const bareQueue = new Queue('bare', { connection: redis, prefix: '{bull}' })
    const bareWorker = new Worker('bare', async () => theirs.one(), {
      connection: redis,
      prefix: '{bull}',
      concurrency: AT_ONCE,
    })
    let round = 0
    const post = { text: 'Good morning' }
    const connectionId = 'plain:1'
    const throughQueue = async (): Promise<void> => {
      const done = ours.expect(JOBS)
      await times(JOBS, (index) =>
        jobs.publish({ connectionId, post, idempotencyKey: `ours-${round}-${index}` }),
      )
      await done
    }
    const bareJobs = async (): Promise<void> => {
      const done = theirs.expect(JOBS)
      await times(JOBS, (index) => {
        const jobId = `bare-${round}-${index}`
        const options = { jobId, removeOnComplete: { age: 3_600 } }
        return bareQueue.add('post', { connectionId, post, idempotencyKey: jobId }, options)
      })
      await done
    }
    const barePosts = () =>
      times(JOBS, (index) =>
        client.account(connectionId).post(post, { idempotencyKey: `bare-${round}-${index}` }),
      )
    const [mine, other, job]: [number[], number[], number[]] = [[], [], []]
    try {
      for (round = 0; round < RUNS + WARM_UP; round += 1) {
        const my = await cpuOf(JOBS, throughQueue)
        const bareJob = await cpuOf(JOBS, bareJobs)
        const barePost = await cpuOf(JOBS, barePosts)
        if (round < WARM_UP) continue
        mine.push(my)
        job.push(bareJob)
        other.push(bareJob + barePost)
      }
      return [
        {
          what: 'post through the queue, stored and published',
          value: median(mine),
          unit: 'µs CPU',
          reference: { name: 'bare job + account.post', value: median(other) },
          ratio: medianRatio(mine, other),
          budget: { most: 1.2 },
        },
        { what: 'of which a bare job of BullMQ', value: median(job), unit: 'µs CPU' },
      ]
    } finally {
      await worker.stop({ withinSeconds: 5 })
      await bareWorker.close()
      await bareQueue.close()
      await queue.close()
      redis.destroy()
      await client.close()
      network.disconnect()
      server.stop()
    }
  },
}
