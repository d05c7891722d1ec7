import { randomBytes } from 'node:crypto'

import type { Clock, Random } from '../../contract/ports.js'
import { machineTime } from '../../models/values/machine-time.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'

/**
 * Maximum delay of a timer in Node in milliseconds: 2^31 - 1. A longer timer fires immediately.
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
const MAX_TIMER_MS = 2_147_483_647

/** Default clock, which reads the time of this machine. */
export const systemClock: Clock = {
  now: machineTime,
  monotonic: () => performance.now() / 1000,
  sleep: (seconds, options) => sleepFor(seconds, options?.signal ?? undefined),
}

/** Default random source, which uses the cryptographic random numbers of this machine. */
export const systemRandom: Random = {
  bytes: (count) => {
    if (!Number.isInteger(count) || count < 0)
      throw wrongArgument('random.bytes: count', 'a whole number', count)
    return randomBytes(count)
  },
  fraction: () => Math.random(),
}

function sleepFor(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  // A sleep of NaN seconds would never end, so it is refused.
  if (typeof seconds !== 'number' || Number.isNaN(seconds))
    return Promise.reject(wrongArgument('clock.sleep: seconds', 'a number', seconds))
  if (signal?.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    let left = seconds * 1000
    const step = (): void => {
      if (left <= 0) {
        signal?.removeEventListener('abort', stop)
        resolve()
        return
      }
      const part = Math.min(left, MAX_TIMER_MS)
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

/** Object whose `ring` is called when its alarm fires. */
export interface AlarmListener {
  ring(): void
}

/** An alarm that was set with `setAlarm`. Pass it to `stopAlarm`. */
export type Alarm = NodeJS.Timeout | AbortController

/**
 * Calls the listener once after this many seconds, unless the alarm is stopped. Nearly every alarm
 * is stopped, and with the system clock an alarm costs much less than `sleep` with a signal.
 */
export function setAlarm(
  clock: Clock,
  seconds: number,
  listener: AlarmListener,
  options: { readonly isLimit?: boolean | undefined } = {},
): Alarm {
  if (typeof listener?.ring !== 'function') throw wrongArgument('setAlarm: listener', '{ ring() }', listener)
  if (typeof seconds !== 'number' || Number.isNaN(seconds))
    throw wrongArgument('setAlarm: seconds', 'a number', seconds)
  if (clock === systemClock && seconds * 1000 <= MAX_TIMER_MS)
    return setTimeout(ring, seconds * 1000, listener)
  if (typeof clock?.sleep !== 'function') throw wrongArgument('setAlarm: clock', 'a clock', clock)
  const stop = new AbortController()
  clock.sleep(seconds, { ...options, signal: stop.signal }).then(
    () => (stop.signal.aborted ? undefined : listener.ring()),
    () => undefined,
  )
  return stop
}

/** Stops an alarm. Does nothing if the alarm has already fired. */
export function stopAlarm(alarm: Alarm): void {
  if (alarm instanceof AbortController) alarm.abort(STOPPED)
  else clearTimeout(alarm)
}

function ring(listener: AlarmListener): void {
  listener.ring()
}

/** Alarms that were created in the current turn of the event loop and have no timer yet. */
let fresh: DeferredAlarm[] = []

/**
 * Alarm whose timer starts at the end of the current turn of the event loop. Most of these alarms
 * are stopped before that.
 */
export class DeferredAlarm {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #listener: AlarmListener
  #alarm: Alarm | null = null
  #isStopped = false

  constructor(clock: Clock, seconds: number, listener: AlarmListener) {
    this.#clock = clock
    this.#seconds = seconds
    this.#listener = listener
  }

  /** Starts the timer, unless the alarm was stopped before. */
  set(): void {
    if (!this.#isStopped) this.#alarm = setAlarm(this.#clock, this.#seconds, this.#listener)
  }

  /** Stops the alarm. Does nothing if the alarm has already fired. */
  stop(): void {
    this.#isStopped = true
    if (this.#alarm) stopAlarm(this.#alarm)
  }
}

/**
 * Sets an alarm whose timer starts at the end of the current turn of the event loop. Use it for
 * work that usually ends within the same turn, because such work then needs no timer. With any
 * other clock than the system clock, the timer starts immediately.
 */
export function deferAlarm(clock: Clock, seconds: number, listener: AlarmListener): DeferredAlarm {
  const alarm = new DeferredAlarm(clock, seconds, listener)
  if (clock !== systemClock) alarm.set()
  else if (fresh.push(alarm) === 1) setImmediate(setFresh)
  return alarm
}

function setFresh(): void {
  const alarms = fresh
  fresh = []
  for (const alarm of alarms) alarm.set()
}
