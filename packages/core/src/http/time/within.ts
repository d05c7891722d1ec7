import type { Clock } from '../../contract/ports.js'
import { NetworkError } from '../../errors/index.js'
import { assertNumber } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { setAlarm, stopAlarm } from './clock.js'

/** Options of one wait. */
export interface WithinOptions<T> {
  readonly clock: Clock
  readonly seconds: number
  /** Ends the wait early, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error of a wait that took too long. */
  readonly tooLate?: (() => Error) | undefined
  /** Receives a result that arrived after the end of the wait. A late failure is dropped. */
  readonly onLate?: ((late: T) => void) | undefined
  /** True for the time limit of another party: a test clock advances it only when the test does. */
  readonly isLimit?: boolean | undefined
}

/**
 * Waits for a result with a time limit. The alarm is stopped as soon as the wait ends.
 *
 * @param pending - A promise, or the result itself.
 * @throws ConfigError when `seconds` is not a number.
 * @throws The error of `tooLate`, or NetworkError with `timedOut`, when the time is up.
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
      signal?.removeEventListener('abort', abort)
    }
    const abort = (): void => {
      end()
      reject(signal?.reason)
    }
    const ring = (): void => {
      end()
      reject(
        options.tooLate?.() ??
          new NetworkError(`There was no response within ${seconds} seconds.`, { timedOut: true }),
      )
    }
    const alarm = setAlarm(clock, seconds, { ring }, { isLimit })
    signal?.addEventListener('abort', abort, { once: true })
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
    if (signal?.aborted) abort()
  })
}
