import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/**
 * Maximum code points of a post. Google does not document the limit, but responds "Must be at most
 * 1500 characters".
 */
export const MAX_POST_LENGTH = 1500

/**
 * Maximum bytes, in UTF-8, of a reply to a review.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews (copy of 2026)
 */
export const MAX_REPLY_BYTES = 4096

/**
 * Maximum code points of an answer to a question. Google closed the service of questions on 3
 * November 2025.
 * https://developers.google.com/my-business/content/qanda/change-log (copy of 2026)
 */
export const MAX_ANSWER_LENGTH = 4096

/** Minimum bytes of a picture. https://support.google.com/business/answer/6103862 (copy of 2026) */
export const MIN_PICTURE_BYTES = 10_240
/** Maximum bytes of a picture. Same source as `MIN_PICTURE_BYTES`. */
export const MAX_PICTURE_BYTES = 5_000_000

// Maximum items per page. https://developers.google.com/my-business/reference/rest (copy of 2026)
/** Maximum accounts per page of a list. */
export const ACCOUNTS_A_PAGE = 20
/** Maximum locations per page of a list. */
export const LOCATIONS_A_PAGE = 100
/** Maximum reviews per page of a list. */
export const REVIEWS_A_PAGE = 50
/** Maximum posts per page of a list. */
export const POSTS_A_PAGE = 100
/** Maximum questions per page of a list. */
export const QUESTIONS_A_PAGE = 10

/**
 * Maximum pages of reviews and questions per poll, because all accounts of a project share the
 * limit of 300 requests a minute.
 */
export const MAX_PAGES_PER_POLL = 20
/**
 * Maximum pages of accounts that a sign-in reads, and maximum pages of locations that a sign-in reads for each
 * account.
 */
export const MAX_PAGES_AT_SIGN_IN = 50

/**
 * Seconds in which the same change can be sent again. A different change of the same object in this time is
 * unlikely.
 */
export const REPEATABLE_SECONDS = 600

const costOf = (bucket: string) => ({ units: 1, bucket }) as const
/**
 * Cost of a request for posts, reviews or replies. Limit: 300 a minute.
 * https://developers.google.com/my-business/content/limits (copy of 2026)
 */
export const BUSINESS_COST = costOf('business')
/**
 * Cost of a request for the listing. Limits: 300 a minute, and 10 changes a minute of one listing.
 */
export const INFORMATION_COST = costOf('information')
/** Cost of a request for verifications. Limit: 300 a minute. */
export const VERIFICATION_COST = costOf('verifications')
/** Cost of a request for questions. Limit before Google closed the service: 300 a minute. */
export const QUESTIONS_COST = costOf('questions')
/** Cost of a request for metrics. Limit: 300 a minute. */
export const PERFORMANCE_COST = costOf('performance')

/** Limits of a listing. Google documents equal limits for every listing, so the library requests nothing. */
export const LIMITS: Limits = makeLimits({ maxTextLength: MAX_POST_LENGTH, maxImages: 1 })

/**
 * Returns the key of the rate limit of a request. Each service has one quota for reads and another
 * for changes, so an exhausted quota must not block other requests.
 */
export function rateLimitKey({ url, method }: OutgoingRequest): string {
  const { hostname, pathname } = new URL(url)
  const kind = method === 'GET' ? 'reads' : 'writes'
  return `${hostname}/${pathname.split('/')[1] ?? ''} ${kind}`
}

/** Defines the limits of an account, and the groups of requests that share a limit. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey }, limits: () => Promise.resolve(LIMITS) }
}
