import type { PostResult, RenewalOutcome } from '@social/core'
import { messageOf } from '@social/core/store'

import type { WorkerReport } from './binding.js'
import type { JobInfo } from './job-info.js'
import type { JobProgress } from './job-progress.js'
import type { JobResult } from './memo.js'

/**
 * Events of the jobs that run in this process. Every event contains its job, except the events
 * `renewed` and `worker`.
 */
export interface JobEvents {
  /**
   * The network accepted a post or a whole thread. `result` is the first post, and `parts` are all
   * posts. The `state` of each post reports whether the post is public.
   */
  readonly published: {
    readonly job: JobInfo
    readonly result: PostResult
    readonly parts: readonly PostResult[]
  }
  /**
   * The network accepted one post of a thread. After a retry, posts of the earlier attempt are
   * reported again.
   */
  readonly partPublished: {
    readonly job: JobInfo
    readonly part: PostResult
    /** Index of the post in the thread, starting at 0. */
    readonly partIndex: number
    readonly partCount: number
  }
  /**
   * Progress of an upload in this process. Other processes can read the progress from
   * `JobInfo.progress`, with a short delay.
   */
  readonly progress: { readonly job: JobInfo; readonly progress: JobProgress }
  /**
   * The post has reached its final state at the network: it is public, or a person must complete
   * it there (`WAITING_FOR_PERSON`). A post that the network could not process emits `failed`.
   */
  readonly completed: { readonly job: JobInfo; readonly result: JobResult }
  /** A job failed temporarily, and waits `afterSeconds` for its next attempt. */
  readonly putBack: { readonly job: JobInfo; readonly afterSeconds: number; readonly error: unknown }
  /** A job is held until a person acts. `job.problem.todo` is the required action. */
  readonly held: { readonly job: JobInfo; readonly error: unknown }
  /** A job failed, and is not retried. */
  readonly failed: { readonly job: JobInfo; readonly error: unknown }
  /**
   * Result of a token renewal by the renewal sweep, successful or not. Connections whose token is
   * not yet due cause no event.
   */
  readonly renewed: RenewalOutcome
  /** A worker reports a problem with its clock, a lease, or the queue's server. */
  readonly worker: WorkerReport
}

/** Listener for one kind of event. Errors of a listener become process warnings. */
export type JobListener<K extends keyof JobEvents> = (event: JobEvents[K]) => unknown

/** Stores the listeners of all events. */
export class Listeners {
  readonly #listeners = new Map<keyof JobEvents, Set<(event: never) => unknown>>()

  add<K extends keyof JobEvents>(name: K, listener: JobListener<K>): () => void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(listener))
    return () => void all.delete(listener)
  }

  /** Returns true if a listener was ever added for this event. */
  hears(name: keyof JobEvents): boolean {
    return this.#listeners.has(name)
  }

  /** Calls all listeners of an event. An error of a listener does not affect the job. */
  notify<K extends keyof JobEvents>(name: K, event: JobEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      try {
        const hear = listener as JobListener<K> // safe cast: `on` stored this listener under the same event name
        const answer: unknown = hear(event)
        // Does not use `instanceof Promise`, because the promise may come from another JavaScript
        // realm.
        if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(warn)
      } catch (error) {
        warn(error)
      }
  }
}

function warn(error: unknown): void {
  process.emitWarning(`A listener of SocialJobs failed: ${messageOf(error)}`)
}
