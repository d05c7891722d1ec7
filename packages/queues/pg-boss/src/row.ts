import { hash } from 'node:crypto'

import type { JsonObject } from '@social/core/store'
import type { JobState, NewJob, StoredJob } from '@social/jobs/queue'

/** A moment that never comes: nobody fetches a job that is held. pg-boss keeps what waits until its moment, and a year more. */
export const NEVER = '9999-01-01T00:00:00Z'

/**
 * What pg-boss keeps for a job. Payload and memo are text: `jsonb` refuses the character U+0000, changes numbers it finds
 * too long, and drops names that come twice.
 */
export interface JobData {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly memo: string
  readonly isHeld: boolean
  /** When it was first added, for a job that was taken up again: pg-boss knows when it was added last. */
  readonly addedAt: string | null
  readonly keepSeconds: number
}

/** What pg-boss keeps of a job that is over. */
export interface JobOutput {
  readonly state: 'DONE' | 'FAILED' | 'CANCELLED'
  readonly memo: string
}

/** What pg-boss keeps of a job that runs: what a try has told of itself. */
export interface JobNotified {
  readonly retryCount: number
  readonly told: string
}

/** A job as the server gives it. */
export interface JobRow {
  readonly id: string
  readonly retryCount: number
  readonly state: string
  readonly startAfter: Date
  readonly createdOn: Date
  readonly data: JobData
  readonly output: Partial<JobOutput & JobNotified> | null
}

/**
 * The id under which pg-boss has a job: it takes UUIDs only, so one is made of the hash of ours (version 8, RFC 9562). The
 * queue is part of it, because `update` of pg-boss 12.35.0 changes every job of that id, whatever its queue.
 */
export function uuidOf(queue: string, id: string): string {
  const hex = hash('sha256', JSON.stringify([queue, id]), 'hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What is kept of a job that was added now. */
export function toData(job: NewJob): JobData {
  const { id, kind, payload, keepSeconds } = job
  return {
    id,
    kind,
    payload: JSON.stringify(payload),
    memo: '{}',
    isHeld: false,
    addedAt: null,
    keepSeconds: wholeSeconds(keepSeconds),
  }
}

/** pg-boss takes whole seconds, and would keep a job of 0 for ever. */
const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds))

export function stateOf({ state, data, output }: Pick<JobRow, 'state' | 'data' | 'output'>): JobState {
  switch (state) {
    case 'active':
      return 'RUNNING'
    case 'completed':
      return output?.state ?? 'DONE'
    case 'cancelled':
      return 'CANCELLED'
    case 'created':
    case 'retry':
      return data.isHeld ? 'HELD' : 'WAITING'
    default: // failed by another program: it is not run again
      return 'FAILED'
  }
}

function toStored(row: JobRow): StoredJob {
  const { data, output, startAfter, createdOn } = row
  const state = stateOf(row)
  return {
    id: data.id,
    kind: data.kind,
    payload: parse(data.payload),
    state,
    memo: parse(output?.memo ?? data.memo),
    // What an earlier try has told is still there, and means nothing.
    progress:
      state === 'RUNNING' && output?.told !== undefined && output.retryCount === row.retryCount
        ? parse(output.told)
        : null,
    dueAt: state === 'HELD' ? null : startAfter,
    addedAt: data.addedAt === null ? createdOn : new Date(data.addedAt),
  }
}

/** A row as the port shows it; null for one that something else wrote into the queue. */
export function readStored(row: JobRow): StoredJob | null {
  const data: Partial<Record<keyof JobData, unknown>> | null = row.data
  if (typeof data?.id !== 'string' || typeof data.kind !== 'string') return null
  try {
    return toStored(row)
  } catch {
    return null
  }
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject // only `toData` and verdicts write here
