import type { JobInfo, SocialJobs } from '@social/jobs'

import type { JobLine, WorkersInfo } from '../../shared/workers.js'
import type { SendingParts } from '../posts/own-sender.js'
import { openQueue } from './open-queue.js'
import { QueuedSender } from './queued-sender.js'
import { WorkerPool, type WorkerPoolParts } from './worker-pool.js'

const SHOWN = { limit: 20 }

function toLine({ id, kind, connectionId, idempotencyKey, dueAt, problem }: JobInfo): JobLine {
  return {
    id,
    kind,
    accountId: connectionId,
    postId: idempotencyKey,
    dueAt: dueAt?.toISOString() ?? null,
    problem: problem?.userMessage ?? null,
  }
}

/**
 * Runs the studio as several processes. Connects the queue, the worker processes that publish, and
 * their display on the page.
 */
export class ManyMachines {
  readonly sender: QueuedSender
  readonly #jobs: SocialJobs
  readonly #pool: WorkerPool
  readonly #parts: SendingParts
  readonly #closeQueue: () => Promise<void>
  #following: Promise<void> = Promise.resolve()
  #reported = ''

  private constructor(
    parts: SendingParts,
    pool: Omit<WorkerPoolParts, 'onNews'>,
    queue: Awaited<ReturnType<typeof openQueue>>,
  ) {
    this.#parts = parts
    this.#jobs = queue.jobs
    this.#closeQueue = queue.close
    this.sender = new QueuedSender(parts, queue.jobs)
    this.#pool = new WorkerPool({ ...pool, onNews: () => this.sender.querySoon() })
  }

  /**
   * Opens the queue.
   * @throws NoRedisError if Redis is not available.
   * @throws ConfigError if the configuration of Redis can lose jobs.
   */
  static async open(parts: SendingParts, pool: Omit<WorkerPoolParts, 'onNews'>): Promise<ManyMachines> {
    return new ManyMachines(parts, pool, await openQueue(pool.setup.queue, parts.social))
  }

  /** Starts the workers and handles their messages. */
  start(): void {
    this.#pool.start()
    this.#following = this.sender.follow(() => this.#notify())
  }

  async describe(): Promise<WorkersInfo> {
    const jobs = this.#jobs
    const [waiting, running, needingPerson, { ENDED: ended }] = await Promise.all([
      jobs.waiting(SHOWN),
      jobs.running(SHOWN),
      jobs.needingPerson(SHOWN),
      jobs.counts(),
    ])
    return {
      workers: this.#pool.describe(),
      waiting: waiting.map(toLine),
      running: running.map(toLine),
      needingPerson: needingPerson.map(toLine),
      ended,
    }
  }

  /**
   * Kills a worker process.
   * @throws BadRequest for an unknown worker.
   */
  kill(place: number): void {
    this.#pool.kill(place)
  }

  /** Resumes all held jobs of an account after a new sign-in. */
  async signedIn(accountId: string): Promise<void> {
    await this.#jobs.retryConnection(accountId)
    this.sender.querySoon()
  }

  /** Stops the workers and closes the queue. Abort the `stopping` signal first. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.stop(), this.#following])
    await this.#closeQueue()
  }

  async #notify(): Promise<void> {
    const info = await this.describe()
    const text = JSON.stringify(info)
    if (text === this.#reported) return
    this.#reported = text
    this.#parts.live.notify('workers', info)
  }
}
