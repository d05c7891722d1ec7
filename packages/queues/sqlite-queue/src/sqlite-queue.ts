import { ConfigError, type JsonObject } from '@social/core/store'
import {
  type JobCounts,
  type JobList,
  type JobQueue,
  type JobWorker,
  type NewJob,
  queueArguments,
  type RunJob,
  type StoredJob,
  type WorkOptions,
} from '@social/jobs/queue'
import type { OpenTables, Session } from '@social/sqlite/database'

import { FileCalls } from './file-calls.js'
import type { Settings } from './options.js'
import { cancelJob, countJobs, insertJob, listJobs, readJob, resumeJob } from './table/jobs-table.js'
import { SqliteWorker } from './worker/sqlite-worker.js'

/** Stores jobs in tables of one SQLite file. */
export class SqliteQueue implements JobQueue {
  readonly #file: OpenTables
  readonly #settings: Settings
  readonly #durable: FileCalls
  readonly #quick: FileCalls
  readonly #reads: FileCalls
  readonly #workers = new Set<{ readonly running: SqliteWorker; readonly worker: JobWorker }>()
  #isClosed = false

  constructor(file: OpenTables, settings: Settings) {
    this.#file = file
    this.#settings = settings
    const { path, durable, quick } = file
    const { clock, answerSeconds } = settings
    const callsOf = (session: Session, areWrites: boolean): FileCalls =>
      new FileCalls({ session, path, clock, answerSeconds, areWrites })
    this.#durable = callsOf(durable, true)
    this.#quick = callsOf(quick, true)
    this.#reads = callsOf(quick, false)
  }

  async add(job: NewJob): Promise<boolean> {
    queueArguments.add(job)
    const { id, kind, payload, dueAt, keepSeconds } = job
    const toStore = {
      id,
      kind,
      payload: JSON.stringify(payload),
      dueAt: dueAt?.getTime() ?? null,
      keepMs: Math.ceil(keepSeconds * 1000),
    }
    const isNew = await this.#durable.run('queue.add', (session) => insertJob(session, toStore, this.#now()))
    if (isNew) this.#wake()
    return isNew
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    queueArguments.work(run, options)
    const running = new SqliteWorker({
      path: this.#file.path,
      settings: this.#settings,
      durable: this.#durable,
      quick: this.#quick,
      reads: this.#reads,
      run,
      options,
    })
    await running.start()
    const worker: JobWorker = {
      stop: async (how) => {
        queueArguments.stop(how)
        this.#workers.delete(entry)
        await running.stop(how)
      },
    }
    const entry = { running, worker }
    this.#workers.add(entry)
    return worker
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.resume(id, memo)
    const text = JSON.stringify(memo)
    const isResumed = await this.#durable.run('queue.resume', (session) =>
      resumeJob(session, id, text, this.#now()),
    )
    if (isResumed) this.#wake()
    return isResumed
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.withdraw(id, memo)
    const text = JSON.stringify(memo)
    return this.#durable.run('queue.withdraw', (session) => cancelJob(session, id, text, this.#now()))
  }

  async read(id: string): Promise<StoredJob | null> {
    queueArguments.read(id)
    return this.#reads.run('queue.read', (session) => readJob(session, id, this.#now()))
  }

  async list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]> {
    queueArguments.list(list, window)
    const { offset, limit } = window
    return this.#reads.run('queue.list', (session) =>
      listJobs(session, list, { offset, limit, now: this.#now() }),
    )
  }

  count(): Promise<JobCounts> {
    return this.#reads.run('queue.count', (session) => countJobs(session, this.#now()))
  }

  now(): Promise<Date> {
    const { clock } = this.#settings
    return this.#isClosed ? Promise.reject(this.#closedError()) : Promise.resolve(clock.now())
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await Promise.all([...this.#workers].map(({ worker }) => worker.stop({ withinSeconds: 0 })))
    for (const calls of [this.#durable, this.#quick, this.#reads]) calls.close()
    this.#file.quick.close()
    this.#file.durable.close()
  }

  #wake(): void {
    for (const { running } of this.#workers) running.wake()
  }

  #now(): number {
    return this.#settings.clock.now().getTime()
  }

  #closedError(): ConfigError {
    return new ConfigError(`The queue of ${this.#file.path} was closed. Close the queue last.`)
  }
}
