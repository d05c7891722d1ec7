/** Second argument that a dispatcher passes to each handler. */
export interface HandlerContext {
  /** Aborted when the delivery is aborted, when the handler takes too long, and when the claim on the update is lost. */
  readonly signal: AbortSignal
}

/**
 * Context of one run of one handler. Its signal is created on first access, because most handlers
 * never read the signal.
 */
export class HandlerRun implements HandlerContext {
  readonly #caller: AbortSignal | undefined
  #own: AbortController | null = null
  #signal: AbortSignal | null = null
  #stopped: { readonly reason: unknown } | null = null

  /** @param caller - Signal of the caller, which aborts the delivery. */
  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const own = new AbortController()
      this.#own = own
      if (this.#stopped) own.abort(this.#stopped.reason)
      this.#signal = this.#caller ? AbortSignal.any([this.#caller, own.signal]) : own.signal
    }
    return this.#signal
  }

  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#own?.abort(reason)
  }
}
