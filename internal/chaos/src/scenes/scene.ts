import type { Finding, Try } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'

/** What an application does in a run, and how it is judged. */
export interface Scene {
  /** Seconds after which a call counts as one that hangs. */
  readonly maxSeconds: number
  /** True when another process calls the same while this one is paused. */
  readonly canBeTakenOver: boolean
  /** What has to be there before anything can go wrong. */
  prepare(worker: Worker): Promise<void>
  /** One call. @returns The id that the caller is told; null where there is none. */
  call(worker: Worker, signal: AbortSignal): Promise<string | null>
  /** How many things people can see by now. */
  made(): number
  /** True when there is nothing to be called any more after this one. */
  isOver(last: Try): boolean
  /** Judges the run; whatever it still calls goes well. */
  judge(tries: readonly Try[], worker: Worker): Promise<readonly Finding[]>
}
