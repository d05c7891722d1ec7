import { randomUUID } from 'node:crypto'

import { type Alarm, Lease, leaseMoment, NetworkError, setAlarm, stopAlarm } from '@social/core/store'
import { endsWithin } from '@social/jobs/queue'

import type { TakenJob } from '../table/job-row.js'
import { deleteForgotten, LANES, nextDueAt, takeJobs } from '../table/jobs-table.js'
import {
  addWorker,
  extendLease,
  hasJobsToRecover,
  recoverJobs,
  type RecoveryTimes,
  removeWorker,
  type WorkerLease,
} from '../table/workers-table.js'
import { Attempts } from './attempts.js'
import { Bell } from './bell.js'
import type { SqliteWorkerParts } from './parts.js'

/**
 * Maximum seconds between two polls. An idle worker is woken by changes of the file and by the next
 * due time. The poll finds dead workers, a changed clock, and changes that were not reported. Our
 * choice.
 */
const POLL_SECONDS = 1
/** Seconds between two deletions of ended jobs whose time has passed. Our choice. */
const SWEEP_SECONDS = 60
/** Maximum jobs that one deletion removes, so that it does not block the program. Our choice. */
const SWEEP_JOBS = 1_000
/** Seconds until the next deletion if the last one was full. Our choice. */
const NEXT_SWEEP_SECONDS = 0.1
/** Seconds that `stop` waits for aborted jobs. Our choice. */
const CALLED_OFF_SECONDS = 10

/** Takes due jobs and runs them. One lease covers all jobs of a worker. */
export class SqliteWorker {
  readonly #parts: SqliteWorkerParts
  readonly #attempts: Attempts
  readonly #bell: Bell
  #lease: Lease
  /** Id in the table of workers. Null until the worker is registered, also after a lost lease. */
  #id: string | null = null
  #alarm: Alarm | null = null
  #polling: Promise<void> | null = null
  #mustPollAgain = false
  /** Times of `clock.monotonic`. */
  #recoverAt = 0
  #sweepAt = 0
  #isStopping = false

  constructor(parts: SqliteWorkerParts) {
    this.#parts = parts
    const { clock, leaseSeconds } = parts.settings
    this.#attempts = new Attempts(parts, { ended: () => this.wake(), lost: () => this.#lost() })
    this.#bell = new Bell(clock, () => this.wake())
    this.#lease = new Lease({ clock, seconds: leaseSeconds })
  }

  async start(): Promise<void> {
    await this.#register()
    this.#bell.open(this.#parts.path)
    this.wake()
  }

  /** Takes due jobs now, or directly after the running poll. */
  wake(): void {
    if (this.#isStopping) return
    this.#mustPollAgain = true
    this.#polling ??= this.#pollWhileAsked()
  }

  async stop({ withinSeconds }: { readonly withinSeconds: number }): Promise<void> {
    this.#isStopping = true
    this.#bell.close()
    this.#stopAlarm()
    const hasPolled = await endsWithin(this.#polling ?? Promise.resolve(), CALLED_OFF_SECONDS)
    await endsWithin(this.#attempts.untilIdle(), withinSeconds)
    this.#attempts.abortAll()
    const haveEnded = await endsWithin(this.#attempts.untilIdle(), CALLED_OFF_SECONDS)
    this.#attempts.giveUp()
    await endsWithin(this.#lease.end(), CALLED_OFF_SECONDS)
    const hasLeft = await this.#leave(haveEnded)
    if (hasPolled && haveEnded && hasLeft) return
    const { ids } = this.#attempts
    const rest = ids.length === 0 ? '' : ` Another worker takes over: ${ids.join(', ')}.`
    this.#trouble(new NetworkError(`The worker was stopped before all jobs had ended.${rest}`))
  }

  /** Removes the worker. If jobs are still running, its lease ends by itself. */
  async #leave(haveEnded: boolean): Promise<boolean> {
    const id = this.#id
    if (id === null || !haveEnded) return true
    const left = this.#parts.quick.run('queue.stop', (session) => removeWorker(session, id))
    return endsWithin(left, CALLED_OFF_SECONDS).catch((error: unknown) => {
      this.#trouble(error)
      return false
    })
  }

  async #register(): Promise<void> {
    const { quick, settings } = this.#parts
    const { clock, leaseSeconds } = settings
    const worker = randomUUID()
    const from = leaseMoment(clock)
    await quick.run('queue.work', (session) => addWorker(session, this.#leaseOf(worker)))
    this.#id = worker
    this.#lease = new Lease({
      clock,
      seconds: leaseSeconds,
      from,
      extend: () => quick.run('queue.work', (session) => extendLease(session, this.#leaseOf(worker))),
      onLost: () => this.#lost(),
    })
    this.#lease.keep()
  }

  /** Aborts all jobs. The next poll registers the worker again, with a new lease. */
  #lost(): void {
    this.#id = null
    void this.#lease.end()
    this.#attempts.loseAll()
    this.wake()
  }

  #leaseOf(worker: string): WorkerLease {
    const { leaseSeconds, uptimeMs } = this.#parts.settings
    return { worker, uptimeMs: Math.round(uptimeMs()), leaseMs: Math.ceil(leaseSeconds * 1000) }
  }

  async #pollWhileAsked(): Promise<void> {
    this.#stopAlarm()
    let seconds = POLL_SECONDS
    while (this.#mustPollAgain && !this.#isStopping) {
      this.#mustPollAgain = false
      seconds = await this.#poll()
    }
    this.#polling = null
    if (!this.#isStopping)
      this.#alarm = setAlarm(this.#parts.settings.clock, seconds, { ring: () => this.wake() })
  }

  /** Takes the due jobs. Returns the seconds until the next poll. Never rejects. */
  async #poll(): Promise<number> {
    try {
      if (this.#id === null) await this.#register()
      const worker = this.#id ?? ''
      await this.#recover(worker)
      const next = await this.#takeDue(worker)
      return Math.min(next, await this.#sweep())
    } catch (error) {
      this.#trouble(error)
      return POLL_SECONDS
    }
  }

  async #recover(worker: string): Promise<void> {
    const { quick, reads, settings } = this.#parts
    const now = settings.clock.monotonic()
    if (now < this.#recoverAt) return
    const times = (): RecoveryTimes => ({
      worker,
      uptimeMs: Math.round(settings.uptimeMs()),
      now: this.#now(),
    })
    if (await reads.run('queue.work', (session) => hasJobsToRecover(session, times())))
      await quick.run('queue.work', (session) => recoverJobs(session, times()))
    this.#recoverAt = now + POLL_SECONDS
  }

  /** Takes due jobs of each lane with free places. Returns the seconds until the next due time. */
  async #takeDue(worker: string): Promise<number> {
    const { quick, reads } = this.#parts
    const open = LANES.filter((lane) => this.#attempts.freeIn(lane) > 0)
    const times = await reads.run('queue.work', (session) => open.map((lane) => nextDueAt(session, lane)))
    const now = this.#now()
    const due = open.filter((_lane, at) => (times[at] ?? Number.POSITIVE_INFINITY) <= now)
    if (due.length > 0 && !this.#isStopping) {
      const take = { worker, now }
      const jobs = await quick.run('queue.work', (session) =>
        due.flatMap((lane): readonly TakenJob[] =>
          takeJobs(session, { ...take, lane, limit: this.#attempts.freeIn(lane) }),
        ),
      )
      // Taken jobs are run also while the worker stops, because they belong to this worker.
      for (const taken of jobs) this.#attempts.begin(taken)
      if (jobs.length > 0) this.#mustPollAgain = true
    }
    const later = times.flatMap((time) => (time !== null && time > now ? [(time - now) / 1000] : []))
    return Math.min(POLL_SECONDS, ...later)
  }

  /** Deletes ended jobs whose time has passed. Returns the seconds until the next deletion. */
  async #sweep(): Promise<number> {
    const { quick, settings } = this.#parts
    const { clock } = settings
    if (clock.monotonic() < this.#sweepAt) return POLL_SECONDS
    const deleted = await quick.run('queue.work', (session) =>
      deleteForgotten(session, this.#now(), SWEEP_JOBS),
    )
    const isFull = deleted === SWEEP_JOBS
    this.#sweepAt = clock.monotonic() + (isFull ? NEXT_SWEEP_SECONDS : SWEEP_SECONDS)
    return isFull ? NEXT_SWEEP_SECONDS : POLL_SECONDS
  }

  #stopAlarm(): void {
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #now(): number {
    return this.#parts.settings.clock.now().getTime()
  }

  #trouble(error: unknown): void {
    this.#parts.options.report({ type: 'TROUBLE', error })
  }
}
