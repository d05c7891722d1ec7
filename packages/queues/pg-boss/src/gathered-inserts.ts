import type { JobInsert, PgBoss } from 'pg-boss'

import type { JobData } from './row.js'

/** Maximum number of jobs in one statement, far below the limits of a statement. Our choice. */
const MAX_TOGETHER = 100

/**
 * SQLSTATE of errors that a single job may have caused: its data (22), a constraint (23), a limit (54), a deadlock (40P01).
 * https://www.postgresql.org/docs/15/errcodes-appendix.html (read 2026-11-23)
 */
const OF_ONE_JOB = /^(?:22|23|54|40P01)/

/** A job for pg-boss, with its id. */
export type JobToInsert = JobInsert<JobData> & { readonly id: string }

interface Waiting {
  readonly job: JobToInsert
  readonly resolve: (isNew: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Stores jobs. Jobs that are added during a statement wait, and are stored together in the next one, with one commit.
 * Otherwise a busy queue would spend most of its time on inserts.
 */
export class GatheredInserts {
  readonly #boss: Pick<PgBoss, 'insert'>
  readonly #name: string
  #waiting: Waiting[] = []
  #isStoring = false

  /** @param name - Name of the queue. */
  constructor(boss: Pick<PgBoss, 'insert'>, name: string) {
    this.#boss = boss
    this.#name = name
  }

  /** @returns False if a job with that id exists. */
  add(job: JobToInsert): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      if (this.#isStoring) return
      this.#isStoring = true
      // Jobs of the same turn are stored together.
      queueMicrotask(() => void this.#storeAll())
    })
  }

  async #storeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(this.#nextBatch())
    this.#isStoring = false
  }

  /** Jobs of the next statement. pg-boss refuses an id twice, so the second of two equal jobs waits. */
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
   * Never rejects: each job rejects separately. Jobs are sorted by id. A statement waits for each uncommitted id of another
   * statement, and with different orders two statements could deadlock.
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
  const { code } = Object(error) as { readonly code?: unknown } // checked below
  return typeof code === 'string' && OF_ONE_JOB.test(code)
}
