import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/**
 * Maximum code points of a reply: "1,200 characters (UTF-8)".
 * https://business-api.tiktok.com/portal/docs?id=1762228448779266 (copy of August 2026)
 */
export const MAX_REPLY_LENGTH = 1200

/** Maximum videos in one page of the list. https://business-api.tiktok.com/portal/docs?id=1762228421622786 */
export const MAX_VIDEOS_PER_PAGE = 20

/** Maximum comments in one page of a list. https://business-api.tiktok.com/portal/docs?id=1760232109619202 */
export const MAX_COMMENTS_PER_PAGE = 30

/** Comments of one video after which TikTok's list switches to the order of likes. Same page. */
export const MAX_COMMENTS_PER_VIDEO = 500

/**
 * Requests per minute for one account and endpoint.
 * https://business-api.tiktok.com/portal/docs?id=1738084416214017 (copy of August 2026)
 */
export const REQUESTS_PER_MINUTE = 40

/** The same limit with a margin of 5 seconds: requests can arrive closer together than they were sent. Our choice. */
export const PACE = { requests: REQUESTS_PER_MINUTE, seconds: 65 } as const

/** Videos whose comments a poll reads. Each costs at least one request. */
export const VIDEOS_PER_POLL = { default: 25, min: 1, max: 100 } as const

/** Time span of a poll without a moment: 30 days. */
export const FIRST_QUERY_SECONDS = 30 * 86_400

/** Seconds to wait after each kind of rate limit. Same page. */
export const WAIT_AFTER_SECOND_LIMIT = 1
/** @see WAIT_AFTER_SECOND_LIMIT */
export const WAIT_AFTER_MINUTE_LIMIT = 300

/**
 * Lifetime of an access token when the response contains none.
 * https://business-api.tiktok.com/portal/docs?id=1738084387220481
 */
export const ACCESS_SECONDS = 86_400

/** Cost of a request in `account.usage`: one call of its endpoint. */
const costOf = (bucket: string) => ({ units: 1, bucket }) as const
/** A page of the account's videos. */
export const VIDEOS_COST = costOf('videos')
/** A page of comments or replies. */
export const COMMENTS_COST = costOf('comments')
/** A reply, a deletion, or a change of visibility. */
export const WRITE_COST = costOf('writes')

/** Empty, because this network does not publish posts. */
const LIMITS: Limits = makeLimits({})

/** Requests are counted by endpoint. An exhausted endpoint must not stop the others. */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return new URL(url).pathname
}

/** Limits of an account, and the groups of requests that share a limit. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey, pace: () => PACE }, limits: () => Promise.resolve(LIMITS) }
}
