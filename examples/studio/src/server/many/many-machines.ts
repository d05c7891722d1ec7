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
    problem: problem?.message ?? null,
  }
}

/** The studio as several processes: a queue, workers that publish, and what a page shows of both. */
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

  /** Opens the queue. @throws NoRedisError, ConfigError for a server that is missing, or may lose what it keeps. */
  static async open(parts: SendingParts, pool: Omit<WorkerPoolParts, 'onNews'>): Promise<ManyMachines> {
    return new ManyMachines(parts, pool, await openQueue(pool.setup.queue, parts.social))
  }

  /** Starts the workers, and follows what they do. */
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

  /** @throws BadRequest for a worker that is not there. */
  kill(place: number): void {
    this.#pool.kill(place)
  }

  /** Everything that waits for a person to sign this account in: they have. */
  async signedIn(accountId: string): Promise<void> {
    await this.#jobs.retryConnection(accountId)
    this.sender.querySoon()
  }

  /** Ends the workers and lets go of the queue, once `stopping` has fired. */
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
