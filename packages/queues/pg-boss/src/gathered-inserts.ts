import type { JobInsert, PgBoss } from 'pg-boss'

import type { JobData } from './row.js'

/** Jobs of one statement at most: what comes together in a moment, and far from the limits of a statement. Our choice. */
const MAX_TOGETHER = 100

/**
 * SQLSTATE of what one job of several may have caused: its data (22), a constraint (23), a limit (54), a deadlock (40P01).
 * https://www.postgresql.org/docs/15/errcodes-appendix.html (read 2026-11-23)
 */
const OF_ONE_JOB = /^(?:22|23|54|40P01)/

/** A job as pg-boss takes it, with the id that tells whether it is known. */
export type JobToInsert = JobInsert<JobData> & { readonly id: string }

interface Waiting {
  readonly job: JobToInsert
  readonly resolve: (isNew: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Stores jobs. Those that come while others are being stored wait for these and go together, in one statement and one
 * commit: storing is what a busy queue would spend most of its time with otherwise.
 */
export class GatheredInserts {
  readonly #boss: Pick<PgBoss, 'insert'>
  readonly #name: string
  #waiting: Waiting[] = []
  #isStoring = false

  /** @param name - Of the queue. */
  constructor(boss: Pick<PgBoss, 'insert'>, name: string) {
    this.#boss = boss
    this.#name = name
  }

  /** @returns False when a job with that id is known. */
  add(job: JobToInsert): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      if (this.#isStoring) return
      this.#isStoring = true
      // What is added in the same turn goes together already.
      queueMicrotask(() => void this.#storeAll())
    })
  }

  async #storeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(this.#nextBatch())
    this.#isStoring = false
  }

  /** What goes into one statement: no id twice, which pg-boss refuses. The second of two waits for the next. */
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
   * Never rejects: each job hears of it by itself. In the order of their ids: a statement waits for each id that another has
   * inserted and not committed, and two that hold what the other waits for would be a deadlock.
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
  const { code } = Object(error) as { readonly code?: unknown } // looked at by name only
  return typeof code === 'string' && OF_ONE_JOB.test(code)
}
