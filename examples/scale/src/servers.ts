// Checks PostgreSQL and Redis before any process starts, so that each missing server is reported
// only once.
import { bullQueue } from '@social/bullmq'
import { SocialBaseError } from '@social/core'
import { postgresStores } from '@social/postgres'
import { createClient } from 'redis'

/** URLs of the servers that the example requires, and settings of Redis. */
export interface Servers {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** True accepts a Redis that loses its jobs at a restart. */
  readonly acceptLoss: boolean
}

/**
 * Creates the tables in PostgreSQL and checks Redis.
 *
 * @returns One message with instructions for each missing server. Empty if no server is missing.
 */
export async function prepareServers({
  databaseUrl,
  redisUrl,
  acceptLoss,
}: Servers): Promise<readonly string[]> {
  const found = await Promise.all([
    trouble('PostgreSQL', 'DATABASE_URL', databaseUrl, () => makeTables(databaseUrl)),
    trouble('Redis', 'REDIS_URL', redisUrl, () => queryRedis(redisUrl, acceptLoss)),
  ])
  return found.filter((text) => text !== null)
}

const EXAMPLES = { DATABASE_URL: 'postgres://localhost/app', REDIS_URL: 'redis://localhost:6379' }

async function trouble(
  server: string,
  name: keyof typeof EXAMPLES,
  url: string,
  query: () => Promise<void>,
): Promise<string | null> {
  if (!URL.canParse(url)) return `Set ${name} to the address of ${server}, such as ${EXAMPLES[name]}.`
  try {
    await query()
    return null
  } catch (error) {
    // The message shows only the host and the path, because the URL can contain a password.
    const { host, pathname } = new URL(url)
    return `${server} at ${host}${pathname} (${name}): ${messageOf(error)}`
  }
}

/** Creates the tables. Run this function once per deployment, before the processes start. */
async function makeTables(url: string): Promise<void> {
  const stores = postgresStores(url)
  try {
    await stores.migrate()
  } finally {
    await stores.close()
  }
}

async function queryRedis(url: string, acceptLoss: boolean): Promise<void> {
  const redis = createClient({ url, socket: { reconnectStrategy: false } })
  redis.on('error', () => {}) // Every error event needs a listener. connect() also throws the error.
  try {
    await redis.connect()
    const queue = bullQueue(redis, { acceptLoss })
    await queue.count() // The first call of a queue checks that the server's eviction and persistence settings lose no jobs.
    await queue.close()
  } finally {
    redis.destroy()
  }
}

function messageOf(error: unknown): string {
  if (SocialBaseError.is(error)) return error.message
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown } // safe cast: the fields have the type unknown, because any value can be thrown
  return typeof code === 'string'
    ? `the server does not respond (${code}). Start it, or set another URL.`
    : String(message)
}
