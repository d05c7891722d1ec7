import { bullQueue } from '@social/bullmq'
import { Dispatcher, SocialClient } from '@social/core'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { postgresStores } from '@social/postgres'
import { Pool } from 'pg'
import { createClient } from 'redis'

/** Reads a setting from the environment variables, which `main.ts` sets for every process. */
function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '')
    throw new Error(`${name} is not set. Start the example with main.js.`)
  return value
}

/**
 * Creates the client and the queue for a process. PostgreSQL stores connections, the publish
 * journal and other data. Redis stores jobs.
 */
export async function makeParts() {
  endWithMain()
  const pool = new Pool({ connectionString: setting('DATABASE_URL'), max: 10 })
  pool.on('error', (error) => console.error('PostgreSQL:', String(error)))
  const stores = postgresStores(pool)
  const redis = createClient({ url: setting('REDIS_URL') })
  redis.on('error', (error: Error) => console.error('Redis:', String(error)))
  await redis.connect()
  const social = new SocialClient({
    ...stores,
    platforms: { mastodon: mastodon() },
    allowLoopback: true, // Allows the emulator on this machine. Remove this line when you use real servers.
    retries: { maxWaitSeconds: 2 }, // A job that must wait longer goes back to the queue, so that other jobs can run.
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
    /** URL of the Mastodon server. */
    server: setting('MASTODON'),
    port: Number(setting('PORT')),
    async close() {
      await queue.close()
      await social.close()
      await stores.close()
      await pool.end()
      redis.destroy()
      // Without unref() the IPC channel to main.js would keep this process running.
      if (process.connected) process.disconnect()
    },
  }
}

const endImmediately = (): never => process.exit(1)

/**
 * Ends this process when main.js exits. Call this function before any wait, because connecting to
 * a missing server is retried without limit and main.js can be killed meanwhile.
 */
function endWithMain(): void {
  if (process.send === undefined) return // Without an IPC channel, a person started this process by hand, so no parent exists.
  if (!process.connected) endImmediately()
  process.once('disconnect', endImmediately)
}

/** Waits until the process receives a stop signal. */
export async function untilStopped(): Promise<void> {
  process.off('disconnect', endImmediately) // After this line, the process has work that must be stopped in order.
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    process.once('disconnect', resolve) // The channel closes when main.js exits.
  })
}

/** Notifies main.js that this process is ready. */
export function reportReady(): void {
  process.send?.('ready')
}
