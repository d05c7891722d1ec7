import type { JobQueue } from '@social/jobs'

import { openBoss } from './boss.js'
import { type PgBossOptions, readSettings } from './options.js'
import { PgBossQueue } from './pg-boss-queue.js'
import { askServer } from './server-errors.js'

/**
 * Opens a queue for `@social/jobs` in PostgreSQL. Creates the schema if it is missing.
 *
 * @param options - `connectionString`: the database. The first time, its user needs the right to
 * create a schema.
 * @returns The queue, for `new SocialJobs({ client, queue })`. Close the queue when the program
 * ends.
 * @throws ConfigError for invalid options, and for a schema that is more than one version newer.
 * @throws NetworkError if the server cannot be reached.
 * @example
 * const queue = await pgBossQueue({ connectionString: process.env.DATABASE_URL })
 * const jobs = new SocialJobs({ client: social, queue })
 */
export async function pgBossQueue(options: PgBossOptions): Promise<JobQueue> {
  const settings = readSettings(options)
  const listeners = new Set<(error: unknown) => void>()
  const opened = await askServer('open the jobs', () =>
    openBoss(settings, (error) => {
      for (const listener of listeners) listener(error)
    }),
  )
  return new PgBossQueue(opened, settings, listeners)
}
