import { type Limits, makeLimits, measureText, type OutgoingRequest } from '@social/core/platform'

/** Characters of a title. https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21) */
export const MAX_TITLE_LENGTH = 100

/** Characters of all tags together, counted as `countTags` does. Same page. */
export const MAX_TAG_CHARACTERS = 500

/** Bytes of a video. `maxSize` of `videos.insert` in the Discovery document, revision 20260924. */
const MAX_VIDEO_BYTES = 274_877_906_944

/** Comments of one page. https://developers.google.com/youtube/data/reference/rest/v3/commentThreads/list (read 2026-11-21) */
export const MAX_UPDATES_PAGE_SIZE = 100

/** Bytes that a piece must be a multiple of.
 *  https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21) */
export const CHUNK_STEP_BYTES = 262_144

/** Bytes of a piece unless `chunkBytes` says otherwise: 8 MiB, the size of Google's own clients. */
export const DEFAULT_CHUNK_BYTES = 8_388_608

/** Bytes of the biggest piece: that of the biggest video, which is then sent whole. */
export const MAX_CHUNK_BYTES = MAX_VIDEO_BYTES

/** The same for every account, and written in the documentation: nothing is asked. */
export const LIMITS: Limits = makeLimits({
  maxTitleLength: MAX_TITLE_LENGTH,
  maxTextLength: 5000,
  textCountedIn: 'UTF8_BYTES',
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

// What the Cloud project is billed for a request.
// https://developers.google.com/youtube/data/determine_quota_cost (read 2026-11-21)

/** A read: 1 of the units of a day. */
export const READ_COST = { units: 1, bucket: 'units' } as const
/** A change: 50 of the units of a day. */
export const WRITE_COST = { units: 50, bucket: 'units' } as const
/** An upload: 1 of the uploads of a day, which are counted by themselves. */
export const UPLOAD_COST = { units: 1, bucket: 'uploads' } as const

/** Seconds in which the same change can be sent again: another change in this time is unlikely. */
export const REPEATABLE_SECONDS = 600

/** Uploads are counted apart: a used-up allowance of the one must not stop the other. Same page. */
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

/** How YouTube counts tags: with a comma between them, and two quotes around each that has a space in it. */
export function countTags(tags: readonly string[]): number {
  const letters = tags.map((tag) => measureText(tag) + (tag.includes(' ') ? 2 : 0))
  return letters.reduce((sum, count) => sum + count, 0) + Math.max(0, tags.length - 1)
}
