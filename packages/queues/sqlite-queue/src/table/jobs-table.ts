import type { JobCounts, JobList, StoredJob, Verdict } from '@social/jobs/queue'
import type { Session } from '@social/sqlite/database'

import { type Claim, COLUMNS, type TakenJob, toStored, toTaken } from './job-row.js'

/**
 * Lanes of the queue. Each lane runs `concurrency` jobs in a worker, so that many slow updates do
 * not delay posts.
 */
export const LANES = ['long', 'brief'] as const

/** Jobs that are kept for a shorter time are in the lane `brief`. These are the pushed updates. */
const BRIEF_MS = 7 * 86_400_000

/** A job to store. All times are in milliseconds since 1970. */
export interface JobToStore {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly dueAt: number | null
  readonly keepMs: number
}

const INSERT = `INSERT INTO social_jobs (id, lane, kind, payload, memo, state, due_at, counted_from, added_at, keep_ms)
  VALUES (?, ?, ?, ?, '{}', 'WAITING', ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`
const DELETE_FORGOTTEN = 'DELETE FROM social_jobs WHERE id = ? AND forget_at <= ?'
const SWEEP =
  'DELETE FROM social_jobs WHERE seq IN (SELECT seq FROM social_jobs WHERE forget_at <= ? ORDER BY forget_at LIMIT ?)'

/** Stores a job. Returns false if a job with the same id exists. */
export function insertJob(session: Session, job: JobToStore, now: number): boolean {
  const { id, kind, payload, dueAt, keepMs } = job
  const lane = keepMs < BRIEF_MS ? 'brief' : 'long'
  const insert = (): boolean =>
    // A job without a due time is due from now on. If the clock is set back, it is due all the same.
    session.write(INSERT, id, lane, kind, payload, dueAt ?? now, dueAt === null ? now : null, now, keepMs) ===
    1
  return insert() || (session.write(DELETE_FORGOTTEN, id, now) === 1 && insert())
}

/** Deletes at most `limit` jobs whose time has passed. Returns the number of deleted jobs. */
export function deleteForgotten(session: Session, now: number, limit: number): number {
  return session.write(SWEEP, now, limit)
}

const TAKE = `UPDATE social_jobs SET state = 'RUNNING', worker = ?1, tries = tries + 1, progress = NULL
  WHERE seq IN (
    SELECT seq FROM social_jobs WHERE state = 'WAITING' AND lane = ?2 AND due_at <= ?3 ORDER BY due_at, seq LIMIT ?4
  ) AND EXISTS (SELECT 1 FROM social_job_workers WHERE id = ?1)
  RETURNING ${COLUMNS}, seq`

/** Takes due jobs of a lane for a worker. The jobs are sorted by their due time. */
export function takeJobs(
  session: Session,
  {
    worker,
    lane,
    now,
    limit,
  }: { readonly worker: string; readonly lane: string; readonly now: number; readonly limit: number },
): readonly TakenJob[] {
  const rows = session.rows(TAKE, worker, lane, now, limit)
  const order = (column: string, one: (typeof rows)[number], other: (typeof rows)[number]): number =>
    Number(one[column]) - Number(other[column])
  return rows
    .toSorted((one, other) => order('due_at', one, other) || order('seq', one, other))
    .map((row) => toTaken(row, worker))
}

/** Returns the due time of the next waiting job of a lane. Returns null if no job waits. */
export function nextDueAt(session: Session, lane: string): number | null {
  const row = session.row(
    "SELECT due_at FROM social_jobs WHERE state = 'WAITING' AND lane = ? ORDER BY due_at, seq LIMIT 1",
    lane,
  )
  return row === null ? null : Number(row['due_at'])
}

const OF_CLAIM = "id = ? AND state = 'RUNNING' AND worker = ? AND tries = ?"
const END = `UPDATE social_jobs SET state = ?, memo = ?, progress = NULL, worker = NULL, forget_at = ? + keep_ms WHERE ${OF_CLAIM}`
const HOLD = `UPDATE social_jobs SET state = 'HELD', memo = ?, progress = NULL, worker = NULL WHERE ${OF_CLAIM}`
const PUT_BACK = `UPDATE social_jobs SET state = 'WAITING', memo = ?, progress = NULL, worker = NULL, due_at = ?, counted_from = ? WHERE ${OF_CLAIM}`

/**
 * Stores the result of an attempt, if the job still belongs to this attempt.
 *
 * @returns False if the job belongs to another attempt. Nothing was changed then.
 */
export function completeAttempt(session: Session, claim: Claim, verdict: Verdict, now: number): boolean {
  const owner = [claim.id, claim.worker, claim.tries] as const
  const memo = JSON.stringify(verdict.memo)
  if (verdict.to === 'HELD') return session.write(HOLD, memo, ...owner) === 1
  if (verdict.to === 'WAITING') {
    const dueAt = Math.ceil(now + Math.max(0, verdict.afterSeconds) * 1000)
    return session.write(PUT_BACK, memo, dueAt, now, ...owner) === 1
  }
  return session.write(END, verdict.to, memo, now, ...owner) === 1
}

/** Stores the progress of an attempt, if the job still belongs to this attempt. */
export function saveProgress(session: Session, claim: Claim, progress: string): void {
  const sql = `UPDATE social_jobs SET progress = ? WHERE ${OF_CLAIM}`
  session.write(sql, progress, claim.id, claim.worker, claim.tries)
}

/** Makes a held or failed job wait, due immediately. Returns false if it is in any other state. */
export function resumeJob(session: Session, id: string, memo: string, now: number): boolean {
  const sql = `UPDATE social_jobs SET state = 'WAITING', memo = ?, due_at = ?, counted_from = ?, forget_at = NULL
    WHERE id = ? AND (state = 'HELD' OR (state = 'FAILED' AND forget_at > ?))`
  return session.write(sql, memo, now, now, id, now) === 1
}

/** Cancels a waiting or held job. Returns false if the job is in any other state. */
export function cancelJob(session: Session, id: string, memo: string, now: number): boolean {
  const sql = `UPDATE social_jobs SET state = 'CANCELLED', memo = ?, forget_at = ? + keep_ms
    WHERE id = ? AND state IN ('WAITING', 'HELD')`
  return session.write(sql, memo, now, id) === 1
}

export function readJob(session: Session, id: string, now: number): StoredJob | null {
  const sql = `SELECT ${COLUMNS} FROM social_jobs WHERE id = ? AND (forget_at IS NULL OR forget_at > ?)`
  const row = session.row(sql, id, now)
  return row && toStored(row)
}

/** Condition of each list. Each condition has an index with the same condition. */
const LISTS: Readonly<Record<Exclude<JobList, 'WAITING'>, string>> = {
  RUNNING: "state = 'RUNNING' AND ?1 > 0",
  HELD: "state = 'HELD' AND ?1 > 0",
  // With the `+`, SQLite uses the index that has the order of the list.
  ENDED: 'forget_at IS NOT NULL AND +forget_at > ?1',
}

export function listJobs(
  session: Session,
  list: JobList,
  { offset, limit, now }: { readonly offset: number; readonly limit: number; readonly now: number },
): readonly StoredJob[] {
  if (list !== 'WAITING')
    return session
      .rows(
        `SELECT ${COLUMNS} FROM social_jobs WHERE ${LISTS[list]} ORDER BY seq DESC LIMIT ?2 OFFSET ?3`,
        now,
        limit,
        offset,
      )
      .map(toStored)
  const ofLane = `SELECT * FROM (SELECT ${COLUMNS}, seq FROM social_jobs WHERE state = 'WAITING' AND lane = ? ORDER BY due_at, seq LIMIT ?)`
  return session
    .rows(
      `${LANES.map(() => ofLane).join(' UNION ALL ')} ORDER BY due_at, seq LIMIT ? OFFSET ?`,
      ...LANES.flatMap((lane) => [lane, offset + limit]),
      limit,
      offset,
    )
    .map(toStored)
}

export function countJobs(session: Session, now: number): JobCounts {
  const count = (where: string, ...values: number[]): number =>
    Number(session.row(`SELECT count(*) AS jobs FROM social_jobs WHERE ${where}`, ...values)?.['jobs'])
  return {
    WAITING: count("state = 'WAITING'"),
    RUNNING: count("state = 'RUNNING'"),
    HELD: count("state = 'HELD'"),
    ENDED: count('forget_at > ?', now),
  }
}
