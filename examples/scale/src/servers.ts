// Looks at both servers before anything is started, so that what is missing is said once, by its name.
import { bullQueue } from '@social/bullmq'
import { SocialBaseError } from '@social/core'
import { postgresStores } from '@social/postgres'
import { createClient } from 'redis'

/** The servers the example needs. */
export interface Servers {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** Takes a Redis that forgets its jobs when it is restarted. */
  readonly acceptLoss: boolean
}

/** Makes the tables, and looks at Redis. @returns What is missing, and how to get it; empty when nothing is. */
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
    // The address without user and password.
    const { host, pathname } = new URL(url)
    return `${server} at ${host}${pathname} (${name}): ${messageOf(error)}`
  }
}

/** Once per deployment, before the processes start. */
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
  redis.on('error', () => {}) // told by connect
  try {
    await redis.connect()
    const queue = bullQueue(redis, { acceptLoss })
    await queue.count() // the first call of a queue looks at what its server may drop or forget
    await queue.close()
  } finally {
    redis.destroy()
  }
}

function messageOf(error: unknown): string {
  if (SocialBaseError.is(error)) return error.message
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown } // looked at by name
  return typeof code === 'string'
    ? `it does not answer (${code}). Start it, or name another.`
    : String(message)
}
