import type { JobState, StoredJob } from './binding.js'
import type { Envelopes } from './envelope.js'
import { type JobProblem, type JobResult, readMemo } from './memo.js'

/** A job as a page shows it. Nothing of a post or an update is in it. */
export interface JobInfo {
  readonly id: string
  /** `PUBLISH`, `CHECK_STATE`, `DELIVER`, `SWEEP`. */
  readonly kind: string
  readonly state: JobState
  /** Null for a job that is about no connection. */
  readonly connectionId: string | null
  /** The key of the post; null for a job that is about none. */
  readonly idempotencyKey: string | null
  /** When it is tried next; null for at once. */
  readonly dueAt: Date | null
  readonly addedAt: Date
  /** Why it waits, is held or has failed; null when nothing went wrong. */
  readonly problem: JobProblem | null
  /** What became of the post; null while nobody knows. */
  readonly result: JobResult | null
}

/** What a page may show of a job. */
export function infoOf(job: StoredJob, envelopes: Envelopes): JobInfo {
  const { id, kind, state, dueAt, addedAt } = job
  const { problem, result } = readMemo(job.memo)
  return { id, kind, state, ...envelopes.subject(job), dueAt, addedAt, problem, result }
}
