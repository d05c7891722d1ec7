import type { Clock } from '../../contract/ports.js'
import { NetworkError } from '../../errors/index.js'
import { assertNumber } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { setAlarm, stopAlarm } from './clock.js'

/** Limits of one wait. */
export interface WithinOptions<T> {
  readonly clock: Clock
  readonly seconds: number
  /** Ends the wait sooner, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Makes the error of a wait that took too long. */
  readonly tooLate?: (() => Error) | undefined
  /** Gets an answer that came after the wait had ended. A late failure is dropped. */
  readonly onLate?: ((late: T) => void) | undefined
  /** True for the time another party has to answer: a clock for tests lets it pass only when the test says so. */
  readonly isLimit?: boolean | undefined
}

/**
 * Waits for an answer, for a bounded time. The alarm is stopped as soon as the wait ends.
 *
 * @param pending - A promise, or the answer itself.
 * @throws ConfigError for `seconds` that is not a number.
 * @throws What `tooLate` makes, or NetworkError with `timedOut`, when the time is up.
 */
export function within<T>(pending: T | PromiseLike<T>, options: WithinOptions<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    assertObject(options, 'within: options', '{ clock, seconds }')
    const { clock, seconds, signal, isLimit } = options
    assertNumber(seconds, 'within: seconds')
    let isOver = false
    const end = (): void => {
      isOver = true
      stopAlarm(alarm)
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = (): void => {
      end()
      reject(signal?.reason)
    }
    const ring = (): void => {
      end()
      reject(
        options.tooLate?.() ??
          new NetworkError(`There was no answer within ${seconds} seconds.`, { timedOut: true }),
      )
    }
    const alarm = setAlarm(clock, seconds, { ring }, { isLimit })
    signal?.addEventListener('abort', giveUp, { once: true })
    Promise.resolve(pending).then(
      (answer) => {
        if (isOver) return options.onLate?.(answer)
        end()
        return resolve(answer)
      },
      (error: unknown) => {
        if (isOver) return
        end()
        reject(error)
      },
    )
    if (signal?.aborted) giveUp()
  })
}
