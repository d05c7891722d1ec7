import type { Random } from '../../contract/index.js'
import { AuthError, PlatformError, RateLimitError, whatNext } from '../../errors/index.js'

// Backoff of streams, in seconds. Our choice, not a network's.

/** Before a stream that broke is opened again; doubles after each failure. */
const FIRST_WAIT = 1
/** The longest of these waits. */
const MAX_WAIT = 60
/** The longest wait that a network may ask for: one day. */
const MAX_ASKED_LENGTH = 86_400

/** True for a transient error, which passes by itself; any other ends the listening. */
export function isTransient(error: unknown): boolean {
  // An answer that nobody can read is that of a proxy, more often than not.
  return whatNext(error).todo === 'RETRY' || (PlatformError.is(error) && error.isOutage)
}

/** True for a token that was refused. */
export function isTokenRefused(error: unknown): boolean {
  return AuthError.is(error)
}

/**
 * Seconds to wait after so many failures in a row: exponential backoff with jitter. Half of it is left to chance, so that
 * all who lost the same server do not come back at once. A network that asks for more gets it.
 */
export function reconnectSeconds(failures: number, error: unknown, random: Random): number {
  const longest = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 16))
  const own = longest * (0.5 + random.fraction() / 2)
  const asked = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
  return asked > own ? Math.min(asked, MAX_ASKED_LENGTH) * (1 + random.fraction() / 10) : own
}
