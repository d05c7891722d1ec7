import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/** Code points of the longest reply: "1,200 characters (UTF-8)".
 *  https://business-api.tiktok.com/portal/docs?id=1762228448779266 (copy of August 2026) */
export const MAX_REPLY_LENGTH = 1200

/** Videos on one page of the list, at most. https://business-api.tiktok.com/portal/docs?id=1762228421622786 */
export const MAX_VIDEOS_PER_PAGE = 20

/** Comments on one page of a list, at most. https://business-api.tiktok.com/portal/docs?id=1760232109619202 */
export const MAX_COMMENTS_PER_PAGE = 30

/** Beyond so many comments of one video, TikTok's list goes over to the order of likes (same page). */
export const MAX_COMMENTS_PER_VIDEO = 500

/** Requests that TikTok allows in a minute for one account and endpoint.
 *  https://business-api.tiktok.com/portal/docs?id=1738084416214017 (copy of August 2026) */
export const REQUESTS_PER_MINUTE = 40

/** The same limit with 5 seconds to spare: requests may arrive closer together than they were sent. Our choice. */
export const PACE = { requests: REQUESTS_PER_MINUTE, seconds: 65 } as const

/** Videos whose comments a poll reads. Each costs at least one request. */
export const VIDEOS_PER_POLL = { default: 25, min: 1, max: 100 } as const

/** How far back a poll without a moment looks, in seconds: 30 days. */
export const FIRST_QUERY_SECONDS = 30 * 86_400

/** Seconds that TikTok wants to be left alone after each kind of refusal (same page). */
export const WAIT_AFTER_SECOND_LIMIT = 1
/** @see WAIT_AFTER_SECOND_LIMIT */
export const WAIT_AFTER_MINUTE_LIMIT = 300

/** Seconds an access token lives where a reply does not say. https://business-api.tiktok.com/portal/docs?id=1738084387220481 */
export const ACCESS_SECONDS = 86_400

/** What a request counts as, in `account.usage`: one call of its endpoint. */
const costOf = (bucket: string) => ({ units: 1, bucket }) as const
/** A page of the account's videos. */
export const VIDEOS_COST = costOf('videos')
/** A page of comments or replies. */
export const COMMENTS_COST = costOf('comments')
/** An answer, a deletion, a change of visibility. */
export const WRITE_COST = costOf('writes')

/** Nothing is posted, so nothing is limited. */
const LIMITS: Limits = makeLimits({})

/** Requests are counted by endpoint: a used-up one must not stop the others. */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return new URL(url).pathname
}

/** Limits of an account, and the groups of requests that share a limit. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey, pace: () => PACE }, limits: () => Promise.resolve(LIMITS) }
}
