import { RateLimitError, type SocialBaseError } from '../../errors/index.js'
import type { ReplyHead } from '../types.js'
import { retryAfterSeconds } from './rate-limit.js'

/**
 * Returns the wait in seconds that an error response requests. Null if the response requests no
 * wait.
 */
export function secondsAskedFor(error: SocialBaseError, reply: ReplyHead, now: Date): number | null {
  // Some networks report the reset time in every response. Only a status 429 means that the rate
  // limit is exhausted.
  if (reply.status !== 429)
    return reply.headers['retry-after'] === undefined ? null : retryAfterSeconds(reply.headers, now)
  const own = RateLimitError.is(error) ? error.retryAfter : null
  return isOfMinutes(error, reply) ? (own ?? retryAfterSeconds(reply.headers, now)) : own
}

/**
 * Returns true if a response reports a short rate limit, which also delays the next requests. A
 * daily limit does not count.
 */
export function isOfMinutes(error: SocialBaseError, { status }: Pick<ReplyHead, 'status'>): boolean {
  return status === 429 && !(RateLimitError.is(error) && !error.passesSoon)
}

/** Creates the error for a wait that is longer than a call may wait. */
export function tooLongToWait(error: SocialBaseError, seconds: number, platform: string): RateLimitError {
  if (RateLimitError.is(error)) return error
  const message = `${platform} requests a wait of ${Math.ceil(seconds)} seconds.`
  return new RateLimitError(message, { platform, retryAfter: seconds, raw: error.raw, cause: error })
}
