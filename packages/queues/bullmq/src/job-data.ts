import type { JsonObject } from '@social/core/store'
import type { JobState, StoredJob } from '@social/jobs/queue'
import type { Job } from 'bullmq'
import * as v from 'valibot'

const json = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** What a job of ours has as its data. Plain JSON, so that BullMQ's own pages can show it. */
const dataSchema = v.object({
  payload: json,
  memo: v.fallback(json, {}),
  /** Milliseconds since 1970 by the server; null for at once. */
  dueAt: v.fallback(v.nullable(v.number()), null),
  /** Set on what is to be put away without being run. */
  isWithdrawn: v.fallback(v.boolean(), false),
  /** Made by whoever added it: tells the first of several who add the same job. */
  added: v.fallback(v.string(), ''),
})

/** What is returned by a job that is over: a job that failed for good is completed for BullMQ, whose failed jobs are ours to hold. */
const outcomeSchema = v.object({
  state: v.picklist(['DONE', 'FAILED', 'CANCELLED']),
  memo: v.fallback(json, {}),
})
/** Why a job is held: what it failed with, for BullMQ. */
const heldSchema = v.object({ memo: json })

/** What a job of ours has as its data. */
export type JobData = v.InferOutput<typeof dataSchema>
/** What a job returns that is over. */
export type Outcome = v.InferOutput<typeof outcomeSchema>
/** A job as BullMQ has it. */
export type BullJob = Job<JobData, Outcome | null>

/** The data of a job; null when something else wrote it. */
export function readData(job: BullJob): JobData | null {
  const read = v.safeParse(dataSchema, job.data)
  return read.success ? read.output : null
}

/** What BullMQ keeps as the progress of a job: of the try that told it. */
const toldSchema = v.object({ tries: v.number(), told: json })

/** The text that a held job fails with. */
export const heldReason = (memo: JsonObject): string => JSON.stringify({ memo })

/** The states of BullMQ, and ours. */
const STATES: Readonly<Record<string, JobState>> = {
  waiting: 'WAITING',
  paused: 'WAITING',
  prioritized: 'WAITING',
  delayed: 'WAITING',
  active: 'RUNNING',
  failed: 'HELD',
}

/** A job as the port shows it; null for one that is none of ours, or is just changing hands. */
export function toStored(job: BullJob, bullState: string, data = readData(job)): StoredJob | null {
  const { id, name: kind, timestamp } = job
  if (data === null || id === undefined) return null
  const { payload } = data
  const dueAt = data.dueAt === null ? null : new Date(data.dueAt)
  const base = { id, kind, payload, progress: null, dueAt, addedAt: new Date(timestamp) }
  if (bullState === 'completed') {
    // A worker of an older version puts a withdrawn job away as failed.
    if (data.isWithdrawn) return { ...base, state: 'CANCELLED', memo: data.memo }
    const outcome = v.safeParse(outcomeSchema, job.returnvalue)
    return outcome.success ? { ...base, ...outcome.output } : { ...base, state: 'DONE', memo: {} }
  }
  const state = STATES[bullState]
  if (state === undefined) return null
  if (data.isWithdrawn) return { ...base, state: 'CANCELLED', memo: data.memo }
  if (state === 'RUNNING') return { ...base, state, memo: data.memo, progress: readTold(job) }
  return { ...base, state, memo: state === 'HELD' ? readHeld(job.failedReason, data.memo) : data.memo }
}

/** What the try that runs has told: what an earlier one has told is still there, and means nothing. */
function readTold({ progress, attemptsStarted }: BullJob): JsonObject | null {
  // Nothing was told: BullMQ has a number there.
  if (typeof progress !== 'object') return null
  const read = v.safeParse(toldSchema, progress)
  return read.success && read.output.tries === attemptsStarted ? read.output.told : null
}

/** Keeps what a try tells of itself. */
export async function saveProgress(job: BullJob, progress: JsonObject): Promise<void> {
  await job.updateProgress({ tries: job.attemptsStarted, told: progress })
}

/** A job can also have failed by BullMQ's own doing; what its last try left is shown then. */
const readHeld = (reason: unknown, otherwise: JsonObject): JsonObject => readReason(reason) ?? otherwise

/** True for a failed job of ours that nobody asked to be held: BullMQ failed it itself, or it was withdrawn. */
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
