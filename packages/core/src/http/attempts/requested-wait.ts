import { RateLimitError, type SocialBaseError } from '../../errors/index.js'
import type { ReplyHead } from '../types.js'
import { retryAfterSeconds } from './rate-limit.js'

/** Seconds for which a refusal asks us to wait; null where it names none. */
export function secondsAskedFor(error: SocialBaseError, reply: ReplyHead, now: Date): number | null {
  // Every reply of some networks tells when its rate limit is reset; only a 429 means that it is used up.
  if (reply.status !== 429)
    return reply.headers['retry-after'] === undefined ? null : retryAfterSeconds(reply.headers, now)
  const said = RateLimitError.is(error) ? error.retryAfter : null
  return isOfMinutes(error, reply) ? (said ?? retryAfterSeconds(reply.headers, now)) : said
}

/** True for a limit that the requests which follow meet too. A used-up day says nothing of the minutes. */
export function isOfMinutes(error: SocialBaseError, { status }: Pick<ReplyHead, 'status'>): boolean {
  return status === 429 && !(RateLimitError.is(error) && !error.passesSoon)
}

/** What a wait becomes that is longer than a call may take. */
export function tooLongToWait(error: SocialBaseError, asked: number, platform: string): RateLimitError {
  if (RateLimitError.is(error)) return error
  const message = `${platform} asks us to wait ${Math.ceil(asked)} seconds.`
  return new RateLimitError(message, { platform, retryAfter: asked, raw: error.raw, cause: error })
}
