import { RateLimitError, type SocialBaseError } from '../../errors/index.js'
import type { ReplyHead } from '../types.js'
import { retryAfterSeconds } from './rate-limit.js'

/** Returns the wait in seconds that a refusal requests. Null if the refusal requests none. */
export function secondsAskedFor(error: SocialBaseError, reply: ReplyHead, now: Date): number | null {
  // Some networks report the reset of the rate limit in every response. Only a 429 means that it is exhausted.
  if (reply.status !== 429)
    return reply.headers['retry-after'] === undefined ? null : retryAfterSeconds(reply.headers, now)
  const own = RateLimitError.is(error) ? error.retryAfter : null
  return isOfMinutes(error, reply) ? (own ?? retryAfterSeconds(reply.headers, now)) : own
}

/**
 * True if a refusal reports a short-term limit, which also affects the next requests. A daily limit does not count.
 */
export function isOfMinutes(error: SocialBaseError, { status }: Pick<ReplyHead, 'status'>): boolean {
  return status === 429 && !(RateLimitError.is(error) && !error.passesSoon)
}

/** Creates the error for a requested wait that is longer than the maximum wait of a call. */
export function tooLongToWait(error: SocialBaseError, seconds: number, platform: string): RateLimitError {
  if (RateLimitError.is(error)) return error
  const message = `${platform} requests a wait of ${Math.ceil(seconds)} seconds.`
  return new RateLimitError(message, { platform, retryAfter: seconds, raw: error.raw, cause: error })
}
