import { hash } from 'node:crypto'

import type { JsonObject } from '@social/core/store'
import type { JobState, NewJob, StoredJob } from '@social/jobs/queue'

/**
 * A time that is never reached: no worker fetches a held job. pg-boss keeps waiting jobs for a year after this time.
 */
export const NEVER = '9999-01-01T00:00:00Z'

/**
 * Data of a job in pg-boss. Payload and memo are text: `jsonb` refuses the character U+0000, changes numbers that are too
 * long, and drops repeated names.
 */
export interface JobData {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly memo: string
  readonly isHeld: boolean
  /** Time of the first add, for a resumed job: pg-boss stores the time of the last add. */
  readonly addedAt: string | null
  readonly keepSeconds: number
}

/** Result of an ended job in pg-boss. */
export interface JobOutput {
  readonly state: 'DONE' | 'FAILED' | 'CANCELLED'
  readonly memo: string
}

/** Progress of a running job in pg-boss. */
export interface JobNotified {
  readonly retryCount: number
  readonly reported: string
}

/** A row of a job. */
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
 * Id of a job in pg-boss: it accepts only UUIDs, so one is made from a hash (version 8, RFC 9562). The hash includes the
 * queue, because `update` of pg-boss 12.35.0 changes every job with that id in any queue.
 */
export function uuidOf(queue: string, id: string): string {
  const hex = hash('sha256', JSON.stringify([queue, id]), 'hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Data of a job that is added now. */
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

/** pg-boss accepts whole seconds, and would keep a job with 0 forever. */
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
    default: // another program failed it: it is not run again
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
    // Progress of an earlier attempt is still stored, and ignored.
    progress:
      state === 'RUNNING' && output?.reported !== undefined && output.retryCount === row.retryCount
        ? parse(output.reported)
        : null,
    dueAt: state === 'HELD' ? null : startAfter,
    addedAt: data.addedAt === null ? createdOn : new Date(data.addedAt),
  }
}

/** Converts a row; null if another program wrote it into the queue. */
export function readStored(row: JobRow): StoredJob | null {
  const data: Partial<Record<keyof JobData, unknown>> | null = row.data
  if (typeof data?.id !== 'string' || typeof data.kind !== 'string') return null
  try {
    return toStored(row)
  } catch {
    return null
  }
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject // written by `toData` and with verdicts
