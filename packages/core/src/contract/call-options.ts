import type { Progress } from './calls.js'

/** Options of every call. If `signal` aborts, the call rejects with `signal.reason`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * Time limit of the whole call in seconds. Uploads and documented waits do not count. Default: the client's
   * `deadlineSeconds`.
   */
  readonly deadlineSeconds?: number | undefined
}

/** Options of calls that publish something visible. */
export interface PublishOptions extends CallOptions {
  /**
   * Key that identifies the publish across calls. Several calls with the same key publish at most once. Default: a
   * generated key.
   */
  readonly idempotencyKey?: string | undefined
  /** Called with the progress of an upload. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}
