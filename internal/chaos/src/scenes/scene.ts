import type { Finding, Attempt } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'

/** The application's part of a run, and the checks of the result. */
export interface Scene {
  /** Seconds after which a call counts as hanging. */
  readonly maxSeconds: number
  /** True if another process makes the same call while this one is paused. */
  readonly canBeTakenOver: boolean
  /** Prepares the objects before any fault. */
  prepare(worker: Worker): Promise<void>
  /** One call. @returns The id that the caller gets; null for none. */
  call(worker: Worker, signal: AbortSignal): Promise<string | null>
  /** Number of visible objects so far. */
  made(): number
  /** True if no further call is necessary after this one. */
  isOver(last: Attempt): boolean
  /** Checks the result of the run. No fault is injected into the requests of this method. */
  judge(attempts: readonly Attempt[], worker: Worker): Promise<readonly Finding[]>
}
