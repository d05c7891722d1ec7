import type { Clock } from '../contract/index.js'
import { NetworkError } from '../errors/index.js'
import { within } from '../http/time/within.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/**
 * Time limit in seconds of one call to a storage or a lock. Our choice: longer than most databases need for a
 * failover.
 */
export const PORT_SECONDS = 15

/** Limits of a wait for a storage or a lock. Also receives a result that arrives late. */
export interface AnswerLimits<T> {
  readonly clock: Clock
  /** Name of the operation in the error, for example `storage.getConnection`. */
  readonly what: string
  /** Time limit in seconds. Default: `PORT_SECONDS`. */
  readonly seconds?: number | undefined
  /** Registered name of the network that the error contains. */
  readonly platform?: string | null | undefined
  /** If the signal aborts, the wait rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Receives a result that arrived after the wait ended. An error that arrives late is ignored. */
  readonly onLate?: ((late: T) => void) | undefined
}

/**
 * Waits for a result, with a time limit.
 *
 * @throws NetworkError with `timedOut` after the time limit. The operation may still take effect. The request that
 * needed its result was not sent.
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
