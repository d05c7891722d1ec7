import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/** Code points of the longest post: "Must be at most 1500 characters" is what Google answers; its pages do not say. */
export const MAX_POST_LENGTH = 1500

/** Bytes, in UTF-8, of the longest answer to a review.
 *  https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews (copy of 2026) */
export const MAX_REPLY_BYTES = 4096

/** Code points of the longest answer to a question (closed on 3 November 2025).
 *  https://developers.google.com/my-business/content/qanda/change-log (copy of 2026) */
export const MAX_ANSWER_LENGTH = 4096

/** Bytes of the smallest and the biggest picture. https://support.google.com/business/answer/6103862 (copy of 2026) */
export const MIN_PICTURE_BYTES = 10_240
/** @see MIN_PICTURE_BYTES */
export const MAX_PICTURE_BYTES = 5_000_000

// Items on one page, at most. https://developers.google.com/my-business/reference/rest (copy of 2026)
/** Accounts on one page. */
export const ACCOUNTS_A_PAGE = 20
/** Locations on one page. */
export const LOCATIONS_A_PAGE = 100
/** Reviews on one page. */
export const REVIEWS_A_PAGE = 50
/** Posts on one page. */
export const POSTS_A_PAGE = 100
/** Questions on one page. */
export const QUESTIONS_A_PAGE = 10

/** Pages of reviews and questions in one poll. The limit of 300 requests a minute is shared by the whole project. */
export const MAX_PAGES_PER_POLL = 20
/** Pages of accounts, and of locations of one account, that a sign-in reads, at most. */
export const MAX_PAGES_AT_SIGN_IN = 50

/** Seconds within which the same change may be sent again: nobody is likely to have made another one meanwhile. */
export const REPEATABLE_SECONDS = 600

const costOf = (bucket: string) => ({ units: 1, bucket }) as const
/** Posts, reviews and their answers: 300 a minute. https://developers.google.com/my-business/content/limits (copy of 2026) */
export const BUSINESS_COST = costOf('business')
/** The listing: 300 a minute, and 10 changes a minute of one listing. */
export const INFORMATION_COST = costOf('information')
/** Verifications: 300 a minute. */
export const VERIFICATION_COST = costOf('verifications')
/** Questions, while there were any: 300 a minute. */
export const QUESTIONS_COST = costOf('questions')
/** Numbers of a listing: 300 a minute. */
export const PERFORMANCE_COST = costOf('performance')

/** The same for every listing, so nothing is asked. */
export const LIMITS: Limits = makeLimits({ maxTextLength: MAX_POST_LENGTH, maxImages: 1 })

/** Each service has a quota of its own, and changes another one: a used-up one must not stop the others. */
export function rateLimitKey({ url, method }: OutgoingRequest): string {
  const { hostname, pathname } = new URL(url)
  const kind = method === 'GET' ? 'reads' : 'writes'
  return `${hostname}/${pathname.split('/')[1] ?? ''} ${kind}`
}

/** Limits of an account, and the groups of requests that share a limit. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey }, limits: () => Promise.resolve(LIMITS) }
}
