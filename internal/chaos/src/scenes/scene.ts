import type { Finding, Attempt } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'

/** Part of the application in a run, with the checks of the result. */
export interface Scene {
  /** Seconds after which a call counts as hanging. */
  readonly maxSeconds: number
  /** True if another process makes the same call while this process is paused. */
  readonly canBeTakenOver: boolean
  /** Prepares required objects. No fault is injected during the preparation. */
  prepare(worker: Worker): Promise<void>
  /** Makes one call. @returns The id that the caller gets, or null if there is no id. */
  call(worker: Worker, signal: AbortSignal): Promise<string | null>
  /** Returns the number of visible objects that exist so far. */
  made(): number
  /** Returns true if no further call is necessary. */
  isOver(last: Attempt): boolean
  /** Checks the result of the run. No fault is injected during the checks. */
  judge(attempts: readonly Attempt[], worker: Worker): Promise<readonly Finding[]>
}
