/** Hears that work is given up. */
export interface CancelListener {
  handleEvent(): void
}

/**
 * Says whether work is given up, and tells its listeners. An `AbortSignal` does the same; making one costs as much as
 * signing a request, so it is made only where a stranger has to hear.
 */
export interface Cancellation {
  readonly aborted: boolean
  /** What it is given up with. */
  readonly reason: unknown
  /** The same as a signal. */
  readonly signal: AbortSignal
  addListener(listener: CancelListener): void
  removeListener(listener: CancelListener): void
}

/** What a signal says. */
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
