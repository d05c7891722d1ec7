import type { Update } from '@social/core'
import { IdempotencyConflictError, assertText } from '@social/core/store'

import type { JobCounts, JobWorker, StoredJob } from './binding.js'
import { type HeldFilter, readHeldFilter } from './deciding/held-filter.js'
import { Envelopes, subjectOf } from './envelope.js'
import { type JobEvents, type JobListener, Listeners } from './events.js'
import type { HandlerParts } from './handlers.js'
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
import { Runner } from './runner.js'

/** Default concurrency of a worker. Jobs spend most of their time waiting for a network. */
const DEFAULT_CONCURRENCY = 20
/** Default number of jobs on a page. */
const PAGE = 50
/** Number of held jobs that `retryHeld` reads in one query. Our choice. */
const HELD_PAGE = 1_000
const WINDOW = { offset: { defaultValue: 0, min: 0 }, limit: { defaultValue: PAGE, min: 1 } } as const
/** Most hosts kill a process 30 seconds after asking it to stop. */
const STOPPING = { withinSeconds: { defaultValue: 30, min: 0, isFraction: true } } as const

/** Page of a list. */
export interface JobWindow {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/**
 * Background work over any queue: publishing now or later, polling the state of posts, handling pushed updates, and
 * renewing tokens. Create one instance in each process. Processes that call `work` run the jobs.
 *
 * Jobs run **at least once**. A post is still published only once, because every post has an idempotency key and a
 * journal entry: give the client stores that all processes share.
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

  /** @throws ConfigError for a missing part, an unknown name, and a number out of range. */
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
        this.#listeners.notify(name, complete as JobEvents[typeof name]) // the event is complete with the job
      }) satisfies HandlerParts['notify'],
      reportRenewal: (event: JobEvents['renewed']) => this.#listeners.notify('renewed', event),
    }
    this.#runner = new Runner(parts, this.#listeners)
  }

  /**
   * Stores a post to be published, immediately or later, on every network. An invalid post is refused here and is not
   * stored. After this resolves, the queue holds the post.
   *
   * @throws InvalidPostError, NotSupportedError as `account.post`, and for a file that a queue cannot carry.
   * @throws IdempotencyConflictError if the key was used for another post, or another time.
   */
  publish(request: PublishRequest): Promise<AddedJob> {
    return this.#publishing.publish(request)
  }

  /**
   * Stores several posts to be published as one thread. Each post is published once, in order. A key belongs to one
   * post or one thread. If a part fails, the job resumes at that part.
   *
   * @throws InvalidPostError, NotSupportedError as `account.postThread`, and for a file that a queue cannot carry.
   * @throws IdempotencyConflictError if the key was used for another post or thread, or another time.
   */
  publishThread(request: PublishThreadRequest): Promise<AddedJob> {
    return this.#publishing.publishThread(request)
  }

  /**
   * Stores a pushed update for a worker. Pass it to the routes as `deliver`. The network receives the response after
   * the update was stored. It does not use `this`.
   */
  readonly deliver = async (update: Update): Promise<void> => {
    await this.#intake.deliver(update)
  }

  /** Starts the renewal sweep, once for all processes. Further calls in any process change nothing. */
  startSweep(): Promise<AddedJob> {
    return this.#intake.startSweep()
  }

  /**
   * Runs jobs in this process until the worker is stopped.
   *
   * @param options - `concurrency`: maximum number of jobs that run concurrently. Default: 20.
   * @throws ConfigError for an unknown option, and for a number out of range.
   */
  async work(options: { readonly concurrency?: number | undefined } = {}): Promise<JobWorker> {
    const { concurrency } = readNumbers(options, 'jobs.work', {
      concurrency: { defaultValue: DEFAULT_CONCURRENCY, min: 1 },
    })
    const report = (event: JobEvents['worker']): void => this.#listeners.notify('worker', event)
    const worker = await this.#settings.queue.work(this.#runner.run, { concurrency, report })
    return { stop: async (how) => worker.stop(readNumbers(how, 'worker.stop', STOPPING)) }
  }

  /**
   * Adds a listener for jobs that run in this process. After a crash an event may be repeated.
   *
   * @returns Removes the listener.
   */
  on<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    return this.#listeners.add(name, listener)
  }

  /** Jobs that wait until they are due, for a free worker, or for a retry. Sorted by their due time. */
  waiting(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('WAITING', window)
  }

  /** Jobs that a worker runs. */
  running(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('RUNNING', window)
  }

  /** Jobs that require a person: `problem.todo` is the required action. Newest first. */
  needingPerson(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('HELD', window)
  }

  /** Ended jobs that are still stored: `DONE`, `FAILED`, `CANCELLED`. Newest first. */
  ended(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('ENDED', window)
  }

  /** Number of jobs in each list. */
  counts(): Promise<JobCounts> {
    return this.#settings.queue.count()
  }

  /** One job; null if it is unknown. */
  async find(id: string): Promise<JobInfo | null> {
    const job = await this.#settings.queue.read(id)
    return job && infoOf(job)
  }

  /** The job of a post or a thread, by its key; null if it is unknown. */
  async findPost(connectionId: string, idempotencyKey: string): Promise<JobInfo | null> {
    assertText(connectionId, 'jobs.findPost: connectionId')
    assertText(idempotencyKey, 'jobs.findPost: idempotencyKey')
    return this.find(jobId('PUBLISH', connectionId, idempotencyKey))
  }

  /**
   * Retries a held or failed job under its old key. A post that reached the network is found, and not published
   * again. Returns false in any other state.
   *
   * @throws IdempotencyConflictError for a cancelled or dismissed job: its key never publishes again.
   */
  async retry(id: string): Promise<boolean> {
    const job = await this.#settings.queue.read(id)
    if (job?.state === 'CANCELLED') throw cancelledError(infoOf(job))
    return job !== null && this.#resume(job)
  }

  /**
   * Retries every held job that matches the filter. Call it after the cause was removed.
   *
   * @param filter - Fields that are omitted match every job.
   * @returns Number of retried jobs.
   * @throws ConfigError for an unknown field.
   * @example
   * await jobs.retryHeld({ platform: 'mastodon', code: 'CONFIG' }) // after the workers got the package
   */
  async retryHeld(filter: HeldFilter = {}): Promise<number> {
    const matches = readHeldFilter(filter)
    // A job that is held again during this call is not retried twice.
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
   * Retries every job of a connection that requires a new sign-in. Call it after the sign-in.
   *
   * @returns Number of retried jobs.
   */
  async retryConnection(connectionId: string): Promise<number> {
    assertText(connectionId, 'jobs.retryConnection: connectionId')
    return this.retryHeld({ connectionId, todo: 'SIGN_IN_AGAIN' })
  }

  /** Cancels a held job that needs no further action. Returns false if it is not held. */
  dismiss(id: string): Promise<boolean> {
    return this.#withdraw(id, 'HELD', 'A person dismissed the job.')
  }

  /**
   * Cancels a waiting job; no retry runs it. Returns false if it runs or has ended. Posts that reached the network
   * stay there.
   */
  cancel(id: string): Promise<boolean> {
    return this.#withdraw(id, 'WAITING', 'The job was cancelled.')
  }

  #resume({ id, memo }: StoredJob): Promise<boolean> {
    const { result, parts } = readMemo(memo)
    return this.#settings.queue.resume(id, writeMemo({ ...FRESH, result, parts }))
  }

  async #withdraw(id: string, state: 'HELD' | 'WAITING', message: string): Promise<boolean> {
    const { queue } = this.#settings
    const job = await queue.read(id)
    if (job?.state !== state) return false
    const problem = { todo: 'GIVE_UP', message, code: null } as const
    return queue.withdraw(id, writeMemo({ ...readMemo(job.memo), problem }))
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
