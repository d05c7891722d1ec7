import { randomUUID } from 'node:crypto'

import type { JsonObject } from '@social/core/store'
import type { JobList, NewJob, StoredJob } from '@social/jobs/queue'
import { Queue, type QueueOptions } from 'bullmq'

import type { SendCommand } from './client.js'
import { GatheredQueries } from './gathered-queries.js'
import { type BullJob, isStranded, type JobData, type Outcome, toStored } from './job-data.js'

/** BullMQ's events are cut at this length; nothing of ours is read from them. */
const EVENTS_KEPT = 1_000

/** How many jobs that are held are looked through when a worker begins. Our choice. */
const MAX_RECOVERED = 1_000

/** How often a job is read again that changes hands meanwhile. Our choice. */
const MAX_QUERIES = 5

/**
 * Replaces the data of a job that nobody has taken or changed since it was looked at: BullMQ counts in `ats` how often it
 * was taken. It reads and writes this one key.
 */
const REPLACE = `
local key, tries, before, after = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', key, 'ats') or '0') ~= tries then return 0 end
if redis.call('HGET', key, 'data') ~= before then return 0 end
redis.call('HSET', key, 'data', after)
return 1`

/** A job, and how it stood after it was read. */
interface Looked {
  readonly job: BullJob
  /** By BullMQ's name. */
  readonly state: string
  readonly stored: StoredJob
}

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
  /** No other lane, in any process, marks what it adds with this. */
  readonly #mark = randomUUID()
  readonly #looks: GatheredQueries
  #marks = 0

  constructor(settings: LaneSettings) {
    this.settings = settings
    const { name, connection, prefix } = settings
    this.#looks = new GatheredQueries(settings.send)
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
    const added = this.#nextMark()
    const dueMs = dueAt?.getTime() ?? null
    const data = { payload, memo: {}, dueAt: dueMs, isWithdrawn: false, added }
    // One attempt, and what fails stays until a person has decided: BullMQ does so unless told otherwise.
    await this.#queue.add(kind, data, {
      jobId: id,
      // BullMQ adds the delay to this moment: the server's, so that a producer's clock does not matter.
      timestamp: Math.floor(now),
      delay: dueMs === null ? 0 : Math.max(0, Math.ceil(dueMs - now)),
      removeOnComplete: { age: keepSeconds },
      stackTraceLimit: 0,
    })
    // Adding does not tell whether the id was taken: the data of the first stays.
    return this.#looks.holds(this.#keyOf(id), `"added":"${added}"`)
  }

  async find(id: string): Promise<BullJob | null> {
    return (await this.#queue.getJob(id)) ?? null
  }

  async read(id: string): Promise<StoredJob | null> {
    return (await this.#look(id))?.stored ?? null
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    const looked = await this.#look(id)
    if (looked?.stored.state !== 'HELD' && looked?.stored.state !== 'FAILED') return false
    const { job, state, stored } = looked
    // One that was withdrawn and is not put away yet is the worker's.
    if (state !== 'failed' && state !== 'completed') return false
    const { payload } = stored
    if (!(await this.#replace(job, { payload, memo, dueAt: null, isWithdrawn: false, added: '' })))
      return false // somebody was faster
    return job.retry(state).then(
      () => true,
      () => false,
    )
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    for (let looks = 0; looks < MAX_QUERIES; looks += 1) {
      const looked = await this.#look(id)
      if (looked?.stored.state !== 'WAITING' && looked?.stored.state !== 'HELD') return false
      const { job, state, stored } = looked
      const { payload } = stored
      // From here on nobody runs it, and its id was never free.
      if (await this.#replace(job, { payload, memo, dueAt: null, isWithdrawn: true, added: '' })) {
        await hurry(job, state)
        return true
      }
    }
    return false
  }

  /** The first jobs of a list. */
  async list(list: JobList, count: number): Promise<readonly StoredJob[]> {
    const end = count - 1
    if (count <= 0) return []
    if (list === 'RUNNING') return toList(await this.#queue.getActive(0, end), 'active')
    if (list === 'HELD') return this.#held(end)
    if (list === 'ENDED') return toList(await this.#queue.getCompleted(0, end), 'completed')
    const waiting = toList(await this.#queue.getWaiting(0, end), 'waiting')
    const delayed = toList(await this.#queue.getDelayed(0, end), 'delayed')
    return [...waiting, ...delayed].filter(({ state }) => state === 'WAITING')
  }

  /** Lets jobs go on that BullMQ has failed itself, and whose worker was killed before it could say so. */
  async recover(): Promise<void> {
    await this.#held(MAX_RECOVERED - 1)
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

  async #held(end: number): Promise<readonly StoredJob[]> {
    const jobs = await this.#queue.getFailed(0, end)
    // Whoever was to hand these to a worker was ended before.
    const stranded = jobs.filter((job: BullJob | undefined) => job && isStranded(job))
    await Promise.all(stranded.map((job) => hurry(job, 'failed')))
    const held = jobs.filter((job) => !stranded.includes(job))
    return toList(held, 'failed').filter(({ state }) => state === 'HELD')
  }

  async #look(id: string): Promise<Looked | null> {
    for (let looks = 0; looks < MAX_QUERIES; looks += 1) {
      const job = await this.find(id)
      if (job === null) return null
      const state = await job.getState()
      // What was read in between two states is read once more.
      const latest = state === 'completed' || state === 'failed' ? await this.find(id) : job
      const stored = latest && toStored(latest, state)
      if (stored !== null) return { job, state, stored }
    }
    return null
  }

  /** Replaces the data of a job in one step; false when a worker or somebody else was faster. */
  async #replace(job: BullJob, data: JobData): Promise<boolean> {
    const seen = [String(job.attemptsStarted), JSON.stringify(job.data)]
    const command = ['EVAL', REPLACE, '1', this.#keyOf(job.id ?? ''), ...seen, JSON.stringify(data)]
    return Number(await this.settings.send(command)) === 1
  }

  /** Tells what this call adds from whatever else was added under the same id. */
  #nextMark(): string {
    this.#marks += 1
    return `${this.#mark}-${this.#marks}`
  }

  #keyOf(id: string): string {
    const { prefix, name } = this.settings
    return `${prefix}:${name}:${id}`
  }
}

function toList(jobs: readonly (BullJob | undefined)[], state: string): readonly StoredJob[] {
  return jobs.flatMap((job) => {
    const stored = job && toStored(job, state)
    return stored ? [stored] : []
  })
}

/** Lets a worker put a withdrawn job away soon. Without that it stays withdrawn: it is put away at its moment. */
async function hurry(job: BullJob, state: string): Promise<void> {
  const moving = state === 'delayed' ? job.promote() : state === 'failed' ? job.retry('failed') : null
  await moving?.catch(() => undefined)
}
