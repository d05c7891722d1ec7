import type { Clock } from '../../contract/index.js'
import { NetworkError } from '../../errors/index.js'
import { within } from '../../http/time/within.js'

/** Clock, timeout and name of an operation that is awaited. */
export interface AnswerLimit {
  readonly clock: Clock
  readonly seconds: number
  /** Name of the operation in the timeout error, such as `markers.load`. */
  readonly who: string
}

/**
 * Waits for a result, with a timeout. A result or an error after the timeout is ignored.
 *
 * @param pending - The promise to wait for. A value that is not a promise is returned as the
 * result.
 * @throws NetworkError with `timedOut` true after the timeout.
 */
export function handledWithin<T>(pending: T | PromiseLike<T>, limit: AnswerLimit): Promise<T> {
  const { clock, seconds } = limit
  return within(pending, { clock, seconds, tooLate: () => tooLate(limit) })
}

/**
 * Runs work with a timeout. If the caller aborts, the signal of the work is aborted and the work
 * is still awaited, so that nothing continues in the background.
 *
 * @param work - Receives a signal that is aborted when the caller aborts and at the timeout.
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

/** Creates the timeout error of an operation. */
export function tooLate({ who, seconds }: Omit<AnswerLimit, 'clock'>): NetworkError {
  return new NetworkError(
    `${who} did not end within ${seconds} seconds. It will be tried again. Check what blocks it.`,
    { timedOut: true },
  )
}
