import { type Limits, makeLimits, measureText, type OutgoingRequest } from '@social/core/platform'

/**
 * Maximum characters of a title. https://developers.google.com/youtube/data/reference/rest/v3/videos (read
 * 2026-11-21)
 */
export const MAX_TITLE_LENGTH = 100

/** Maximum characters of all tags together, counted as `countTags` does. Same page. */
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

/** Default chunk size in bytes: 8 MiB, the size of Google's own clients. */
export const DEFAULT_CHUNK_BYTES = 8_388_608

/** Maximum chunk size in bytes: that of the largest video, which is then sent as a whole. */
export const MAX_CHUNK_BYTES = MAX_VIDEO_BYTES

/** Documented limits, equal for every account: nothing is requested. */
export const LIMITS: Limits = makeLimits({
  maxTitleLength: MAX_TITLE_LENGTH,
  maxTextLength: 5000,
  textCountedIn: 'UTF8_BYTES',
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

// Quota cost of a request for the Cloud project. https://developers.google.com/youtube/data/determine_quota_cost
// (read 2026-11-21)

/** A read: 1 of the units of a day. */
export const READ_COST = { units: 1, bucket: 'units' } as const
/** A change: 50 of the units of a day. */
export const WRITE_COST = { units: 50, bucket: 'units' } as const
/** An upload: 1 of the uploads of a day, which have their own quota. */
export const UPLOAD_COST = { units: 1, bucket: 'uploads' } as const

/** Seconds in which the same change can be sent again: another change in this time is unlikely. */
export const REPEATABLE_SECONDS = 600

/** Uploads have their own quota: one exhausted quota must not block the other. Same page. */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return new URL(url).pathname.startsWith('/upload/') ? UPLOAD_COST.bucket : READ_COST.bucket
}

/** Limits of an account, and the groups of requests that share a limit. */
export function limiting(_settings: object) {
  return {
    billedIn: ['units', 'uploads'],
    http: { rateLimitKey },
    limits: () => Promise.resolve(LIMITS),
  }
}

/** Length of tags as YouTube counts it: a comma between tags, and two quotes for each tag with a space. */
export function countTags(tags: readonly string[]): number {
  const letters = tags.map((tag) => measureText(tag) + (tag.includes(' ') ? 2 : 0))
  return letters.reduce((sum, count) => sum + count, 0) + Math.max(0, tags.length - 1)
}
