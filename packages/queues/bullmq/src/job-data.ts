import type { JsonObject } from '@social/core/store'
import type { JobState, StoredJob } from '@social/jobs/queue'
import type { Job } from 'bullmq'
import * as v from 'valibot'

const json = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Data of a job in BullMQ. The data is plain JSON, so that BullMQ's dashboards can display it. */
const dataSchema = v.object({
  payload: json,
  memo: v.fallback(json, {}),
  /**
   * Earliest time at which the job may run, in milliseconds since 1970 by the server's clock; null
   * for immediately.
   */
  dueAt: v.fallback(v.nullable(v.number()), null),
  /** True for a withdrawn job. A worker removes the job without running it. */
  isWithdrawn: v.fallback(v.boolean(), false),
  /**
   * Mark that is unique to each `add` call. If several callers add the same job, the mark shows
   * whose data was stored.
   */
  added: v.fallback(v.string(), ''),
})

/**
 * Return value of an ended job. A job with the outcome FAILED is also completed in BullMQ, because
 * jobs in BullMQ's failed state are held jobs.
 */
const outcomeSchema = v.object({
  state: v.picklist(['DONE', 'FAILED', 'CANCELLED']),
  memo: v.fallback(json, {}),
})
/** Failure reason that BullMQ stores for a held job. */
const heldSchema = v.object({ memo: json })

export type JobData = v.InferOutput<typeof dataSchema>
export type Outcome = v.InferOutput<typeof outcomeSchema>
/** A job of the package `bullmq` with this data and return value. */
export type BullJob = Job<JobData, Outcome | null>

/** Reads the data of a job. Returns null if another program wrote the job. */
export function readData(job: BullJob): JobData | null {
  const read = v.safeParse(dataSchema, job.data)
  return read.success ? read.output : null
}

/**
 * Progress of a job in BullMQ. `attempts` is the number of the attempt that reported the progress.
 */
const progressSchema = v.object({ attempts: v.number(), reported: json })

/** Returns the failure reason for a held job, which contains the memo of the job. */
export const heldReason = (memo: JsonObject): string => JSON.stringify({ memo })

/** The library's job state for each job state of BullMQ. */
const STATES: Readonly<Record<string, JobState>> = {
  waiting: 'WAITING',
  paused: 'WAITING',
  prioritized: 'WAITING',
  delayed: 'WAITING',
  active: 'RUNNING',
  failed: 'HELD',
}

/**
 * Converts a job of BullMQ. Returns null for a job of another program, and for a job whose state
 * is changing.
 */
export function toStored(job: BullJob, bullState: string, data = readData(job)): StoredJob | null {
  const { id, name: kind, timestamp } = job
  if (data === null || id === undefined) return null
  const { payload } = data
  const dueAt = data.dueAt === null ? null : new Date(data.dueAt)
  const base = { id, kind, payload, progress: null, dueAt, addedAt: new Date(timestamp) }
  if (bullState === 'completed') {
    // Workers of an older version complete a withdrawn job with the outcome FAILED, so the outcome
    // is ignored.
    if (data.isWithdrawn) return { ...base, state: 'CANCELLED', memo: data.memo }
    const outcome = v.safeParse(outcomeSchema, job.returnvalue)
    return outcome.success ? { ...base, ...outcome.output } : { ...base, state: 'DONE', memo: {} }
  }
  const state = STATES[bullState]
  if (state === undefined) return null
  if (data.isWithdrawn) return { ...base, state: 'CANCELLED', memo: data.memo }
  if (state === 'RUNNING') return { ...base, state, memo: data.memo, progress: readProgress(job) }
  return { ...base, state, memo: state === 'HELD' ? readHeld(job.failedReason, data.memo) : data.memo }
}

/**
 * Returns the progress of the running attempt. Ignores the progress of an earlier attempt, which
 * BullMQ keeps.
 */
function readProgress({ progress, attemptsStarted }: BullJob): JsonObject | null {
  // Before the first report, BullMQ stores a number as progress.
  if (typeof progress !== 'object') return null
  const read = v.safeParse(progressSchema, progress)
  return read.success && read.output.attempts === attemptsStarted ? read.output.reported : null
}

/** Stores the progress of an attempt, with the number of the attempt. */
export async function saveProgress(job: BullJob, progress: JsonObject): Promise<void> {
  await job.updateProgress({ attempts: job.attemptsStarted, reported: progress })
}

/**
 * Returns the memo of a job in BullMQ's failed state. If BullMQ itself failed the job, returns the
 * memo of the last attempt.
 */
const readHeld = (reason: unknown, otherwise: JsonObject): JsonObject => readReason(reason) ?? otherwise

/**
 * Returns true for a job in BullMQ's failed state that is not held: BullMQ itself failed the job,
 * or the job was withdrawn.
 */
export function isStranded(job: BullJob): boolean {
  const data = readData(job)
  return data !== null && (data.isWithdrawn || readReason(job.failedReason) === null)
}

function readReason(reason: unknown): JsonObject | null {
  try {
    const read = v.safeParse(heldSchema, JSON.parse(String(reason)))
    return read.success ? read.output.memo : null
  } catch {
    return null
  }
}
