import type { Random } from '../../contract/index.js'
import { RateLimitError, UpdateBusyError } from '../../errors/index.js'

/**
 * Minimum number of seconds between two wake-ups of a pool. A poll can be late by this time. Our
 * choice.
 */
export const TICK_SECONDS = 0.05

/**
 * Maximum wait in seconds that an error can request: one day. Longer waits are shortened to one
 * day.
 */
const MAX_WAIT_SECONDS = 86_400

/**
 * Returns the interval with random jitter. `jitter` 0.1 makes the interval up to 10 percent longer
 * or shorter.
 */
function spreadSeconds(everySeconds: number, jitter: number, random: Random): number {
  return everySeconds * (1 + jitter * (random.fraction() * 2 - 1))
}

/** Interval between polls in seconds, with its jitter. */
interface Pace {
  readonly everySeconds: number
  readonly jitter: number
  readonly random: Random
}

/**
 * Returns the seconds until the next round after a successful round: the wait that the network
 * requested, or else the interval with jitter.
 */
export function secondsAfterSuccess(
  requested: number | undefined,
  { everySeconds, jitter, random }: Pace,
): number {
  if (requested === undefined || !Number.isFinite(requested))
    return spreadSeconds(everySeconds, jitter, random)
  return Math.max(TICK_SECONDS, requested)
}

/**
 * Returns the seconds until the next round after a failed round. If the network requested a longer
 * wait, this wait is used, up to one day. Jitter is added to the wait, because other clients
 * received the same value. If another worker holds an update, the round is retried soon.
 */
export function secondsAfter(error: unknown, { everySeconds, jitter, random }: Pace): number {
  const interval = spreadSeconds(everySeconds, jitter, random)
  if (UpdateBusyError.is(error)) return Math.min(interval, asSeconds(error.retryAfter))
  if (RateLimitError.is(error) && error.retryAfter !== null)
    return Math.max(interval, asSeconds(error.retryAfter) * (1 + jitter * random.fraction()))
  return interval
}

/**
 * Limits a requested wait to between 0 seconds and one day. The error may come from another copy
 * of the library, which did not check the wait.
 */
export function asSeconds(requested: number): number {
  return requested >= 0 ? Math.min(requested, MAX_WAIT_SECONDS) : 0
}
