/** Last argument of every function that a poller calls. */
export interface PollContext {
  /** Aborted when the poller stops, and when the current step reaches its timeout. */
  readonly signal: AbortSignal
}
