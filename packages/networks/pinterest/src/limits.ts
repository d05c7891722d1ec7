import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

// Lengths are `maxLength` in the official description, in code points.
// https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)

/** Maximum characters of a description, which is `Post.text`. */
const MAX_TEXT_LENGTH = 800
/** Maximum characters of a title. */
export const MAX_TITLE_LENGTH = 100
/** Maximum characters of the link of a pin. */
export const MAX_LINK_LENGTH = 2048
/** Maximum characters of an alt text. */
export const MAX_ALT_TEXT_LENGTH = 500
/**
 * Maximum images of one pin. Source: `PinMediaSourceImagesURL.items` in Pinterest's API
 * description.
 */
const MAX_PICTURES = 5
/** Maximum characters of a section's name. The name of a board has no documented limit. */
export const MAX_SECTION_NAME_LENGTH = 180
/**
 * Maximum boards, sections or pins per page. Source: `page_size` in Pinterest's API description.
 */
export const MAX_PAGE_SIZE = 250

/** Maximum bytes of a video: 2 GB, interpreted as 2 GiB.
 *  https://help.pinterest.com/en/business/article/pinterest-product-specs (read 2026-11-22) */
export const MAX_VIDEO_BYTES = 2_147_483_648

/** Limits of a post, the same for all accounts. Pinterest documents no maximum image size. */
const LIMITS: Limits = makeLimits({
  maxTitleLength: MAX_TITLE_LENGTH,
  maxTextLength: MAX_TEXT_LENGTH,
  maxImages: MAX_PICTURES,
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

/** Maximum age of daily statistics in days. `start_date` in the same description. */
export const MAX_INSIGHT_DAYS = 90

/** Cost of a read. Limits: 1,000 a day with Trial access, 1,000 a minute with Standard access.
 *  https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22) */
export const READ_COST = { units: 1, bucket: 'reads' } as const
/**
 * Cost of a write. Limits: 300 a day with Trial access, 100 a minute with Standard access. Same
 * source as `READ_COST`.
 */
export const WRITE_COST = { units: 1, bucket: 'writes' } as const

/**
 * Returns the rate limit of a request. Pinterest limits reads and writes separately
 * (`x-ratelimit-category`), so exhausted writes must not block reads.
 */
export function rateLimitKey({ method, url }: OutgoingRequest): string {
  return method === 'GET' || new URL(url).pathname.endsWith('/oauth/token') ? 'org_read' : 'org_write'
}

/** Returns the limits of an account, and the rate limit key of each request. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return {
    http: { timeoutSeconds, rateLimitKey },
    limits: (): Promise<Limits> => Promise.resolve(LIMITS),
  }
}

/** The limits of a post, exported for the checks before the first request. */
export { LIMITS }
