import { randomBytes } from 'node:crypto'

import type { Clock, Random } from '../contract/ports.js'
import { machineTime } from '../models/values/machine-time.js'

/**
 * Milliseconds of the longest timer of Node, 2^31 - 1; anything beyond fires at once.
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
const LONGEST_TIMER_MS = 2_147_483_647

/** The machine's clock. */
export const systemClock: Clock = {
  now: machineTime,
  monotonic: () => performance.now() / 1000,
  sleep: (seconds, options = {}) => sleepFor(seconds * 1000, options.signal),
}

/** The machine's source of chance. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  fraction: () => Math.random(),
}

function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    let left = milliseconds
    const step = (): void => {
      if (left <= 0) {
        signal?.removeEventListener('abort', stop)
        resolve()
        return
      }
      const part = Math.min(left, LONGEST_TIMER_MS)
      left -= part
      timer = setTimeout(step, part)
    }
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    let timer: NodeJS.Timeout | undefined
    signal?.addEventListener('abort', stop, { once: true })
    step()
  })
}

const STOPPED = new Error('The alarm was stopped.')

/** What is told when an alarm rings. */
export interface AlarmListener {
  ring(): void
}

/** An alarm that is set. */
export type Alarm = NodeJS.Timeout | AbortController

/**
 * Rings once after so many seconds, unless stopped. Much cheaper than `sleep` with a signal on the machine's own clock,
 * because nearly every alarm is stopped.
 */
export function setAlarm(
  clock: Clock,
  seconds: number,
  listener: AlarmListener,
  options: { readonly isLimit?: boolean } = {},
): Alarm {
  if (clock === systemClock && seconds * 1000 <= LONGEST_TIMER_MS)
    return setTimeout(ring, seconds * 1000, listener)
  const stop = new AbortController()
  clock.sleep(seconds, { ...options, signal: stop.signal }).then(
    () => (stop.signal.aborted ? undefined : listener.ring()),
    () => undefined,
  )
  return stop
}

/** Stops an alarm; quiet when it has rung. */
export function stopAlarm(alarm: Alarm): void {
  if (alarm instanceof AbortController) alarm.abort(STOPPED)
  else clearTimeout(alarm)
}

function ring(listener: AlarmListener): void {
  listener.ring()
}
