import type { Random } from '../../contract/index.js'
import { RateLimitError, UpdateBusyError } from '../../errors/index.js'

/** Minimum number of seconds between two wake-ups of a pool: the maximum delay of a poll. Our choice. */
export const TICK_SECONDS = 0.05

/** Maximum wait in seconds that a failed round can request: one day. Longer requests are ignored. */
const MAX_WAIT_SECONDS = 86_400

/** The interval with jitter: longer or shorter by at most that share. */
function spreadSeconds(everySeconds: number, jitter: number, random: Random): number {
  return everySeconds * (1 + jitter * (random.fraction() * 2 - 1))
}

/** Interval of polls. */
interface Pace {
  readonly everySeconds: number
  readonly jitter: number
  readonly random: Random
}

/** Seconds until the next round after a successful one: the requested wait, or the interval. */
export function secondsAfterSuccess(
  requested: number | undefined,
  { everySeconds, jitter, random }: Pace,
): number {
  if (requested === undefined || !Number.isFinite(requested))
    return spreadSeconds(everySeconds, jitter, random)
  return Math.max(TICK_SECONDS, requested)
}

/**
 * Seconds until the next round after a failed one. A longer wait requested by the network is used, up to a day, plus
 * jitter, because other clients received the same value. An update that another worker holds is retried soon.
 */
export function secondsAfter(error: unknown, { everySeconds, jitter, random }: Pace): number {
  const interval = spreadSeconds(everySeconds, jitter, random)
  if (UpdateBusyError.is(error)) return Math.min(interval, asSeconds(error.retryAfter))
  if (RateLimitError.is(error) && error.retryAfter !== null)
    return Math.max(interval, asSeconds(error.retryAfter) * (1 + jitter * random.fraction()))
  return interval
}

/** Bounds a wait requested by an error of another copy of the library or by a network. */
export function asSeconds(requested: number): number {
  return requested >= 0 ? Math.min(requested, MAX_WAIT_SECONDS) : 0
}
