import { copyError } from '../errors/base.js'

/**
 * Single flight: one piece of work for whose result many callers wait. A caller that aborts only stops waiting. When
 * no caller waits any more, the work is aborted, unless it called `commit`.
 */
export class SingleFlight<T> {
  readonly #controller = new AbortController()
  readonly #onEnd: () => void
  readonly #result: Promise<T>
  #waiting = 0
  #joined = 0
  #committed = false

  /**
   * @param work - Starts immediately, and receives this object.
   * @param onEnd - Called when the work has ended or all callers have aborted. No caller can join after that.
   */
  constructor(work: (flight: SingleFlight<T>) => Promise<T>, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#result = work(this).finally(onEnd)
    // Waiting callers receive the failure. If no caller waits, the failure must not become an unhandled rejection.
    this.#result.catch(() => {})
  }

  /** Aborts if all callers abort before the work calls `commit`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * From now on the work runs to its end, even if all callers abort.
   * @throws The abort reason if all callers have already aborted.
   */
  commit(): void {
    this.signal.throwIfAborted()
    this.#committed = true
  }

  /**
   * Waits for the result. If `signal` aborts, rejects with its reason. Other callers continue to wait. Each caller
   * receives its own copy of an error.
   */
  async join(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1
    this.#joined += 1
    const isFirst = this.#joined === 1
    try {
      return await (signal ? untilAborted(this.#result, signal) : this.#result)
    } catch (error) {
      throw isFirst || signal?.aborted ? error : copyError(error)
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0 && !this.#committed && signal?.aborted) {
        this.#onEnd()
        this.#controller.abort(signal.reason)
      }
    }
  }
}

/** Waits for a result. If the signal aborts first, rejects with its reason. The work continues. */
export async function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
