import { type Limits, makeLimits, type PlatformBase } from '@social/core/platform'
import { type UsageReader, usageRateLimit } from '@social/meta-kit'

/** Maximum characters of a post: measured by clients, not documented (seen 2026-11-22). Counted as code points. */
const MAX_TEXT_LENGTH = 63_206

/**
 * Maximum comments per request of a poll: the largest page of a list.
 * https://developers.facebook.com/docs/graph-api/results (read 2026-11-22)
 */
export const MAX_PAGE_SIZE = 100

/** Default maximum video size in bytes: the documented limit of one request. */
export const DEFAULT_VIDEO_BYTES = 1_000_000_000

/**
 * Minimum seconds between now and a scheduled time. https://developers.facebook.com/documentation/pages-api/posts
 * (copy of September 2026)
 */
export const SOONEST_SCHEDULE_SECONDS = 600
/** Maximum seconds between now and a scheduled time: 30 days. Same page as `SOONEST_SCHEDULE_SECONDS`. */
export const LATEST_SCHEDULE_SECONDS = 2_592_000
/**
 * Maximum for a reel: 29 days. https://developers.facebook.com/documentation/video-api/guides/reels-publishing (copy
 * of July 2026)
 */
export const LATEST_REEL_SECONDS = 2_505_600

/**
 * Safe lifetime of unpublished media. Facebook deletes unused pictures and uploads after about a day. Not documented.
 */
export const UPLOAD_LIVES_MS = 20 * 3_600_000

/**
 * Returns the limits that every page shares, without a request. Facebook does not document the maximum number of
 * pictures.
 */
export function limitsOf({ maxVideoBytes }: { readonly maxVideoBytes: number }): Limits {
  return makeLimits({
    maxTextLength: MAX_TEXT_LENGTH,
    textCountedIn: 'CHARACTERS',
    maxVideos: 1,
    maxVideoBytes: maxVideoBytes,
  })
}

/** Key of the rate limit: all requests with a page token share the limit `pages`. */
export const rateLimitKey = (): string => 'pages'

/**
 * Reads the usage of this page in percent. The header may contain up to 32 other pages, whose usage does not limit
 * this page.
 */
export const readRateLimit: UsageReader = ({ headers }, { now, accountId }) =>
  usageRateLimit(headers, { now, useCase: 'pages', accountId })

/** Limits of a page. */
export function limiting(settings: { readonly maxVideoBytes: number }): Pick<PlatformBase, 'limits'> {
  const limits = limitsOf(settings)
  return { limits: async () => limits }
}
