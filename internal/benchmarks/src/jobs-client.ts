// Runs one compared program of the jobs benchmark in a separate process, round by round on request.
// Timers and garbage collection of one program therefore do not count for another program.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { bullQueue } from '@social/bullmq'
import { Connection, InMemoryStorage, SocialClient } from '@social/core'
import { type JobQueue, SocialJobs } from '@social/jobs'
import { pgBossQueue } from '@social/pg-boss'
import { sqliteQueue } from '@social/sqlite-queue'
import { Queue, Worker } from 'bullmq'
import { PgBoss } from 'pg-boss'
import { createClient } from 'redis'

import { plain } from './plain-network.js'

const CONCURRENCY = 20

/** Names of the compared programs. */
export type Contender =
  | 'posts'
  | 'BullMQ: ours'
  | 'BullMQ: bare jobs'
  | 'BullMQ: bare jobs that post'
  | 'pg-boss: ours'
  | 'pg-boss: bare jobs'
  | 'pg-boss: bare jobs that post'
  | 'SQLite: ours'
  | 'SQLite: bare jobs'
  | 'SQLite: bare jobs that post'

const [contender = '', count = '', origin = '', serverUrl = ''] = process.argv.slice(2)
/** Number of jobs in one round. */
const JOBS = Number(count)
const CONNECTION_ID = 'plain:1'
const POST = { text: 'Good morning' }
/** Seconds for which pg-boss and SQLite store a job. */
const KEPT = 3_600
/** Options passed to `pg`. */
const BOUNDED = { max: 10, useListenNotify: true, connectionTimeoutMillis: 30_000, query_timeout: 30_000 }

/** Fields of a pg-boss job that this file uses. */
interface PgBossJob {
  readonly id: string
  readonly retryCount: number
  readonly data: { readonly idempotencyKey: string }
}

/** Runs a function once for each job of a round, with bounded concurrency. */
async function times(work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < JOBS; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
}

/**
 * Returns a function to call for each job, and a promise that resolves after the last call of the
 * round.
 */
function countDown() {
  let left = 0
  let done = Promise.withResolvers<void>()
  return {
    expect(): Promise<void> {
      left = JOBS
      done = Promise.withResolvers()
      return done.promise
    },
    one(): void {
      left -= 1
      if (left === 0) done.resolve()
    },
  }
}

async function aClient(): Promise<SocialClient> {
  const storage = new InMemoryStorage()
  const token = { accessToken: 'secret', expiresAt: new Date(Date.now() + 86_400_000) }
  await storage.saveConnection(
    new Connection({ platform: 'plain', accountId: '1', accountName: 'Ada', token }),
  )
  return new SocialClient({ storage, platforms: { plain: plain(origin) }, allowLoopback: true })
}

async function aRedis() {
  const redis = createClient({ url: serverUrl })
  return redis.connect()
}

/** One round. */
type Round = (round: number) => Promise<void>

const key = (round: number, index: number): string => `${process.pid}-${round}-${index}`

async function ours(queue: JobQueue): Promise<Round> {
  const jobs = new SocialJobs({ client: await aClient(), queue })
  const done = countDown()
  jobs.on('published', () => done.one())
  await jobs.work({ concurrency: CONCURRENCY })
  return async (round) => {
    const all = done.expect()
    await times((index) =>
      jobs.publish({ connectionId: CONNECTION_ID, post: POST, idempotencyKey: key(round, index) }),
    )
    await all
  }
}

async function posts(): Promise<Round> {
  const account = (await aClient()).account(CONNECTION_ID)
  return (round) => times((index) => account.post(POST, { idempotencyKey: key(round, index) }))
}

async function bareBullMq({ postsToo }: { readonly postsToo: boolean }): Promise<Round> {
  const connection = await aRedis()
  const place = { connection, prefix: '{bull}' }
  const name = postsToo ? 'posting' : 'bare'
  const done = countDown()
  const account = (await aClient()).account(CONNECTION_ID)
  const queue = new Queue(name, place)
  const work = async ({ data }: { readonly data: { readonly idempotencyKey: string } }): Promise<void> => {
    const { idempotencyKey } = data
    if (postsToo) await account.post(POST, { idempotencyKey })
    done.one()
  }
  const worker = new Worker(name, work, { ...place, concurrency: CONCURRENCY })
  worker.on('failed', (_job, error) => {
    console.error(error)
    process.exit(1)
  })
  await worker.waitUntilReady()
  return async (round) => {
    const all = done.expect()
    await times((index) => {
      const idempotencyKey = key(round, index)
      const options = { jobId: idempotencyKey, removeOnComplete: { age: 3_600 } }
      return queue.add('post', { connectionId: CONNECTION_ID, post: POST, idempotencyKey }, options)
    })
    await all
  }
}

/**
 * Bare worker with pg-boss that completes each job separately, because `work` of pg-boss completes
 * a whole batch. The worker uses the same options as `@social/pg-boss`: a job id, notifications, a
 * heartbeat, and a timeout for every call.
 */
async function barePgBoss({ postsToo }: { readonly postsToo: boolean }): Promise<Round> {
  const name = postsToo ? 'posting' : 'bare'
  const boss = new PgBoss({ connectionString: serverUrl, schema: name, schedule: false, ...BOUNDED })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(name, {
    notify: true,
    heartbeatSeconds: 10,
    retryLimit: 1_000,
    retentionSeconds: KEPT,
  })
  const db = boss.getDb()
  const channel = `SELECT 'pgboss_' || left(encode(sha224($1::text::bytea), 'hex'), 24) AS channel`
  const { rows } = await db.executeSql(channel, [name])
  await db.listen?.(
    String(rows[0].channel),
    () => undefined,
    () => undefined,
  )
  const account = (await aClient()).account(CONNECTION_ID)
  return async (round) => {
    const over = new Set<string>()
    const complete = async ({ id, retryCount, data }: PgBossJob): Promise<void> => {
      if (postsToo) await account.post(POST, { idempotencyKey: data.idempotencyKey })
      await boss.complete(name, { id, retryCount })
      over.add(id)
    }
    const worker = async (): Promise<void> => {
      while (over.size < JOBS) {
        const jobs = await boss.fetch<PgBossJob['data']>(name, {
          batchSize: CONCURRENCY,
          includeMetadata: true,
        })
        await Promise.all(jobs.map(complete))
      }
    }
    const adding = times((index) => {
      const data = { connectionId: CONNECTION_ID, post: POST, idempotencyKey: key(round, index) }
      return boss.send(name, data, { id: randomUUID(), deleteAfterSeconds: KEPT, retentionSeconds: KEPT })
    })
    await Promise.all([adding, worker()])
  }
}

/**
 * Returns the path of a file for the jobs of this process. `serverUrl` is the folder. In one file,
 * the compared programs would take jobs of each other.
 */
const fileOfProcess = (): string => join(serverUrl, `${process.pid}.db`)

/** Bare worker of the queue in SQLite, without `SocialJobs`. */
async function bareSqlite({ postsToo }: { readonly postsToo: boolean }): Promise<Round> {
  const queue = sqliteQueue(fileOfProcess())
  const done = countDown()
  const account = (await aClient()).account(CONNECTION_ID)
  await queue.work(
    async ({ id }) => {
      if (postsToo) await account.post(POST, { idempotencyKey: id })
      done.one()
      return { to: 'DONE', memo: {} }
    },
    {
      concurrency: CONCURRENCY,
      report: (report) => {
        console.error(report)
        process.exit(1)
      },
    },
  )
  return async (round) => {
    const all = done.expect()
    await times((index) => {
      const id = key(round, index)
      const payload = { connectionId: CONNECTION_ID, post: POST, idempotencyKey: id }
      return queue.add({ id, kind: 'POST', payload, dueAt: null, keepSeconds: KEPT })
    })
    await all
  }
}

async function prepare(): Promise<Round> {
  if (contender === 'posts') return posts()
  if (contender === 'BullMQ: ours') return ours(bullQueue(await aRedis(), { acceptLoss: true }))
  if (contender === 'BullMQ: bare jobs') return bareBullMq({ postsToo: false })
  if (contender === 'BullMQ: bare jobs that post') return bareBullMq({ postsToo: true })
  if (contender === 'pg-boss: ours') return ours(await pgBossQueue({ connectionString: serverUrl }))
  if (contender === 'pg-boss: bare jobs') return barePgBoss({ postsToo: false })
  if (contender === 'pg-boss: bare jobs that post') return barePgBoss({ postsToo: true })
  if (contender === 'SQLite: ours') return ours(sqliteQueue(fileOfProcess()))
  if (contender === 'SQLite: bare jobs') return bareSqlite({ postsToo: false })
  if (contender === 'SQLite: bare jobs that post') return bareSqlite({ postsToo: true })
  throw new Error(`"${contender}" is not a known contender.`)
}

/** Returns the CPU time of this process since its start, in microseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

const work = await prepare()
process.on('message', (round: number) => {
  const before = cpu()
  work(round).then(
    () => process.send?.({ before }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ before: cpu() })
