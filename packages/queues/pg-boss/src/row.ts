import { hash } from 'node:crypto'

import type { JsonObject } from '@social/core/store'
import type { JobState, NewJob, StoredJob } from '@social/jobs/queue'

/**
 * Due time of a held job. The time is never reached, so no worker fetches the job. pg-boss would
 * delete a waiting job only a year after this time.
 */
export const NEVER = '9999-01-01T00:00:00Z'

/**
 * Data of a job in pg-boss. Payload and memo are texts, because `jsonb` refuses the character
 * U+0000, changes numbers with too many digits, and drops repeated names.
 */
export interface JobData {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly memo: string
  readonly isHeld: boolean
  /**
   * Time at which a resumed job was first added, because pg-boss stores the time of the last
   * `add`; null for other jobs.
   */
  readonly addedAt: string | null
  readonly keepSeconds: number
}

/** Result of an ended job, as stored by pg-boss. */
export interface JobOutput {
  readonly state: 'DONE' | 'FAILED' | 'CANCELLED'
  readonly memo: string
}

/** Progress of a running job, as stored by pg-boss. */
export interface JobNotified {
  readonly retryCount: number
  readonly reported: string
}

/** Columns of a job that the library reads. */
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
 * Returns the UUID of a job in pg-boss, which accepts only UUIDs as ids. The UUID is made from a
 * hash (version 8, RFC 9562). The hash includes the queue's name, because `update` of pg-boss
 * 12.35.0 changes the jobs with this id in all queues.
 */
export function uuidOf(queue: string, id: string): string {
  const hex = hash('sha256', JSON.stringify([queue, id]), 'hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the data of a job that is added for the first time. */
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

/**
 * Rounds up to whole seconds, which pg-boss requires. The minimum is 1, because pg-boss would keep
 * a job with 0 forever.
 */
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
    default: // another program failed the job, and the job is not run again
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
    // Progress of an earlier attempt may still be stored. It is ignored.
    progress:
      state === 'RUNNING' && output?.reported !== undefined && output.retryCount === row.retryCount
        ? parse(output.reported)
        : null,
    dueAt: state === 'HELD' ? null : startAfter,
    addedAt: data.addedAt === null ? createdOn : new Date(data.addedAt),
  }
}

/** Converts a row. Returns null if another program wrote the row into the queue. */
export function readStored(row: JobRow): StoredJob | null {
  const data: Partial<Record<keyof JobData, unknown>> | null = row.data
  if (typeof data?.id !== 'string' || typeof data.kind !== 'string') return null
  try {
    return toStored(row)
  } catch {
    return null
  }
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject // safe cast: the library itself wrote these texts from JSON objects
