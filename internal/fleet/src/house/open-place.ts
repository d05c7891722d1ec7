import { bullQueue } from '@social/bullmq'
import type { JobQueue } from '@social/jobs'
import { pgBossQueue } from '@social/pg-boss'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'
import { Pool } from 'pg'
import { createClient } from 'redis'

import { withShortLeases } from './short-leases.js'

/**
 * Lease in seconds. Longer than a request to the emulator takes on a busy machine, and short
 * enough for a test.
 */
const LEASE_SECONDS = 6

/** Opens the stores and the queue on the server of a URL. */
export const openPlace = (url: string) => (url.startsWith('postgres') ? onPostgres(url) : onRedis(url))

async function onPostgres(url: string) {
  const pool = new Pool({ connectionString: url, max: 4 })
  const stores = postgresStores(pool)
  await stores.migrate()
  const queue: JobQueue = await pgBossQueue({ connectionString: url, connections: 4, answerSeconds: 5 })
  const close = async (): Promise<void> => {
    await queue.close()
    await pool.end()
  }
  return { stores: portsOf(stores), queue, close }
}

async function onRedis(url: string) {
  const redis = createClient({ url, socket: { reconnectStrategy: () => 50 } })
  // The event is ignored, because every call throws if the server is unavailable.
  redis.on('error', () => undefined)
  await redis.connect()
  const queue: JobQueue = bullQueue(redis, { leaseSeconds: LEASE_SECONDS / 2, answerSeconds: 5 })
  const close = async (): Promise<void> => {
    await queue.close()
    redis.destroy()
  }
  return { stores: portsOf(redisStores(redis)), queue, close }
}

/** Returns the stores as options of a client, with short leases. */
function portsOf(stores: ReturnType<typeof postgresStores> | ReturnType<typeof redisStores>) {
  const { storage, journal, locks, loginMemory, seenUpdates, markers, spendingCounter } = stores
  const leased = withShortLeases({ journal, locks, seenUpdates }, LEASE_SECONDS)
  return { storage, loginMemory, markers, spendingCounter, ...leased }
}
