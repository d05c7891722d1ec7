import type { Random } from '../../contract/index.js'
import { AuthError, PlatformError, RateLimitError, whatNext } from '../../errors/index.js'

// Backoff of streams, in seconds. Our choice, not a network's.

/** Wait before a broken stream is reopened. It doubles after each failure. */
const FIRST_WAIT = 1
/** Maximum of these waits. */
const MAX_WAIT = 60
/** Maximum wait that a network can request: one day. */
const MAX_REQUESTED_WAIT = 86_400

/** True for a temporary error. Any other error ends the listening. */
export function isTransient(error: unknown): boolean {
  // An unreadable response usually comes from a proxy.
  return whatNext(error).todo === 'RETRY' || (PlatformError.is(error) && error.isOutage)
}

/** True for a refused token. */
export function isTokenRefused(error: unknown): boolean {
  return AuthError.is(error)
}

/**
 * Seconds to wait after a number of consecutive failures: exponential backoff. Half of it is jitter, so that clients of
 * the same server do not reconnect simultaneously. A longer wait requested by the network is used instead.
 */
export function reconnectSeconds(failures: number, error: unknown, random: Random): number {
  const max = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 16))
  const own = max * (0.5 + random.fraction() / 2)
  const requested = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
  return requested > own ? Math.min(requested, MAX_REQUESTED_WAIT) * (1 + random.fraction() / 10) : own
}
