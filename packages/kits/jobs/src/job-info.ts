import type { PartOut } from '@social/core'

import type { JobState, StoredJob } from './binding.js'
import { readEnvelope, type Subject, subjectOf } from './envelope.js'
import { type JobProgress, readProgress } from './job-progress.js'
import { type JobProblem, type JobResult, readMemo } from './memo.js'

/** A job for display. It contains no content of a post or an update. */
export interface JobInfo {
  readonly id: string
  /** `PUBLISH`, `PUBLISH_THREAD`, `CHECK_STATE`, `DELIVER`, `SWEEP`. */
  readonly kind: string
  readonly state: JobState
  /** Null if the job has no connection. */
  readonly connectionId: string | null
  /** Idempotency key of the post; null if the job has none. */
  readonly idempotencyKey: string | null
  /** Time of the next attempt; null means immediately. */
  readonly dueAt: Date | null
  readonly addedAt: Date
  /** Reason why the job waits, is held or has failed; null without a failure. */
  readonly problem: JobProblem | null
  /** Result of the post; null until it is known. For a thread: its first post, with the state of its last post. */
  readonly result: JobResult | null
  /** Published posts of a thread, in order, also while the job runs. Empty for any other job. */
  readonly parts: readonly PartOut[]
  /** Upload progress, up to a second old; null while nothing is uploaded. */
  readonly progress: JobProgress | null
}

/** Makes the info of a job for display. @param subject - Metadata from the payload, if it was already read. */
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
