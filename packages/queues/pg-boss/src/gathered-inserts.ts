import type { JobInsert, PgBoss } from 'pg-boss'

import type { JobData } from './row.js'

/** Maximum jobs in one statement. The number is far below PostgreSQL's limits. Our choice. */
const MAX_TOGETHER = 100

/**
 * SQLSTATE codes of errors that a single job of a statement may have caused: its data (22), a
 * constraint (23), a limit (54), a deadlock (40P01).
 * https://www.postgresql.org/docs/15/errcodes-appendix.html (read 2026-11-23)
 */
const OF_ONE_JOB = /^(?:22|23|54|40P01)/

/** A job to insert with pg-boss, together with its id. */
export type JobToInsert = JobInsert<JobData> & { readonly id: string }

interface Waiting {
  readonly job: JobToInsert
  readonly resolve: (isNew: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Stores jobs. Jobs that are added while a statement runs are stored together by the next
 * statement. One commit for each job would take most of the time of a busy queue.
 */
export class GatheredInserts {
  readonly #boss: Pick<PgBoss, 'insert'>
  readonly #name: string
  #waiting: Waiting[] = []
  #isStoring = false

  /**
   * Creates an object that stores jobs in one queue.
   *
   * @param name - Name of the queue.
   */
  constructor(boss: Pick<PgBoss, 'insert'>, name: string) {
    this.#boss = boss
    this.#name = name
  }

  /**
   * Stores a job.
   *
   * @returns False if a job with the same id exists.
   */
  add(job: JobToInsert): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      if (this.#isStoring) return
      this.#isStoring = true
      // The microtask runs after the current turn, so that all jobs added in this turn share one
      // statement.
      queueMicrotask(() => void this.#storeAll())
    })
  }

  async #storeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(this.#nextBatch())
    this.#isStoring = false
  }

  /**
   * Returns the jobs of the next statement. Of two jobs with the same id, the second waits,
   * because pg-boss refuses a repeated id in one statement.
   */
  #nextBatch(): ReadonlyMap<string, Waiting> {
    const batch = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const one of this.#waiting)
      if (batch.size < MAX_TOGETHER && !batch.has(one.job.id)) batch.set(one.job.id, one)
      else later.push(one)
    this.#waiting = later
    return batch
  }

  /**
   * Stores jobs with one statement. Never rejects, because each job has its own promise. The jobs
   * are sorted by id: two statements wait for each other's uncommitted ids, and with different
   * orders they could deadlock.
   */
  async #store(batch: ReadonlyMap<string, Waiting>): Promise<void> {
    const all = [...batch.values()].toSorted((one, other) => (one.job.id < other.job.id ? -1 : 1))
    try {
      const stored = await this.#boss.insert(
        this.#name,
        all.map(({ job }) => job),
        { returnId: true },
      )
      const isNew = new Set(stored)
      for (const { job, resolve } of all) resolve(isNew.has(job.id))
    } catch (error) {
      if (all.length > 1 && isOfOneJob(error))
        for (const one of all) await this.#store(new Map([[one.job.id, one]]))
      else for (const { reject } of all) reject(error)
    }
  }
}

function isOfOneJob(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown } // safe cast: the field is optional and unknown, and its type is checked below
  return typeof code === 'string' && OF_ONE_JOB.test(code)
}
