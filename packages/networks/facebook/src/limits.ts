import { type Limits, makeLimits, type PlatformBase } from '@social/core/platform'
import { type UsageReader, usageRateLimit } from '@social/meta-kit'

/**
 * Maximum characters of a post, counted as code points. Facebook does not document the limit;
 * clients measured it (seen 2026-11-22).
 */
const MAX_TEXT_LENGTH = 63_206

/**
 * Maximum comments per request of a poll.
 * https://developers.facebook.com/docs/graph-api/results (read 2026-11-22)
 */
export const MAX_PAGE_SIZE = 100

/** Default maximum video size in bytes, which is Facebook's documented limit of one request. */
export const DEFAULT_VIDEO_BYTES = 1_000_000_000

/**
 * Minimum seconds between now and a scheduled time. https://developers.facebook.com/documentation/pages-api/posts
 * (copy of September 2026)
 */
export const SOONEST_SCHEDULE_SECONDS = 600
/** Maximum seconds between now and a scheduled time: 30 days. Same page as `SOONEST_SCHEDULE_SECONDS`. */
export const LATEST_SCHEDULE_SECONDS = 2_592_000
/**
 * Maximum seconds between now and the scheduled time of a reel: 29 days.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (copy of July
 * 2026)
 */
export const LATEST_REEL_SECONDS = 2_505_600

/**
 * Time for which unpublished media can be used safely. Facebook deletes unused pictures and
 * uploads after about a day, but does not document this.
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

/** Returns the key of the rate limit. All requests with a page token share the limit `pages`. */
export const rateLimitKey = (): string => 'pages'

/**
 * Reads the rate limit usage of this page in percent. The header may contain the usage of up to 32
 * other pages, which does not limit this page.
 */
export const readRateLimit: UsageReader = ({ headers }, { now, accountId }) =>
  usageRateLimit(headers, { now, useCase: 'pages', accountId })

/** Reads the limits of a page. */
export function limiting(settings: { readonly maxVideoBytes: number }): Pick<PlatformBase, 'limits'> {
  const limits = limitsOf(settings)
  return { limits: async () => limits }
}
