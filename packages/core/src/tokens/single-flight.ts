import { copyError } from '../errors/base.js'

/**
 * Single flight: one piece of work that many callers wait for. A caller that gives up only stops waiting; once nobody waits any more
 * the work is told to stop, unless it has passed the point after which stopping would lose something.
 */
export class SingleFlight<T> {
  readonly #controller = new AbortController()
  readonly #onEnd: () => void
  readonly #result: Promise<T>
  #waiting = 0
  #joined = 0
  #committed = false

  /**
   * @param work - Starts at once, and gets the flight.
   * @param onEnd - Told when the work has ended or nobody wants it any more: nobody may join from then on.
   */
  constructor(work: (flight: SingleFlight<T>) => Promise<T>, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#result = work(this).finally(onEnd)
    // Whoever waits hears of a failure. When nobody does, it must not end the process.
    this.#result.catch(() => {})
  }

  /** Fires when everybody has given up before `commit()`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on the work runs to its end, whoever gives up. @throws the abort's reason when everybody already has. */
  commit(): void {
    this.signal.throwIfAborted()
    this.#committed = true
  }

  /**
   * Waits for the result. An abort of `signal` rejects with its reason, and stops nobody else's waiting. Whoever joins
   * gets a failure as an object of their own.
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

/** Waits until the signal fires, and then rejects with its reason; the work goes on. */
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
