import type { Session } from '@social/sqlite/database'

/** Lease of a worker on all its jobs, in milliseconds of the machine's monotonic clock. */
export interface WorkerLease {
  readonly worker: string
  readonly uptimeMs: number
  readonly leaseMs: number
}

/** Times of both clocks, in milliseconds. */
export interface RecoveryTimes {
  /** The worker that recovers jobs. Its own lease is not ended. */
  readonly worker: string
  readonly uptimeMs: number
  readonly now: number
}

/**
 * Milliseconds by which a stored time must be in the future to show that the clock was set back.
 * Our choice.
 */
const SET_BACK_MS = 1_000

/**
 * Condition of a worker whose lease has ended. An end that is more than one lease away was written
 * before the machine was started again.
 */
const DEAD = 'id <> ?1 AND (ends_ms <= ?2 OR ends_ms > ?2 + lease_ms)'

/** Registers a worker. */
export function addWorker(session: Session, { worker, uptimeMs, leaseMs }: WorkerLease): void {
  session.write('INSERT INTO social_job_workers VALUES (?, ?, ?)', worker, uptimeMs + leaseMs, leaseMs)
}

/** Extends the lease of a worker. Returns false if another worker has ended the lease. */
export function extendLease(session: Session, { worker, uptimeMs, leaseMs }: WorkerLease): boolean {
  return (
    session.write('UPDATE social_job_workers SET ends_ms = ? WHERE id = ?', uptimeMs + leaseMs, worker) === 1
  )
}

/** Removes a worker. Its running jobs wait again. */
export function removeWorker(session: Session, worker: string): void {
  session.write('DELETE FROM social_job_workers WHERE id = ?', worker)
  session.write(
    "UPDATE social_jobs SET state = 'WAITING', progress = NULL, worker = NULL WHERE state = 'RUNNING' AND worker = ?",
    worker,
  )
}

const ORPHANED = "state = 'RUNNING' AND worker NOT IN (SELECT id FROM social_job_workers)"
const SET_BACK = "state = 'WAITING' AND counted_from > ?"

/** Returns whether `recoverJobs` would change a row. Reads only, so that idle workers do not write. */
export function hasJobsToRecover(session: Session, { worker, uptimeMs, now }: RecoveryTimes): boolean {
  return (
    session.row(`SELECT 1 AS there FROM social_job_workers WHERE ${DEAD} LIMIT 1`, worker, uptimeMs) !==
      null ||
    session.row(`SELECT 1 AS there FROM social_jobs WHERE ${ORPHANED} LIMIT 1`) !== null ||
    session.row(`SELECT 1 AS there FROM social_jobs WHERE ${SET_BACK} LIMIT 1`, now + SET_BACK_MS) !== null
  )
}

/**
 * Makes the jobs of dead workers wait again. Moves due times that were counted before the clock
 * was set back.
 */
export function recoverJobs(session: Session, { worker, uptimeMs, now }: RecoveryTimes): void {
  session.write(`DELETE FROM social_job_workers WHERE ${DEAD}`, worker, uptimeMs)
  session.write(`UPDATE social_jobs SET state = 'WAITING', progress = NULL, worker = NULL WHERE ${ORPHANED}`)
  session.write(
    `UPDATE social_jobs SET due_at = due_at - counted_from + ?, counted_from = ? WHERE ${SET_BACK}`,
    now,
    now,
    now + SET_BACK_MS,
  )
}
