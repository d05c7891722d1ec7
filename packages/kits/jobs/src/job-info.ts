import type { PartOut } from '@social/core'

import type { JobState, StoredJob } from './binding.js'
import { readEnvelope, type Subject, subjectOf } from './envelope.js'
import { type JobProgress, readProgress } from './job-progress.js'
import { type JobProblem, type JobResult, readMemo } from './memo.js'

/**
 * State of the post of a job:
 * - `WAITING`: the post waits for its time, or for the next attempt after `problem`.
 * - `PUBLISHING`: a worker publishes the post.
 * - `PROCESSING`, `SCHEDULED`: the network has accepted the post, and it is not public yet.
 * - `WAITING_FOR_PERSON`: final. A person must complete the post at the network.
 * - `HELD`: a person must act before the next attempt. `problem.todo` is the required action.
 * - `DONE`: final. The post is public.
 * - `FAILED`: final. `problem` is the reason.
 * - `CANCELLED`: final. The post was cancelled before the network accepted it.
 */
export type JobPostState =
  | 'WAITING'
  | 'PUBLISHING'
  | 'PROCESSING'
  | 'SCHEDULED'
  | 'WAITING_FOR_PERSON'
  | 'HELD'
  | 'DONE'
  | 'FAILED'
  | 'CANCELLED'

/** Kinds of jobs that publish. */
const POSTS: ReadonlySet<string> = new Set(['PUBLISH', 'PUBLISH_THREAD'])

function postStateOf(state: JobState, result: JobResult | null): JobPostState {
  if (state === 'HELD' || state === 'FAILED' || state === 'CANCELLED') return state
  if (result !== null) return result.state
  return state === 'RUNNING' ? 'PUBLISHING' : state
}

/**
 * Information about a job for display to an operator. Contains no content of a post or an update.
 */
export interface JobInfo {
  readonly id: string
  /** Kind of job: `PUBLISH`, `PUBLISH_THREAD`, `DELIVER` or `SWEEP`. */
  readonly kind: string
  readonly state: JobState
  /** State of the post, from waiting in the queue to its final state at the network. Null if the job publishes nothing. */
  readonly postState: JobPostState | null
  /** Id of the account. Null if the job belongs to no account. */
  readonly connectionId: string | null
  /** Idempotency key of the post. Null if the job publishes nothing. */
  readonly idempotencyKey: string | null
  /** Time of the next attempt. Null means immediately. */
  readonly dueAt: Date | null
  readonly addedAt: Date
  /** Reason why the job waits, is held or has failed. Null if no attempt has failed. */
  readonly problem: JobProblem | null
  /**
   * Result of the post. Null until the result is known. For a thread: the first post, with the
   * state of the last post.
   */
  readonly result: JobResult | null
  /** Published posts of a thread, in order, also while the job runs. Empty for other jobs. */
  readonly parts: readonly PartOut[]
  /** Progress of the upload, at most about one second old. Null if the job uploads nothing. */
  readonly progress: JobProgress | null
}

/**
 * Returns the information about a job.
 *
 * @param subject - Metadata of the job. Default: read from the job's payload.
 */
export function infoOf(job: StoredJob, subject: Subject = subjectOf(readEnvelope(job))): JobInfo {
  const { id, kind, state, dueAt, addedAt } = job
  const memo = readMemo(job.memo)
  const { problem, result } = memo
  const { upload, parts } = readProgress(job.progress)
  return {
    id,
    kind,
    state,
    postState: POSTS.has(kind) ? postStateOf(state, result) : null,
    ...subject,
    dueAt,
    addedAt,
    problem,
    result,
    parts: parts ?? memo.parts,
    progress: upload,
  }
}
