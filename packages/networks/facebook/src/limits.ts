import { type Limits, makeLimits, type PlatformBase } from '@social/core/platform'
import { type UsageReader, usageRateLimit } from '@social/meta-kit'

/** Characters of a post: measured by everybody, published nowhere (seen 2026-11-22). Counted as code points. */
const MAX_TEXT_LENGTH = 63_206

/** Posts that a poll asks for comments: the biggest page of a list.
 *  https://developers.facebook.com/docs/graph-api/results (read 2026-11-22) */
export const MAX_PAGE_SIZE = 100

/** Bytes of a video, unless the application says otherwise: the documented end of one request. */
export const DEFAULT_VIDEO_BYTES = 1_000_000_000

/** How far ahead a post may be scheduled, in seconds.
 *  https://developers.facebook.com/documentation/pages-api/posts (copy of September 2026) */
export const SOONEST_SCHEDULE_SECONDS = 600
/** 30 days. Same page. */
export const LATEST_SCHEDULE_SECONDS = 2_592_000
/** 29 days, for a reel.
 *  https://developers.facebook.com/documentation/video-api/guides/reels-publishing (copy of July 2026) */
export const LATEST_REEL_SECONDS = 2_505_600

/** How long what no post names yet is surely kept: Facebook clears pictures and uploads after about a day. Not published. */
export const UPLOAD_LIVES_MS = 20 * 3_600_000

/** The limits of every page: nothing is asked. A number of pictures is published nowhere. */
export function limitsOf({ maxVideoBytes }: { readonly maxVideoBytes: number }): Limits {
  return makeLimits({
    maxTextLength: MAX_TEXT_LENGTH,
    textCountedIn: 'CHARACTERS',
    maxVideos: 1,
    maxVideoBytes: maxVideoBytes,
  })
}

/** Everything that a page token does is counted as one use case. */
export const rateLimitKey = (): string => 'pages'

/** Usage of this page, in percent. A header may contain up to 32 other pages, which do not limit this one. */
export const readRateLimit: UsageReader = ({ headers }, { now, accountId }) =>
  usageRateLimit(headers, { now, useCase: 'pages', accountId })

/** What a page may do. */
export function limiting(settings: { readonly maxVideoBytes: number }): Pick<PlatformBase, 'limits'> {
  const limits = limitsOf(settings)
  return { limits: async () => limits }
}
