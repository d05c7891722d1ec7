import type { JobQueue, JobWorker, NewJob, RunJob, WorkerReport } from '@social/jobs/queue'
import { type OpenTables, openTables } from '@social/sqlite/database'

import { readSettings, type Settings } from '../options.js'
import { SqliteQueue } from '../sqlite-queue.js'
import { JOB_TABLES } from '../table/schema.js'
import { TemporaryFolder } from './files.js'

export const DAY_SECONDS = 86_400

/** A post is kept for months, an update for a day. */
export const aJob = (id: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  kind: 'TEST',
  payload: {},
  dueAt: null,
  keepSeconds: 90 * DAY_SECONDS,
  ...changes,
})

/** Handle of a queue whose settings and connections are accessible. */
export interface Handle {
  readonly queue: JobQueue
  readonly file: OpenTables
  readonly reports: WorkerReport[]
  readonly work: (run: RunJob, concurrency?: number) => Promise<JobWorker>
}

/** Opens handles of queues, and closes them at the end of the test. */
export class Bench implements AsyncDisposable {
  readonly #folder = new TemporaryFolder()
  readonly #queues: JobQueue[] = []
  readonly path = this.#folder.file()

  /** Opens the file as another process does. */
  open(changes: Partial<Settings> = {}): Handle {
    const settings = { ...readSettings({}), ...changes }
    const file = openTables(this.path, { factory: 'sqliteQueue', busySeconds: 5, tables: JOB_TABLES })
    for (const session of [file.durable, file.quick]) session.setBusySeconds(0.02)
    const queue = new SqliteQueue(file, settings)
    this.#queues.push(queue)
    const reports: WorkerReport[] = []
    const report = (one: WorkerReport): void => void reports.push(one)
    return {
      queue,
      file,
      reports,
      work: (run, concurrency = 4) => queue.work(run, { concurrency, report }),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const queue of this.#queues) await queue.close()
    this.#folder.remove()
  }
}

/** Runs a job that ends successfully, and records its id. */
export const recording =
  (ran: string[]): RunJob =>
  async ({ id }) => {
    ran.push(id)
    return { to: 'DONE', memo: {} }
  }
