import type { Clock } from '../contract/index.js'
import { NetworkError } from '../errors/index.js'
import { within } from '../http/time/within.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/** Timeout in seconds of one call to a storage or a lock. Our choice: longer than most databases need for a failover. */
export const PORT_SECONDS = 15

/** Limits of a wait for a storage or a lock, and the handling of a late result. */
export interface AnswerLimits<T> {
  readonly clock: Clock
  /** Name of the operation for the error: `storage.getConnection`. */
  readonly what: string
  /** Default: `PORT_SECONDS`. */
  readonly seconds?: number | undefined
  /** Registered name of the network, for the error. */
  readonly platform?: string | null | undefined
  /** Aborts the wait with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Receives a result that arrived after the wait ended. An error that arrives late is ignored. */
  readonly onLate?: ((late: T) => void) | undefined
}

/**
 * Waits for a result, with a timeout.
 *
 * @throws NetworkError with `timedOut` after the timeout. The operation may still take effect; the call that needed it was
 *   not made.
 */
export function answerWithin<T>(answer: Promise<T>, limits: AnswerLimits<T>): Promise<T> {
  if (typeof answer?.then !== 'function') throw wrongArgument('answerWithin: answer', 'a promise', answer)
  if (typeof limits?.clock !== 'object')
    throw wrongArgument('answerWithin: limits', '{ clock, what }', limits)
  const { clock, what, seconds = PORT_SECONDS, platform = null, signal, onLate } = limits
  const tooLate = (): NetworkError =>
    new NetworkError(
      `${what} did not respond within ${seconds} seconds. Try again, and check why it hangs.`,
      { platform, timedOut: true, delivery: 'NOT_SENT' },
    )
  return within(answer, { clock, seconds, signal, tooLate, onLate, isLimit: true })
}
