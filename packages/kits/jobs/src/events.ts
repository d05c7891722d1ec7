import type { PostResult, RenewalOutcome } from '@social/core'
import { messageOf } from '@social/core/store'

import type { WorkerReport } from './binding.js'
import type { JobInfo } from './job-info.js'
import type { JobProgress } from './job-progress.js'

/**
 * Events of the jobs in this process. Every event names its job, except events of a worker and of the renewal sweep.
 */
export interface JobEvents {
  /**
   * The network has accepted a post, or a whole thread. `result` is the first post, `parts` are all posts. The `state`
   * of each post reports whether it is public.
   */
  readonly published: {
    readonly job: JobInfo
    readonly result: PostResult
    readonly parts: readonly PostResult[]
  }
  /** One post of a thread was published. Posts of an earlier attempt are reported again. */
  readonly partPublished: {
    readonly job: JobInfo
    readonly part: PostResult
    /** Index of the part, from 0. */
    readonly partIndex: number
    readonly partCount: number
  }
  /** Progress of an upload in this process. Other processes find it in `JobInfo.progress`, a moment later. */
  readonly progress: { readonly job: JobInfo; readonly progress: JobProgress }
  /** A post left the state `PROCESSING` or `SCHEDULED`: it is `DONE` or `FAILED`, or a person has to finish it. */
  readonly settled: { readonly job: JobInfo; readonly result: PostResult }
  /** A job waits for its next attempt. */
  readonly putBack: { readonly job: JobInfo; readonly afterSeconds: number; readonly error: unknown }
  /** A job requires a person: `job.problem.todo` is the required action. */
  readonly held: { readonly job: JobInfo; readonly error: unknown }
  /** A job has failed and is not retried. */
  readonly failed: { readonly job: JobInfo; readonly error: unknown }
  /** Result of the renewal sweep for a connection that was due, or whose renewal failed. */
  readonly renewed: RenewalOutcome
  /** Report of a worker about its clock, its leases and its server. */
  readonly worker: WorkerReport
}

/** Listener for one kind of event. Errors it throws become process warnings. */
export type JobListener<K extends keyof JobEvents> = (event: JobEvents[K]) => unknown

/** Listeners by event name. */
export class Listeners {
  readonly #listeners = new Map<keyof JobEvents, Set<(event: never) => unknown>>()

  add<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(listener))
    return () => void all.delete(listener)
  }

  /** True if a listener was ever added for this event. */
  hears(name: keyof JobEvents): boolean {
    return this.#listeners.has(name)
  }

  /** Notifies all listeners. A listener that fails does not affect the job. */
  notify<K extends keyof JobEvents>(name: K, event: JobEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      try {
        const hear = listener as JobListener<K> // added under this name
        const answer: unknown = hear(event)
        // The promise may come from another realm, so `instanceof Promise` is not used.
        if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(warn)
      } catch (error) {
        warn(error)
      }
  }
}

function warn(error: unknown): void {
  process.emitWarning(`A listener of SocialJobs failed: ${messageOf(error)}`)
}
