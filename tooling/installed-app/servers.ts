import { bullQueue } from '@social/bullmq'
import { InMemoryStorage, Media, SocialClient } from '@social/core'
import { SocialJobs } from '@social/jobs'
import type { JobQueue } from '@social/jobs/queue'
import { mastodon } from '@social/mastodon'
import { pgBossQueue } from '@social/pg-boss'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'
import { sqliteQueue } from '@social/sqlite-queue'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { createClient } from 'redis'

const redis = createClient()
const ioredis = new Redis({ lazyConnect: true, maxRetriesPerRequest: null })
export const stores = [postgresStores(new Pool()), redisStores(redis), redisStores(ioredis)] as const

export async function queues(): Promise<readonly JobQueue[]> {
  return [
    sqliteQueue('jobs.db'),
    bullQueue(redis),
    bullQueue(ioredis),
    await pgBossQueue({ connectionString: 'postgres://' }),
  ]
}

export async function later(queue: JobQueue): Promise<string | undefined> {
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { mastodon: mastodon() } })
  const jobs = new SocialJobs({ client, queue })
  const post = { text: 'Typed.', media: [Media.fromFile('a.png')] }
  const { id } = await jobs.publish({
    connectionId: 'mastodon:social.example:42',
    post,
    idempotencyKey: 'draft-1',
    at: '2030-01-01T00:00:00Z',
  })
  // @ts-expect-error A job requires the key of its post.
  await jobs.publish({ connectionId: 'mastodon:social.example:42', post })
  const job = await jobs.find(id)
  return job?.problem?.message
}
