import type { PartOut } from '@social/core'

import type { JobState, StoredJob } from './binding.js'
import { readEnvelope, type Subject, subjectOf } from './envelope.js'
import { type JobProgress, readProgress } from './job-progress.js'
import { type JobProblem, type JobResult, readMemo } from './memo.js'

/** A job as a page shows it. Nothing of a post or an update is in it. */
export interface JobInfo {
  readonly id: string
  /** `PUBLISH`, `PUBLISH_THREAD`, `CHECK_STATE`, `DELIVER`, `SWEEP`. */
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
  /** What became of the post; null while nobody knows. Of a thread: its first post, with the state of its last. */
  readonly result: JobResult | null
  /** The posts of a thread that are out, in order, while it runs too; none for any other job. */
  readonly parts: readonly PartOut[]
  /** How far the upload of a worker was a moment ago; null while nothing is uploaded. */
  readonly progress: JobProgress | null
}

/** What a page may show of a job. @param subject - What its payload says that it is about, where that was read already. */
export function infoOf(job: StoredJob, subject: Subject = subjectOf(readEnvelope(job))): JobInfo {
  const { id, kind, state, dueAt, addedAt } = job
  const memo = readMemo(job.memo)
  const { problem, result } = memo
  const { upload, parts } = readProgress(job.progress)
  return {
    id,
    kind,
    state,
    ...subject,
    dueAt,
    addedAt,
    problem,
    result,
    parts: parts ?? memo.parts,
    progress: upload,
  }
}
