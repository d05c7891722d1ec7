import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/**
 * Maximum length of a reply in code points. TikTok documents "1,200 characters (UTF-8)".
 * https://business-api.tiktok.com/portal/docs?id=1762228448779266 (copy of August 2026)
 */
export const MAX_REPLY_LENGTH = 1200

/** Maximum videos in one page of the list. https://business-api.tiktok.com/portal/docs?id=1762228421622786 */
export const MAX_VIDEOS_PER_PAGE = 20

/** Maximum comments in one page of a list. https://business-api.tiktok.com/portal/docs?id=1760232109619202 */
export const MAX_COMMENTS_PER_PAGE = 30

/**
 * Number of comments of one video after which TikTok's list changes to the order of likes. Same
 * source as `MAX_COMMENTS_PER_PAGE`.
 */
export const MAX_COMMENTS_PER_VIDEO = 500

/**
 * Maximum requests per minute for one account and endpoint.
 * https://business-api.tiktok.com/portal/docs?id=1738084416214017 (copy of August 2026)
 */
export const REQUESTS_PER_MINUTE = 40

/**
 * Pace of the client: `REQUESTS_PER_MINUTE` with a margin of 5 seconds, because requests can
 * arrive closer together than they were sent. Our choice.
 */
export const PACE = { requests: REQUESTS_PER_MINUTE, seconds: 65 } as const

/** Number of videos whose comments a poll reads. Each video costs at least one request. */
export const VIDEOS_PER_POLL = { default: 25, min: 1, max: 100 } as const

/** Period that the first poll of an account covers, in seconds: 30 days. */
export const FIRST_QUERY_SECONDS = 30 * 86_400

/**
 * Seconds to wait after a limit per second.
 * https://business-api.tiktok.com/portal/docs?id=1740029171730433
 */
export const WAIT_AFTER_SECOND_LIMIT = 1
/** Seconds to wait after a limit per minute. Same source as `WAIT_AFTER_SECOND_LIMIT`. */
export const WAIT_AFTER_MINUTE_LIMIT = 300

/**
 * Default lifetime of an access token in seconds, when the response contains no lifetime.
 * https://business-api.tiktok.com/portal/docs?id=1738084387220481
 */
export const ACCESS_SECONDS = 86_400

/** Builds the cost of a request in `account.usage`, which counts one call of an endpoint. */
const costOf = (bucket: string) => ({ units: 1, bucket }) as const
/** Cost of reading the name and the picture of the account. */
export const PROFILE_COST = costOf('profile')
/** Cost of reading a page of the account's videos. */
export const VIDEOS_COST = costOf('videos')
/** Cost of reading a page of comments or replies. */
export const COMMENTS_COST = costOf('comments')
/** Cost of a reply, a deletion, or a change of visibility. */
export const WRITE_COST = costOf('writes')

/** Post limits are empty, because this platform does not publish posts. */
const LIMITS: Limits = makeLimits({})

/**
 * Returns the rate limit of a request. TikTok counts requests by endpoint, so an exhausted limit
 * must not stop requests to the others.
 */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return new URL(url).pathname
}

/** Returns the limits of an account, and the rate limit key of each request. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey, pace: () => PACE }, limits: () => Promise.resolve(LIMITS) }
}
