/** Listener that is called when work is cancelled. */
export interface CancelListener {
  handleEvent(): void
}

/**
 * Cancellation state with listeners, like an `AbortSignal`. Creating an `AbortSignal` costs as
 * much as signing a request, so `signal` creates one only for code outside the library.
 */
export interface Cancellation {
  readonly aborted: boolean
  /** Reason of the cancellation. Undefined while `aborted` is false. */
  readonly reason: unknown
  /** `AbortSignal` that is aborted together with this cancellation. */
  readonly signal: AbortSignal
  addListener(listener: CancelListener): void
  removeListener(listener: CancelListener): void
}

/** Cancellation of work that follows a given `AbortSignal`. */
export class SignalCancellation implements Cancellation {
  readonly signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.signal = signal
  }

  get aborted(): boolean {
    return this.signal.aborted
  }

  get reason(): unknown {
    return this.signal.reason
  }

  addListener(listener: CancelListener): void {
    this.signal.addEventListener('abort', listener)
  }

  removeListener(listener: CancelListener): void {
    this.signal.removeEventListener('abort', listener)
  }
}
