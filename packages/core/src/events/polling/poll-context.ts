/** Last argument of every function of a poller. */
export interface PollContext {
  /** Aborted when the poller is stopped, and when this step takes too long. */
  readonly signal: AbortSignal
}
