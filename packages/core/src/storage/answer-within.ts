import type { Clock } from '../contract/index.js'
import { NetworkError } from '../errors/index.js'
import { within } from '../http/time/within.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/** Seconds a storage or a lock may take for one answer. Our choice: more than most databases need to fail over. */
export const PORT_SECONDS = 15

/** How long an answer is waited for, and what becomes of a late one. */
export interface AnswerLimits<T> {
  readonly clock: Clock
  /** What was asked, for the error: `storage.getConnection`. */
  readonly what: string
  /** `PORT_SECONDS` unless given. */
  readonly seconds?: number | undefined
  /** Registered name of the network, for the error. */
  readonly platform?: string | null | undefined
  /** Gives up sooner, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Gets an answer that came after the waiting had ended. A late failure is dropped. */
  readonly onLate?: ((late: T) => void) | undefined
}

/**
 * Waits for an answer, but not for ever.
 *
 * @throws NetworkError with `timedOut` when none came in time. What was asked for may still happen; the call it was for
 *   was not made.
 */
export function answerWithin<T>(answer: Promise<T>, limits: AnswerLimits<T>): Promise<T> {
  if (typeof answer?.then !== 'function') throw wrongArgument('answerWithin: answer', 'a promise', answer)
  if (typeof limits?.clock !== 'object')
    throw wrongArgument('answerWithin: limits', '{ clock, what }', limits)
  const { clock, what, seconds = PORT_SECONDS, platform = null, signal, onLate } = limits
  const tooLate = (): NetworkError =>
    new NetworkError(
      `${what} did not answer within ${seconds} seconds. Try again, and look at why it hangs.`,
      { platform, timedOut: true, delivery: 'NOT_SENT' },
    )
  return within(answer, { clock, seconds, signal, tooLate, onLate, isLimit: true })
}
