import { bullQueue } from '@social/bullmq'
import type { SocialClient } from '@social/core'
import { type JobQueue, SocialJobs, type SweepOptions } from '@social/jobs'
import { sqliteQueue } from '@social/sqlite-queue'
import { createClient } from 'redis'

import type { QueueSetup } from './worker-messages.js'

const MAX_PAUSE_MS = 1000

/** Error if Redis is not available when the studio starts. */
export class NoRedisError extends Error {
  override readonly name = 'NoRedisError'
}

/**
 * Opens a Redis connection. The client reconnects only after a first successful connection,
 * because a wrong URL never succeeds.
 */
async function openRedis(url: string) {
  let wasThere = false
  const reconnectStrategy = (tries: number, cause: Error) =>
    wasThere ? Math.min(tries * 50, MAX_PAUSE_MS) : cause
  const redis = createClient({ url, socket: { reconnectStrategy } })
  redis.on('error', () => undefined) // Connection errors are ignored here, because each failed command also throws.
  try {
    await redis.connect()
  } catch (cause) {
    throw new NoRedisError('Redis at REDIS_URL does not respond. Start Redis, or unset REDIS_URL.', { cause })
  }
  wasThere = true
  return redis
}

/** A queue, and the function that closes it with its connection. */
interface OpenQueue {
  readonly queue: JobQueue
  readonly close: () => Promise<void>
}

async function inRedis(redisUrl: string, setup: QueueSetup): Promise<OpenQueue> {
  const { name, acceptLoss, leaseSeconds } = setup
  const redis = await openRedis(redisUrl)
  const queue = bullQueue(redis, { name, acceptLoss, leaseSeconds })
  const close = async (): Promise<void> => {
    await queue.close()
    redis.destroy()
  }
  return { queue, close }
}

function inFile({ file, leaseSeconds }: QueueSetup): OpenQueue {
  const queue = sqliteQueue(file, { leaseSeconds })
  return { queue, close: () => queue.close() }
}

/** Opens the job queue. The studio and every worker call this function. */
export async function openQueue(setup: QueueSetup, client: SocialClient, sweep?: SweepOptions) {
  const { redisUrl } = setup
  const { queue, close } = redisUrl === null ? inFile(setup) : await inRedis(redisUrl, setup)
  const jobs = new SocialJobs({ client, queue, ...(sweep && { sweep }) })
  try {
    await jobs.counts() // This first command throws if the configuration of Redis can lose jobs, so no post is accepted.
  } catch (error) {
    await close()
    throw error
  }
  return { jobs, close }
}
