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

/** How many jobs a worker runs at once, unless told. Most of the time of each is spent waiting for a network. */
const DEFAULT_CONCURRENCY = 20
/** Jobs on one page, unless told. */
const PAGE = 50
/** Held jobs that `retryHeld` reads at a time. Our choice. */
const HELD_PAGE = 1_000
const WINDOW = { offset: { usual: 0, least: 0 }, limit: { usual: PAGE, least: 1 } } as const
/** A process that is told to end has half a minute before it is killed, in most places. */
const STOPPING = { withinSeconds: { usual: 30, least: 0, isFraction: true } } as const

/** A page of a list. */
export interface JobWindow {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/**
 * What outlives a request, over any queue: publishing now or later, asking how a post is getting on, handling pushed
 * updates, and renewing tokens. Make one in each process; those that call `work` do the work.
 *
 * Jobs run **at least once**. What people can see happens once, because every post has its idempotency key and its
 * journal: give the client stores that every process shares.
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

  /** @throws ConfigError for a part that is missing, a name that is unknown, and a number out of range. */
  constructor(options: SocialJobsOptions) {
    this.#settings = readSettings(options)
    this.#envelopes = new Envelopes(this.#settings.ring)
    this.#intake = new Intake(this.#settings, this.#envelopes)
    this.#publishing = new PublishIntake(this.#settings, this.#envelopes)
    const parts = {
      settings: this.#settings,
      envelopes: this.#envelopes,
      intake: this.#intake,
      tell: ((name, { job, envelope }, event) => {
        if (!this.#listeners.hears(name)) return
        const told = { ...event, job: infoOf(job, subjectOf(envelope)) }
        this.#listeners.tell(name, told as JobEvents[typeof name]) // all of it but the job was given
      }) satisfies HandlerParts['tell'],
      reportRenewal: (event: JobEvents['renewed']) => this.#listeners.tell('renewed', event),
    }
    this.#runner = new Runner(parts, this.#listeners)
  }

  /**
   * Stores a post to be published, at once or at a moment, on every network. Whatever the library can refuse is refused
   * here: nothing is stored then. When this resolves the post is the queue's to keep.
   *
   * @throws InvalidPostError, NotSupportedError as `account.post`, and for a file that a queue cannot carry.
   * @throws IdempotencyConflictError when the key was used for another post, or another moment.
   */
  publish(request: PublishRequest): Promise<AddedJob> {
    return this.#publishing.publish(request)
  }

  /**
   * Stores several posts to be published as one thread, as `publish` stores one: each of them goes out once, in order. A key
   * stands for one post or one thread. Where a part fails, the job goes on from there.
   *
   * @throws InvalidPostError, NotSupportedError as `account.postThread`, and for a file that a queue cannot carry.
   * @throws IdempotencyConflictError when the key was used for something else, or another moment.
   */
  publishThread(request: PublishThreadRequest): Promise<AddedJob> {
    return this.#publishing.publishThread(request)
  }

  /**
   * Stores a pushed update, to be handled by a worker: give it to the routes as their `deliver`. The network has its
   * answer once the update is stored. May be passed on as it is: it needs no `this`.
   */
  readonly deliver = async (update: Update): Promise<void> => {
    await this.#intake.deliver(update)
  }

  /** Starts the renewal sweep, once for all processes: calling it again, from anywhere, changes nothing. */
  startSweep(): Promise<AddedJob> {
    return this.#intake.startSweep()
  }

  /**
   * Works on jobs in this process, until it is stopped.
   *
   * @param options - `concurrency`: how many jobs it runs at once; 20 unless given.
   * @throws ConfigError for an option that does not exist, and a number that makes no sense.
   */
  async work(options: { readonly concurrency?: number | undefined } = {}): Promise<JobWorker> {
    const { concurrency } = readNumbers(options, 'jobs.work', {
      concurrency: { usual: DEFAULT_CONCURRENCY, least: 1 },
    })
    const report = (event: JobEvents['worker']): void => this.#listeners.tell('worker', event)
    const worker = await this.#settings.queue.work(this.#runner.run, { concurrency, report })
    return { stop: async (how) => worker.stop(readNumbers(how, 'worker.stop', STOPPING)) }
  }

  /**
   * Hears what becomes of the jobs that this process works on. After a crash an event may come again.
   *
   * @returns Takes the listener away again.
   */
  on<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    return this.#listeners.add(name, listener)
  }

  /** What waits for its moment, for a worker, or to be tried again; what is due first stands first. */
  waiting(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('WAITING', window)
  }

  /** What workers have in hand. */
  running(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('RUNNING', window)
  }

  /** What needs a person: `problem.todo` says what for. The newest stand first. */
  needingPerson(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('HELD', window)
  }

  /** What is over and still known: `DONE`, `FAILED`, `CANCELLED`. The newest stand first. */
  ended(window?: JobWindow): Promise<readonly JobInfo[]> {
    return this.#list('ENDED', window)
  }

  /** How many jobs stand where. */
  counts(): Promise<JobCounts> {
    return this.#settings.queue.count()
  }

  /** One job; null when it is not known. */
  async find(id: string): Promise<JobInfo | null> {
    const job = await this.#settings.queue.read(id)
    return job && infoOf(job)
  }

  /** The job of a post, or of a thread, by its key; null when it is not known. */
  async findPost(connectionId: string, idempotencyKey: string): Promise<JobInfo | null> {
    assertText(connectionId, 'jobs.findPost: connectionId')
    assertText(idempotencyKey, 'jobs.findPost: idempotencyKey')
    return this.find(jobId('PUBLISH', connectionId, idempotencyKey))
  }

  /**
   * Retries a job that is held or has failed, under its old key: a post that reached the network is found, never repeated.
   * False when it is neither.
   *
   * @throws IdempotencyConflictError for a job that was cancelled or dismissed: its key publishes nothing any more.
   */
  async retry(id: string): Promise<boolean> {
    const job = await this.#settings.queue.read(id)
    if (job?.state === 'CANCELLED') throw cancelledError(infoOf(job))
    return job !== null && this.#resume(job)
  }

  /**
   * Retries every held job that matches the filter: call it once the reason is gone.
   *
   * @param filter - Fields that are omitted match every job.
   * @returns The number of jobs that wait again.
   * @throws ConfigError for an unknown field.
   * @example
   * await jobs.retryHeld({ platform: 'mastodon', code: 'CONFIG' }) // the workers have the package now
   */
  async retryHeld(filter: HeldFilter = {}): Promise<number> {
    const matches = readHeldFilter(filter)
    // A job that is held again right away is not retried twice.
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
   * Retries every job that waits for a person to sign in: call it after the sign-in.
   *
   * @returns The number of jobs.
   */
  async retryConnection(connectionId: string): Promise<number> {
    assertText(connectionId, 'jobs.retryConnection: connectionId')
    return this.retryHeld({ connectionId, todo: 'SIGN_IN_AGAIN' })
  }

  /** Cancels a held job: a person has checked it, and nothing is to be done. False when it is not held. */
  dismiss(id: string): Promise<boolean> {
    return this.#withdraw(id, 'HELD', 'A person has dismissed it.')
  }

  /**
   * Cancels a job that waits: no retry runs it. False when it runs already, or is over. What reached the network stays
   * there.
   */
  cancel(id: string): Promise<boolean> {
    return this.#withdraw(id, 'WAITING', 'It was cancelled.')
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
  return new IdempotencyConflictError(`The job ${id} was cancelled, and a retry does not run it.${remedy}`)
}
