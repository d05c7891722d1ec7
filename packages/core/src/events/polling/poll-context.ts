/** What every function of a poller is told last. */
export interface PollContext {
  /** Fires when the poller is stopped, and when this step has taken too long. */
  readonly signal: AbortSignal
}
