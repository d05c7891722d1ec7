import { bullQueue } from '@social/bullmq'
import { Dispatcher, SocialClient } from '@social/core'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { postgresStores } from '@social/postgres'
import { Pool } from 'pg'
import { createClient } from 'redis'

/** What every process needs to know; `main.ts` hands it on by the environment. */
function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '')
    throw new Error(`${name} is not set. Start the example by main.js.`)
  return value
}

/** The same in every process: connections, journal and the rest in PostgreSQL, jobs in Redis. */
export async function makeParts() {
  endWithMain()
  const pool = new Pool({ connectionString: setting('DATABASE_URL'), max: 10 })
  pool.on('error', (error) => console.error('PostgreSQL:', error.message))
  const stores = postgresStores(pool)
  const redis = createClient({ url: setting('REDIS_URL') })
  redis.on('error', (error: Error) => console.error('Redis:', error.message))
  await redis.connect()
  const social = new SocialClient({
    ...stores,
    platforms: { mastodon: mastodon() },
    allowLoopback: true, // for the emulator; leave it out where real servers are met
    retries: { maxWaitSeconds: 2 }, // a job that has to wait longer makes room for others
  })
  const dispatcher = new Dispatcher({ seen: social.seenUpdates })
  const queue = bullQueue(redis, { acceptLoss: process.env['ACCEPT_LOSS'] === '1' })
  const jobs = new SocialJobs({
    client: social,
    queue,
    dispatcher,
    sweep: { connectionIds: () => stores.connectionIds(), everySeconds: 3_600 },
  })
  return {
    dispatcher,
    jobs,
    social,
    /** The Mastodon server its people come from. */
    server: setting('MASTODON'),
    port: Number(setting('PORT')),
    async close() {
      await queue.close()
      await social.close()
      await stores.close()
      await pool.end()
      redis.destroy()
      // The channel to main.js would keep this process running.
      if (process.connected) process.disconnect()
    },
  }
}

const endImmediately = (): never => process.exit(1)

/** Before anything is waited for: a server that is away is waited for as long as it takes, and main.js may be killed. */
function endWithMain(): void {
  if (process.send === undefined) return // started by hand
  if (!process.connected) endImmediately()
  process.once('disconnect', endImmediately)
}

/** Runs until the process is asked to stop. */
export async function untilStopped(): Promise<void> {
  process.off('disconnect', endImmediately) // from now on there is something to bring to an end
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    process.once('disconnect', resolve) // main.js is gone
  })
}

/** Tells main.js that this process is ready. */
export function reportReady(): void {
  process.send?.('ready')
}
