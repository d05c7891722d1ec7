import type { PostResult, RenewalOutcome } from '@social/core'
import { messageOf } from '@social/core/store'

import type { WorkerReport } from './binding.js'
import type { JobInfo } from './job-info.js'
import type { JobProgress } from './job-progress.js'

/** What the jobs of this process tell. Each names the job it is about, but for those of a worker. */
export interface JobEvents {
  /**
   * The network has taken a post, or the whole of a thread: `result` is its first post, and `parts` are all of them. The state
   * of each says whether it is out.
   */
  readonly published: {
    readonly job: JobInfo
    readonly result: PostResult
    readonly parts: readonly PostResult[]
  }
  /** One post of a thread is out; those of an earlier try are told again. */
  readonly partPublished: {
    readonly job: JobInfo
    readonly part: PostResult
    /** Which part, from 0. */
    readonly partIndex: number
    readonly partCount: number
  }
  /** How far an upload of this process is. Other processes find it in `JobInfo.progress`, a moment later. */
  readonly progress: { readonly job: JobInfo; readonly progress: JobProgress }
  /** A post that was being worked on has come to its end: `DONE`, `FAILED`, or a person has to finish it. */
  readonly settled: { readonly job: JobInfo; readonly result: PostResult }
  /** A job waits to be tried again. */
  readonly putBack: { readonly job: JobInfo; readonly afterSeconds: number; readonly error: unknown }
  /** A job needs a person: `job.problem.todo` says what for. */
  readonly held: { readonly job: JobInfo; readonly error: unknown }
  /** A job has failed for good. */
  readonly failed: { readonly job: JobInfo; readonly error: unknown }
  /** The sweep has looked at a connection, and did not find it in order. */
  readonly renewed: RenewalOutcome
  /** What a worker tells of itself: its clock, its leases, its server. */
  readonly worker: WorkerReport
}

/** Hears of one kind of event. What it throws is a warning of the process, and nothing more. */
export type JobListener<K extends keyof JobEvents> = (event: JobEvents[K]) => unknown

/** Listeners by what they hear. */
export class Listeners {
  readonly #listeners = new Map<keyof JobEvents, Set<(event: never) => unknown>>()

  add<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(listener))
    return () => void all.delete(listener)
  }

  /** True when anybody listens to this, or has. */
  hears(name: keyof JobEvents): boolean {
    return this.#listeners.has(name)
  }

  /** Tells everybody. A listener that fails must not change what becomes of a job. */
  tell<K extends keyof JobEvents>(name: K, event: JobEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      try {
        const hear = listener as JobListener<K> // added under this very name
        const answer: unknown = hear(event)
        // A promise of whatever realm.
        if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(warn)
      } catch (error) {
        warn(error)
      }
  }
}

function warn(error: unknown): void {
  process.emitWarning(`A listener of SocialJobs failed: ${messageOf(error)}`)
}
