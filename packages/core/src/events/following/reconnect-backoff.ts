import type { Random } from '../../contract/index.js'
import { AuthError, PlatformError, RateLimitError, whatNext } from '../../errors/index.js'

// Backoff of streams, in seconds. We chose these values. No network prescribes them.

/** First wait before an interrupted stream is reopened. The wait doubles after each failure. */
const FIRST_WAIT = 1
/** Maximum of the doubled wait. */
const MAX_WAIT = 60
/**
 * Longest accepted wait that a network requests: one day. Longer waits are shortened to one day.
 */
const MAX_REQUESTED_WAIT = 86_400

/** Returns true for a temporary error. Any other error ends the live updates. */
export function isTransient(error: unknown): boolean {
  // An unreadable response usually comes from a proxy, so it is treated as temporary.
  return whatNext(error).todo === 'RETRY' || (PlatformError.is(error) && error.isOutage)
}

/** Returns true if the network refused the token. */
export function isTokenRefused(error: unknown): boolean {
  return AuthError.is(error)
}

/**
 * Returns the seconds to wait after this number of consecutive failures (exponential backoff).
 * Half of the wait is jitter, so that clients of one server do not reconnect simultaneously. If
 * the network requested a longer wait, that wait is used.
 */
export function reconnectSeconds(failures: number, error: unknown, random: Random): number {
  const max = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 16))
  const own = max * (0.5 + random.fraction() / 2)
  const requested = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
  return requested > own ? Math.min(requested, MAX_REQUESTED_WAIT) * (1 + random.fraction() / 10) : own
}
