import type { Clock } from '../../contract/index.js'
import { NetworkError } from '../../errors/index.js'
import { within } from '../../http/time/within.js'

/** Limit of a wait. */
export interface AnswerLimit {
  readonly clock: Clock
  readonly seconds: number
  /** Name of the awaited operation, for the message: `markers.load`. */
  readonly who: string
}

/**
 * Waits for a result, with a timeout. A later result or error is ignored.
 *
 * @param pending - The work. Any other value is the result.
 * @throws NetworkError with `timedOut` true after the timeout.
 */
export function handledWithin<T>(pending: T | PromiseLike<T>, limit: AnswerLimit): Promise<T> {
  const { clock, seconds } = limit
  return within(pending, { clock, seconds, tooLate: () => tooLate(limit) })
}

/**
 * Runs work with a timeout. The caller's signal aborts only the signal of the work: aborted work is still awaited, so
 * that none of it continues in the background.
 *
 * @param work - Its signal is aborted when the caller aborts and at the timeout.
 * @throws NetworkError with `timedOut` true after the timeout. A later result is ignored.
 */
export async function workWithin<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  limit: AnswerLimit & { readonly signal: AbortSignal },
): Promise<T> {
  const { signal } = limit
  const controller = new AbortController()
  const callOff = (): void => controller.abort(signal.reason)
  if (signal.aborted) callOff()
  signal.addEventListener('abort', callOff, { once: true })
  try {
    return await handledWithin(work(controller.signal), limit)
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    signal.removeEventListener('abort', callOff)
  }
}

/** Error for an operation that did not end in time. */
export function tooLate({ who, seconds }: Omit<AnswerLimit, 'clock'>): NetworkError {
  return new NetworkError(
    `${who} did not end within ${seconds} seconds. It will be tried again. Check what blocks it.`,
    { timedOut: true },
  )
}
