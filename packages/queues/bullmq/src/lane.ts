import { randomBytes } from 'node:crypto'

import type { JsonObject } from '@social/core/platform'
import type { JobList, NewJob, StoredJob } from '@social/jobs/queue'
import { Queue, type QueueOptions } from 'bullmq'

import type { SendCommand } from './client.js'
import { type BullJob, type JobData, type Outcome, toStored } from './job-data.js'

/** BullMQ's events are cut at this length; nothing of ours is read from them. */
const EVENTS_KEPT = 1_000

/** What both ends of a lane are made with. */
export interface LaneSettings {
  readonly name: string
  readonly connection: QueueOptions['connection']
  readonly prefix: string
  /** For what BullMQ has no method for. */
  readonly send: SendCommand
}

/** One queue of BullMQ, and what is done with it outside of its workers. */
export class Lane {
  readonly settings: LaneSettings
  readonly #queue: Queue<JobData, Outcome | null>

  constructor(settings: LaneSettings) {
    this.settings = settings
    const { name, connection, prefix } = settings
    this.#queue = new Queue(name, {
      connection,
      prefix,
      // The server was looked at before, more strictly.
      skipVersionCheck: true,
      streams: { events: { maxLen: EVENTS_KEPT } },
    })
    // Without a listener an error of the connection would end the process; each call hears of it by itself.
    this.#queue.on('error', () => undefined)
  }

  /** @param now - Milliseconds since 1970 by the server. */
  async add({ id, kind, payload, dueAt, keepSeconds }: NewJob, now: number): Promise<boolean> {
    const dueMs = dueAt?.getTime() ?? null
    const added = randomBytes(9).toString('base64url')
    const data = { payload, memo: {}, dueAt: dueMs, isWithdrawn: false, added }
    await this.#put(id, kind, data, { now, keepSeconds })
    // Adding does not tell whether the id was taken: the data of the first stays. Read without the rest of the job.
    const { prefix, name, send } = this.settings
    const stored = await send(['HGET', `${prefix}:${name}:${id}`, 'data'])
    return typeof stored === 'string' && stored.includes(`"added":"${added}"`)
  }

  async find(id: string): Promise<BullJob | null> {
    return (await this.#queue.getJob(id)) ?? null
  }

  async read(id: string): Promise<StoredJob | null> {
    for (let looks = 0; looks < 5; looks += 1) {
      const job = await this.find(id)
      if (job === null) return null
      const state = await job.getState()
      // What was read in between two states is read once more.
      const stored =
        state === 'completed' || state === 'failed' ? await this.#again(id, state) : toStored(job, state)
      if (stored !== null) return stored
    }
    return null
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    const job = await this.find(id)
    const stored = job && (await this.read(id))
    if (stored?.state !== 'HELD' && stored?.state !== 'FAILED') return false
    const state = await job?.getState()
    if (job === null || (state !== 'failed' && state !== 'completed')) return false
    await job.updateData({ payload: stored.payload, memo, dueAt: null, isWithdrawn: false, added: '' })
    return job.retry(state).then(
      () => true,
      () => false, // somebody was faster
    )
  }

  async withdraw(id: string, memo: JsonObject, now: number): Promise<boolean> {
    const stored = await this.read(id)
    if (stored?.state !== 'WAITING' && stored?.state !== 'HELD') return false
    const job = await this.find(id)
    const keepSeconds = keptFor(job)
    // Atomic, and refused for a job that a worker has in hand.
    const isRemoved = await job?.remove().then(
      () => true,
      () => false,
    )
    if (isRemoved !== true) return false
    // A worker puts it away without running it; from here on the id is taken again.
    const data = { payload: stored.payload, memo, dueAt: null, isWithdrawn: true, added: '' }
    await this.#put(id, stored.kind, data, { now, keepSeconds })
    return true
  }

  /** The first jobs of a list. */
  async list(list: JobList, count: number): Promise<readonly StoredJob[]> {
    const end = count - 1
    if (count <= 0) return []
    if (list === 'RUNNING') return toList(await this.#queue.getActive(0, end), 'active')
    if (list === 'HELD') return toList(await this.#queue.getFailed(0, end), 'failed')
    if (list === 'ENDED') return toList(await this.#queue.getCompleted(0, end), 'completed')
    const waiting = toList(await this.#queue.getWaiting(0, end), 'waiting')
    const delayed = toList(await this.#queue.getDelayed(0, end), 'delayed')
    return [...waiting, ...delayed].filter(({ state }) => state === 'WAITING')
  }

  async count(): Promise<Readonly<Record<JobList, number>>> {
    const counts = await this.#queue.getJobCounts('waiting', 'delayed', 'active', 'failed', 'completed')
    const of = (name: string): number => counts[name] ?? 0
    return {
      WAITING: of('waiting') + of('delayed'),
      RUNNING: of('active'),
      HELD: of('failed'),
      ENDED: of('completed'),
    }
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  async #again(id: string, state: string): Promise<StoredJob | null> {
    const job = await this.find(id)
    return job && toStored(job, state)
  }

  async #put(
    id: string,
    kind: string,
    data: JobData,
    { now, keepSeconds }: { readonly now: number; readonly keepSeconds: number },
  ): Promise<void> {
    const delay = data.dueAt === null ? 0 : Math.max(0, Math.ceil(data.dueAt - now))
    await this.#queue.add(kind, data, {
      jobId: id,
      // BullMQ adds the delay to this moment: the server's, so that a producer's clock does not matter.
      timestamp: Math.floor(now),
      delay,
      attempts: 1,
      removeOnComplete: { age: keepSeconds },
      // Held jobs stay until a person has decided.
      removeOnFail: false,
      stackTraceLimit: 0,
    })
  }
}

function toList(jobs: readonly (BullJob | undefined)[], state: string): readonly StoredJob[] {
  return jobs.flatMap((job) => {
    const stored = job && toStored(job, state)
    return stored ? [stored] : []
  })
}

/** How long a job is kept that is over, as it was added with. */
function keptFor(job: BullJob | null): number {
  const kept = job?.opts.removeOnComplete
  return typeof kept === 'object' && 'age' in kept && typeof kept.age === 'number' ? kept.age : 0
}
