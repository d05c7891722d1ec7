import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

// https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide,
// https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October 2026)

/** Bytes of the smallest piece. A file below this goes up as one piece that states its full size. */
export const MIN_PIECE_BYTES = 5_242_880

/** Bytes of the biggest piece, the last one excepted. */
export const MAX_PIECE_BYTES = 67_108_864

/** Bytes of a piece unless `chunkBytes` says otherwise. */
export const DEFAULT_PIECE_BYTES = 10_485_760

/** Bytes of the biggest file that may be one piece: TikTok's "64 MB", read the narrow way. */
export const MAX_WHOLE_BYTES = 64_000_000

/** Bytes of the biggest video. */
export const MAX_VIDEO_BYTES = 4_294_967_296

/** UTF-16 units of the longest caption. */
const MAX_CAPTION_LENGTH = 2200

/** How long an upload address is good, in seconds. */
export const UPLOAD_SECONDS = 3600

/** Seconds after which one of the per-minute limits is free again: the window slides, and TikTok names no moment.
 *  https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (copy of October 2026) */
export const RATE_WINDOW_SECONDS = 60

// What a request counts as, in `account.usage`. https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit and
// https://developers.tiktok.com/doc/content-sharing-guidelines (copies of October 2026)

/** A post to the profile: about 15 in 24 hours, over all apps; 6 in a minute. */
export const POST_COST = { units: 1, bucket: 'posts' } as const
/** A post to the drafts: 5 may wait in 24 hours; 6 in a minute. */
export const DRAFT_COST = { units: 1, bucket: 'drafts' } as const
/** A question for the status of a post: 30 in a minute. */
export const STATUS_COST = { units: 1, bucket: 'status' } as const
/** A question for what the creator may post: 20 in a minute. */
export const CREATOR_COST = { units: 1, bucket: 'creator' } as const
/** A question for name and picture: 600 in a minute. */
export const USER_COST = { units: 1, bucket: 'user' } as const

/** The same for everybody, so nothing is asked. */
export const LIMITS: Limits = makeLimits({
  maxTextLength: MAX_CAPTION_LENGTH,
  textCountedIn: 'UTF16_UNITS',
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

/** Calls that TikTok counts apart. */
const COUNTED = /\/(video\/init|inbox\/video\/init|status\/fetch|creator_info\/query|user\/info)\/$/

/** Posting, asking for a state and the rest are counted apart: a used-up one must not stop the others. */
export function rateLimitKey({ url }: OutgoingRequest): string {
  return COUNTED.exec(new URL(url).pathname)?.[1] ?? ''
}

/** Limits of an account, and the groups of requests that share a limit. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return { http: { timeoutSeconds, rateLimitKey }, limits: () => Promise.resolve(LIMITS) }
}
