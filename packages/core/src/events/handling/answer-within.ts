import type { Clock } from '../../contract/index.js'
import { NetworkError } from '../../errors/index.js'
import { within } from '../../http/time/within.js'

/** How long an answer is waited for. */
export interface AnswerLimit {
  readonly clock: Clock
  readonly seconds: number
  /** Who has to answer, for the message: `markers.load`. */
  readonly who: string
}

/**
 * Waits for an answer, but not for ever. An answer or a failure that comes later is dropped.
 *
 * @param pending - The work; whatever else it may be is the answer.
 * @throws NetworkError whose `timedOut` is true when the time is up.
 */
export function answerWithin<T>(pending: T | PromiseLike<T>, limit: AnswerLimit): Promise<T> {
  const { clock, seconds } = limit
  return within(pending, { clock, seconds, tooLate: () => tooLate(limit) })
}

/**
 * Does work, but not for ever. The caller's signal only reaches the work's own: work that was called off is still waited
 * for, so that nothing goes on behind the back of whoever stopped it.
 *
 * @param work - Told to stop by its signal, when the caller stops and when the time is up.
 * @throws NetworkError whose `timedOut` is true when the time is up; what the work gives later is dropped.
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
    return await answerWithin(work(controller.signal), limit)
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    signal.removeEventListener('abort', callOff)
  }
}

/** The failure of what did not end in time. */
export function tooLate({ who, seconds }: Omit<AnswerLimit, 'clock'>): NetworkError {
  return new NetworkError(
    `${who} did not end within ${seconds} seconds and is waited for no longer. It will be tried again; look at what it waits for.`,
    { timedOut: true },
  )
}
