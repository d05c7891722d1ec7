import type { JsonObject } from '@social/core/store'
import type { JobState, StoredJob } from '@social/jobs/queue'
import type { Row } from '@social/sqlite/database'

/** Columns of a job that the library reads. */
export const COLUMNS = 'id, lane, kind, payload, memo, progress, state, due_at, added_at, tries'

/** One attempt to run a job, as the table identifies it. */
export interface Claim {
  /** Id of the job. */
  readonly id: string
  /** Id of the worker that has taken the job. */
  readonly worker: string
  /** Number of this attempt. It is never used twice for a job. */
  readonly tries: number
}

/** A job that a worker has taken. */
export interface TakenJob {
  readonly job: StoredJob
  readonly lane: string
  readonly claim: Claim
}

/** Converts a row to a job. */
export function toStored(row: Row): StoredJob {
  return {
    id: String(row['id']),
    kind: String(row['kind']),
    payload: parse(row['payload']),
    state: String(row['state']) as JobState, // safe cast: only this package writes the column
    memo: parse(row['memo']),
    progress: row['progress'] === null ? null : parse(row['progress']),
    dueAt: row['state'] === 'HELD' ? null : new Date(Number(row['due_at'])),
    addedAt: new Date(Number(row['added_at'])),
  }
}

export function toTaken(row: Row, worker: string): TakenJob {
  const job = toStored(row)
  return { job, lane: String(row['lane']), claim: { id: job.id, worker, tries: Number(row['tries']) } }
}

const parse = (text: Row[string] | undefined): JsonObject => JSON.parse(String(text)) as JsonObject // safe cast: only this package writes these columns, from JSON objects
