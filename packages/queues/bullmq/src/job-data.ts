import type { JsonObject } from '@social/core/store'
import type { JobState, StoredJob } from '@social/jobs/queue'
import type { Job } from 'bullmq'
import * as v from 'valibot'

const json = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Data of a job. Plain JSON, so that BullMQ's own dashboards can display it. */
const dataSchema = v.object({
  payload: json,
  memo: v.fallback(json, {}),
  /** Time from which the job may run, in milliseconds since 1970 by the server's clock. Null means immediately. */
  dueAt: v.fallback(v.nullable(v.number()), null),
  /** True for a job that is to be removed without being run. */
  isWithdrawn: v.fallback(v.boolean(), false),
  /** Mark of the producer. It identifies the first of several producers of the same job. */
  added: v.fallback(v.string(), ''),
})

/**
 * Return value of an ended job. A job that failed is completed in BullMQ, because failed jobs in BullMQ are held
 * jobs.
 */
const outcomeSchema = v.object({
  state: v.picklist(['DONE', 'FAILED', 'CANCELLED']),
  memo: v.fallback(json, {}),
})
/** Failure reason of a held job in BullMQ. */
const heldSchema = v.object({ memo: json })

/** Data of a job. */
export type JobData = v.InferOutput<typeof dataSchema>
/** Return value of an ended job. */
export type Outcome = v.InferOutput<typeof outcomeSchema>
/** A job as stored by BullMQ. */
export type BullJob = Job<JobData, Outcome | null>

/** Reads the data of a job. Returns null if another program wrote the data. */
export function readData(job: BullJob): JobData | null {
  const read = v.safeParse(dataSchema, job.data)
  return read.success ? read.output : null
}

/** Progress of a job in BullMQ, with the attempt that reported it. */
const progressSchema = v.object({ attempts: v.number(), reported: json })

/** Returns the failure reason that BullMQ stores for a held job. */
export const heldReason = (memo: JsonObject): string => JSON.stringify({ memo })

/** Our state for each state of BullMQ. */
const STATES: Readonly<Record<string, JobState>> = {
  waiting: 'WAITING',
  paused: 'WAITING',
  prioritized: 'WAITING',
  delayed: 'WAITING',
  active: 'RUNNING',
  failed: 'HELD',
}

/** Converts a job of BullMQ. Returns null for a job of another program, or during a state change. */
export function toStored(job: BullJob, bullState: string, data = readData(job)): StoredJob | null {
  const { id, name: kind, timestamp } = job
  if (data === null || id === undefined) return null
  const { payload } = data
  const dueAt = data.dueAt === null ? null : new Date(data.dueAt)
  const base = { id, kind, payload, progress: null, dueAt, addedAt: new Date(timestamp) }
  if (bullState === 'completed') {
    // A worker of an older version marks a withdrawn job as failed.
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
 * Returns the progress of the running attempt. BullMQ keeps the progress of an earlier attempt, and this function
 * ignores it.
 */
function readProgress({ progress, attemptsStarted }: BullJob): JsonObject | null {
  // BullMQ stores a number until the first report.
  if (typeof progress !== 'object') return null
  const read = v.safeParse(progressSchema, progress)
  return read.success && read.output.attempts === attemptsStarted ? read.output.reported : null
}

/** Stores the progress of an attempt. */
export async function saveProgress(job: BullJob, progress: JsonObject): Promise<void> {
  await job.updateProgress({ attempts: job.attemptsStarted, reported: progress })
}

/** Reads the memo of a held job. BullMQ can also fail a job itself: then the memo of the last attempt is used. */
const readHeld = (reason: unknown, otherwise: JsonObject): JsonObject => readReason(reason) ?? otherwise

/**
 * True for a job that failed in BullMQ but is not held: BullMQ failed the job itself, or a person withdrew the job.
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
