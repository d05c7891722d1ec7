import type { Clock } from '../../contract/ports.js'
import { NetworkError } from '../../errors/index.js'
import { assertNumber } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { setAlarm, stopAlarm } from './clock.js'

/** Options of one wait. */
export interface WithinOptions<T> {
  readonly clock: Clock
  readonly seconds: number
  /** Aborts the wait. The wait rejects with the reason of this signal. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error for the timeout. Default: a `NetworkError` with `timedOut` true. */
  readonly tooLate?: (() => Error) | undefined
  /** Receives a result that arrived after the wait had ended. A late error is dropped. */
  readonly onLate?: ((late: T) => void) | undefined
  /**
   * True if the limit guards the time of another party. A test clock then advances only when the
   * test advances it.
   */
  readonly isLimit?: boolean | undefined
}

/**
 * Waits for a result with a timeout. The timer is stopped as soon as the wait ends.
 *
 * @param pending - A promise. Any other value is returned as the result.
 * @throws ConfigError if `seconds` is not a number.
 * @throws The error of `tooLate`, or a NetworkError with `timedOut` true, after the timeout.
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
