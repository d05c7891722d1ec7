import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

// https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide,
// https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October 2026)

/** Minimum bytes of a piece. A smaller file is uploaded as one piece of the file's size. */
export const MIN_PIECE_BYTES = 5_242_880

/** Maximum bytes of a piece. The last piece may be larger. */
export const MAX_PIECE_BYTES = 67_108_864

/** Default bytes of a piece. */
export const DEFAULT_PIECE_BYTES = 10_485_760

/**
 * Maximum bytes of a file that is uploaded as one piece. TikTok documents "64 MB"; this value is
 * the smaller interpretation.
 */
export const MAX_WHOLE_BYTES = 64_000_000

/** Maximum bytes of a video. */
export const MAX_VIDEO_BYTES = 4_294_967_296

/** Maximum length of a caption in UTF-16 units. */
const MAX_CAPTION_LENGTH = 2200

/** Lifetime of an upload URL in seconds. */
export const UPLOAD_SECONDS = 3600

/**
 * Seconds after which a per-minute limit resets. The window slides, and TikTok returns no reset time.
 * https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (copy of October 2026)
 */
export const RATE_WINDOW_SECONDS = 60

// Each request counts toward a limit, and `account.usage` shows the counts.
// https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit and
// https://developers.tiktok.com/doc/content-sharing-guidelines (copies of October 2026)

/**
 * Cost of a post to the profile. TikTok allows about 15 in 24 hours across all apps, and 6 per
 * minute.
 */
export const POST_COST = { units: 1, bucket: 'posts' } as const
/** Cost of a post to the drafts. TikTok allows 5 pending drafts in 24 hours, and 6 per minute. */
export const DRAFT_COST = { units: 1, bucket: 'drafts' } as const
/** Cost of a query for the status of a post. TikTok allows 30 per minute. */
export const STATUS_COST = { units: 1, bucket: 'status' } as const
/** Cost of a query for the creator's settings. TikTok allows 20 per minute. */
export const CREATOR_COST = { units: 1, bucket: 'creator' } as const
/** Cost of a query for name and picture. TikTok allows 600 per minute. */
export const USER_COST = { units: 1, bucket: 'user' } as const

/** Limits of a post. They are the same for every account, so no request is needed. */
export const LIMITS: Limits = makeLimits({
  maxTextLength: MAX_CAPTION_LENGTH,
  textCountedIn: 'UTF16_UNITS',
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

/** Endpoints that each have their own rate limit. */
const COUNTED = /\/(video\/init|inbox\/video\/init|status\/fetch|creator_info\/query|user\/info)\/$/

/**
 * Returns the rate limit of a request. Each of these endpoints has its own limit, so an exhausted
 * limit must not stop requests to the others.
 */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return COUNTED.exec(new URL(url).pathname)?.[1] ?? ''
}

/** Returns the limits of an account, and the rate limit key of each request. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey }, limits: () => Promise.resolve(LIMITS) }
}
