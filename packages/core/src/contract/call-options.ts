import type { Progress } from './calls.js'

/** Stops a call; the rejection is `signal.reason`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Seconds for the call as a whole, uploads and documented waits excepted; the client's own unless given. */
  readonly deadlineSeconds?: number | undefined
}

/** Options of whatever makes something people can see. */
export interface PublishOptions extends CallOptions {
  /** The same key again never publishes twice; one is made when none is given. */
  readonly idempotencyKey?: string | undefined
  /** Told how an upload is getting on. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}
