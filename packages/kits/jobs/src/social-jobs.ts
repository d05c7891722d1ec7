import type { Update } from '@social/core'
import { IdempotencyConflictError, assertText } from '@social/core/store'

import type { JobCounts, JobWorker, StoredJob } from './binding.js'
import { type HeldFilter, readHeldFilter } from './deciding/held-filter.js'
import { Envelopes, subjectOf } from './envelope.js'
import { type JobEvents, type JobListener, Listeners } from './events.js'
import { Intake } from './intake.js'
import { jobId } from './job-id.js'
import { infoOf, type JobInfo } from './job-info.js'
import { FRESH, readMemo, writeMemo } from './memo.js'
import { readSettings, type Settings, type SocialJobsOptions } from './options.js'
import {
  type AddedJob,
  PublishIntake,
  type PublishRequest,
  type PublishThreadRequest,
} from './publish-intake.js'
import { readNumbers } from './read-numbers.js'
import type { HandlerParts } from './running/handler.js'
import { Runner } from './running/runner.js'

/**
 * Default concurrency of a worker. A high value is possible because jobs mostly wait for a
 * network.
 */
const DEFAULT_CONCURRENCY = 20
/** Default number of jobs on a page of a list. */
const PAGE = 50
/** Number of held jobs that `retryHeld` reads per query. Our choice. */
const HELD_PAGE = 1_000
const WINDOW = { offset: { defaultValue: 0, min: 0 }, limit: { defaultValue: PAGE, min: 1 } } as const
/**
 * Default timeout of `stop` is 30 seconds, because most hosts kill a process 30 seconds after the
 * stop signal.
 */
const STOPPING = { withinSeconds: { defaultValue: 30, min: 0, isFraction: true } } as const

/** Seconds for which a worker with a closed client waits for its other jobs. Our choice. */
const CLOSED_STOP_SECONDS = 30

/** Page of a list of jobs. */
export interface JobWindow {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/**
 * Runs background work on any queue: publishes posts now or later, polls the state of posts,
 * handles pushed updates, and renews tokens. Create one instance in each process. Only processes
 * that call `work` run jobs.
 *
 * Each job runs **at least once**, but a post is published only once, because every post has an
 * idempotency key and a journal entry. All processes must therefore share the stores of the
 * client.
 *
 * @example
 * const jobs = new SocialJobs({ client: social, queue })
 * await jobs.publish({ connectionId, post: { text: 'Good morning' }, idempotencyKey: 'draft-42', at: tomorrow })
 */
export class SocialJobs {
  readonly #settings: Settings
  readonly #envelopes: Envelopes
  readonly #intake: Intake
  readonly #publishing: PublishIntake
  readonly #listeners = new Listeners()
  readonly #runner: Runner

  /** @throws ConfigError for a missing option, an unknown option, or a number out of range. */
  constructor(options: SocialJobsOptions) {
    this.#settings = readSettings(options)
    this.#envelopes = new Envelopes(this.#settings.ring)
    this.#intake = new Intake(this.#settings, this.#envelopes)
    this.#publishing = new PublishIntake(this.#settings, this.#envelopes)
    const parts = {
      settings: this.#settings,
      envelopes: this.#envelopes,
      intake: this.#intake,
      notify: ((name, { job, envelope }, event) => {
        if (!this.#listeners.hears(name)) return
        const complete = { ...event, job: infoOf(job, subjectOf(envelope)) }
        this.#listeners.notify(name, complete as JobEvents[typeof name]) // safe cast: `event` has every field of the event except `job`, which this line adds
      }) satisfies HandlerParts['notify'],
      reportRenewal: (event: JobEvents['renewed']) => this.#listeners.notify('renewed', event),
    }
    this.#runner = new Runner(parts, this.#listeners)
  }

  /**
   * Adds a post to the queue, to publish immediately or later, on every network. An invalid post
   * is refused and not stored. When the promise resolves, the queue has stored the post.
   *
   * @throws InvalidPostError, NotSupportedError for the same reasons as `account.post`.
   * InvalidPostError also for a file that a queue cannot store.
   * @throws IdempotencyConflictError if the key was used for a different post or a different time.
   */
  publish(request: PublishRequest): Promise<AddedJob> {
    return this.#publishing.publish(request)
  }

  /**
   * Adds several posts to the queue, to publish as one thread. Each post is published once, in
   * order. If a post fails, the job resumes at that post. A key belongs to one post or one thread.
   *
   * @throws InvalidPostError, NotSupportedError for the same reasons as `account.postThread`.
   * InvalidPostError also for a file that a queue cannot store.
   * @throws IdempotencyConflictError if the key was used for a different post or thread, or a
   * different time.
   */
  publishThread(request: PublishThreadRequest): Promise<AddedJob> {
    return this.#publishing.publishThread(request)
  }

  /**
   * Adds a pushed update to the queue, for a worker. Pass this function to the routes as
   * `deliver`: the network then receives its response after the update was stored. The function
   * can be passed without its object.
   */
  readonly deliver = async (update: Update): Promise<void> => {
    await this.#intake.deliver(update)
  }

  /**
   * Adds the renewal sweep to the queue, once for all processes. Repeated calls in any process
   * have no effect.
   */
  startSweep(): Promise<AddedJob> {
    return this.#intake.startSweep()
  }

  /**
   * Starts a worker, which runs jobs in this process until the worker is stopped.
   *
   * @param options - `concurrency`: maximum number of concurrent jobs. Default: 20.
   * @throws ConfigError for an unknown option, or a number out of range.
   */
  async work(options: { readonly concurrency?: number | undefined } = {}): Promise<JobWorker> {
    const { concurrency } = readNumbers(options, 'jobs.work', {
      concurrency: { defaultValue: DEFAULT_CONCURRENCY, min: 1 },
    })
    const report = (event: JobEvents['worker']): void => this.#listeners.notify('worker', event)
    const worker = await this.#settings.queue.work(this.#runner.run, { concurrency, report })
    // A worker with a closed client cannot run any job.
    this.#runner.onClosed(() => void worker.stop({ withinSeconds: CLOSED_STOP_SECONDS }).catch(() => {}))
    return { stop: async (how) => worker.stop(readNumbers(how, 'worker.stop', STOPPING)) }
  }

  /**
   * Adds a listener for jobs that run in this process. An event may be repeated after a crash.
   *
   * @returns A function that removes the listener.
   */
  on<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    return this.#listeners.add(name, listener)
  }

  /**
   * Lists jobs that wait for their due time, a free worker or a retry. Sorted by due time,
   * earliest first.
   */
  waiting(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('WAITING', window)
  }

  /** Lists jobs that a worker is running. */
  running(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('RUNNING', window)
  }

  /**
   * Lists jobs that are held until a person acts. `problem.todo` is the required action. Newest
   * first.
   */
  needingPerson(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('HELD', window)
  }

  /** Lists ended jobs that are still stored: `DONE`, `FAILED` or `CANCELLED`. Newest first. */
  ended(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('ENDED', window)
  }

  /** Counts the jobs in each list. */
  counts(): Promise<JobCounts> {
    return this.#settings.queue.count()
  }

  /** Finds a job by its id. Returns null for an unknown id. */
  async find(id: string): Promise<JobInfo | null> {
    const job = await this.#settings.queue.read(id)
    return job && infoOf(job)
  }

  /** Finds the job of a post or thread by its idempotency key. Returns null for an unknown key. */
  async findPost(connectionId: string, idempotencyKey: string): Promise<JobInfo | null> {
    assertText(connectionId, 'jobs.findPost: connectionId')
    assertText(idempotencyKey, 'jobs.findPost: idempotencyKey')
    return this.find(jobId('PUBLISH', connectionId, idempotencyKey))
  }

  /**
   * Retries a held or failed job with its original idempotency key. A post that already reached
   * the network is found, and not published again. Returns false if the job is in any other state.
   *
   * @throws IdempotencyConflictError for a cancelled or dismissed job, because its key can never
   * publish again.
   */
  async retry(id: string): Promise<boolean> {
    const job = await this.#settings.queue.read(id)
    if (job?.state === 'CANCELLED') throw cancelledError(infoOf(job))
    return job !== null && this.#resume(job)
  }

  /**
   * Retries every held job that matches the filter. Call this method after the cause of the
   * failure was removed.
   *
   * @param filter - A job must match all given fields. Omitted fields match every job.
   * @returns Number of retried jobs.
   * @throws ConfigError for an unknown field.
   * @example
   * await jobs.retryHeld({ platform: 'mastodon', code: 'CONFIG' }) // after the workers got the package
   */
  async retryHeld(filter: HeldFilter = {}): Promise<number> {
    const matches = readHeldFilter(filter)
    // Remembers retried jobs, so that a job that fails again during this call is not retried twice.
    const retried = new Set<string>()
    let count = 0
    for (let offset = 0; ;) {
      const page = await this.#list('HELD', { offset, limit: HELD_PAGE })
      for (const job of page) {
        const isNew = matches(job) && !retried.has(job.id)
        if (isNew) retried.add(job.id)
        const stored = isNew ? await this.#settings.queue.read(job.id) : null
        if (stored !== null && (await this.#resume(stored))) count += 1
        else offset += 1
      }
      if (page.length < HELD_PAGE) return count
    }
  }

  /**
   * Retries every held job of a connection that requires a new sign-in. Call this method after the
   * sign-in.
   *
   * @returns Number of retried jobs.
   */
  async retryConnection(connectionId: string): Promise<number> {
    assertText(connectionId, 'jobs.retryConnection: connectionId')
    return this.retryHeld({ connectionId, todo: 'SIGN_IN_AGAIN' })
  }

  /** Cancels a held job that requires no further action. Returns false if the job is not held. */
  dismiss(id: string): Promise<boolean> {
    return this.#withdraw(id, 'HELD', 'A person dismissed the job.')
  }

  /**
   * Cancels a waiting job, also if it waits for a retry. Returns false if the job is running or
   * has ended, or if the network has accepted the post: the job then only follows the post.
   */
  cancel(id: string): Promise<boolean> {
    return this.#withdraw(id, 'WAITING', 'The job was cancelled.')
  }

  #resume({ id, memo }: StoredJob): Promise<boolean> {
    const { result, following, parts } = readMemo(memo)
    return this.#settings.queue.resume(id, writeMemo({ ...FRESH, result, following, parts }))
  }

  async #withdraw(id: string, state: 'HELD' | 'WAITING', message: string): Promise<boolean> {
    const { queue } = this.#settings
    const job = await queue.read(id)
    if (job?.state !== state) return false
    const memo = readMemo(job.memo)
    if (state === 'WAITING' && memo.result !== null) return false
    const problem = { todo: 'GIVE_UP', message, userMessage: message, code: null } as const
    return queue.withdraw(id, writeMemo({ ...memo, problem }))
  }

  async #list(
    list: Parameters<Settings['queue']['list']>[0],
    window: JobWindow = {},
  ): Promise<readonly JobInfo[]> {
    const jobs = await this.#settings.queue.list(list, readNumbers(window, 'A list of jobs', WINDOW))
    return jobs.map((job) => infoOf(job))
  }
}

function cancelledError({ id, idempotencyKey }: JobInfo): IdempotencyConflictError {
  const remedy = idempotencyKey === null ? '' : ' Publish the post under a new idempotency key.'
  return new IdempotencyConflictError(
    `The job ${id} was cancelled. A cancelled job cannot be retried.${remedy}`,
  )
}
