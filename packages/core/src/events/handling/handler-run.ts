/** What a handler is told beside the update. */
export interface HandlerContext {
  /** Fires when the delivery is called off, when the handler has taken too long, and when the claim on the update is lost. */
  readonly signal: AbortSignal
}

/** The context of one run of one handler. Its signal is made when it is first asked for: most handlers need none. */
export class HandlerRun implements HandlerContext {
  readonly #caller: AbortSignal | undefined
  #own: AbortController | null = null
  #signal: AbortSignal | null = null
  #stopped: { readonly reason: unknown } | null = null

  /** @param caller - Calls the delivery off. */
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

  /** Tells the handler to stop. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#own?.abort(reason)
  }
}
