import { type Limits, makeLimits, measureText, type OutgoingRequest } from '@social/core/platform'

/**
 * Maximum characters of a title. https://developers.google.com/youtube/data/reference/rest/v3/videos (read
 * 2026-11-21)
 */
export const MAX_TITLE_LENGTH = 100

/**
 * Maximum characters of all tags together, as counted by `countTags`. Same source as
 * `MAX_TITLE_LENGTH`.
 */
export const MAX_TAG_CHARACTERS = 500

/** Maximum bytes of a video. `maxSize` of `videos.insert` in the Discovery document, revision 20260924. */
const MAX_VIDEO_BYTES = 274_877_906_944

/**
 * Maximum comments per page. https://developers.google.com/youtube/data/reference/rest/v3/commentThreads/list (read
 * 2026-11-21)
 */
export const MAX_UPDATES_PAGE_SIZE = 100

/**
 * Chunk sizes must be a multiple of this number of bytes.
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21)
 */
export const CHUNK_STEP_BYTES = 262_144

/** Default chunk size in bytes: 8 MiB. Google's own clients use the same size. */
export const DEFAULT_CHUNK_BYTES = 8_388_608

/**
 * Maximum chunk size in bytes. It equals the maximum video size, so one chunk can contain a whole
 * video.
 */
export const MAX_CHUNK_BYTES = MAX_VIDEO_BYTES

/** Documented limits. They are the same for every account, so no request is needed. */
export const LIMITS: Limits = makeLimits({
  maxTitleLength: MAX_TITLE_LENGTH,
  maxTextLength: 5000,
  textCountedIn: 'UTF8_BYTES',
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

// Each request costs quota of the Cloud project.
// https://developers.google.com/youtube/data/determine_quota_cost (read 2026-11-21)

/** Cost of a read: 1 unit of the daily quota. */
export const READ_COST = { units: 1, bucket: 'units' } as const
/** Cost of a change: 50 units of the daily quota. */
export const WRITE_COST = { units: 50, bucket: 'units' } as const
/** Cost of an upload: 1 upload. The daily quota of uploads is separate from the quota of units. */
export const UPLOAD_COST = { units: 1, bucket: 'uploads' } as const

/**
 * Seconds in which a request for the same change can be sent again. Another change of the same
 * video in this time is unlikely.
 */
export const REPEATABLE_SECONDS = 600

/**
 * Returns the quota of a request. Uploads and statistics have separate quotas, so an exhausted
 * quota must not block the other requests.
 */
export function rateLimitKey({ url }: OutgoingRequest): string {
  const { pathname } = new URL(url)
  if (pathname.endsWith('/reports')) return 'analytics'
  return pathname.startsWith('/upload/') ? UPLOAD_COST.bucket : READ_COST.bucket
}

/** Returns the limits of an account, and the quota key of each request. */
export function limiting(_settings: object) {
  return {
    billedIn: ['units', 'uploads'],
    http: { rateLimitKey },
    limits: () => Promise.resolve(LIMITS),
  }
}

/**
 * Returns the length of tags as YouTube counts it. Each comma between tags counts, and each tag
 * with a space counts two quotes.
 */
export function countTags(tags: readonly string[]): number {
  const letters = tags.map((tag) => measureText(tag) + (tag.includes(' ') ? 2 : 0))
  return letters.reduce((sum, count) => sum + count, 0) + Math.max(0, tags.length - 1)
}
