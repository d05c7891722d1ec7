/** Listener for the cancellation of work. */
export interface CancelListener {
  handleEvent(): void
}

/**
 * State of a cancellation, with listeners. An `AbortSignal` does the same, but creating one costs as much as signing a
 * request. It is therefore created only for code outside the library.
 */
export interface Cancellation {
  readonly aborted: boolean
  /** Reason of the cancellation. */
  readonly reason: unknown
  /** An `AbortSignal` for the same cancellation. */
  readonly signal: AbortSignal
  addListener(listener: CancelListener): void
  removeListener(listener: CancelListener): void
}

/** A cancellation that follows an `AbortSignal`. */
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
