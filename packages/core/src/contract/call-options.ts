import type { Progress } from './calls.js'

/** Options of every call. `signal` aborts the call, which rejects with `signal.reason`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Deadline of the whole call in seconds, without uploads and documented waits. Default: the client's own. */
  readonly deadlineSeconds?: number | undefined
}

/** Options of calls that publish something visible. */
export interface PublishOptions extends CallOptions {
  /** The same key never publishes twice. Default: a generated key. */
  readonly idempotencyKey?: string | undefined
  /** Called with the progress of an upload. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}
