import { ConfigError } from '@social/core/store'
import type { JobQueue } from '@social/jobs'
import { openTables } from '@social/sqlite/database'

import { readSettings, type SqliteQueueOptions } from './options.js'
import { SqliteQueue } from './sqlite-queue.js'
import { JOB_TABLES } from './table/schema.js'

/** Seconds to wait for other processes that open or migrate the file. Our choice. */
const OPEN_SECONDS = 10
/**
 * Seconds for which a write waits for the lock of another process and blocks the program. After
 * that, the write waits without blocking. Our choice.
 */
const BLOCKED_SECONDS = 0.02

/**
 * Opens a queue for `@social/jobs` in an SQLite file. Creates the file and its tables if they are
 * missing. Any number of processes of one machine can use the same file, which can also be the
 * file of `sqliteStores`.
 *
 * @param path - Path of the file, or its `file:` URL.
 * @returns The queue, for `new SocialJobs({ client, queue })`. Close the queue when the program
 * ends.
 * @throws ConfigError for invalid options, for a file that cannot be opened, and for tables that
 * are more than one version newer.
 * @example
 * const jobs = new SocialJobs({ client: social, queue: sqliteQueue('social.db') })
 */
export function sqliteQueue(path: string | URL, options: SqliteQueueOptions = {}): JobQueue {
  const settings = readSettings(options)
  if (path === ':memory:')
    throw new ConfigError('sqliteQueue needs a file. Use InMemoryJobQueue of @social/jobs for tests.')
  const file = openTables(path, { factory: 'sqliteQueue', busySeconds: OPEN_SECONDS, tables: JOB_TABLES })
  for (const session of [file.durable, file.quick]) session.setBusySeconds(BLOCKED_SECONDS)
  return new SqliteQueue(file, settings)
}
