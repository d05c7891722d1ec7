import { type Call, type Limits, makeLimits, type PlatformBase } from '@social/core/platform'
import { idPath, type QueryPace, type UsageReader, usageRateLimit } from '@social/meta-kit'

import { allowanceReply } from './schemas.js'

/**
 * Maximum characters of a caption, counted as code points: the documentation calls them "characters".
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (read
 * 2026-11-22)
 */
export const MAX_CAPTION_LENGTH = 2200
/** Maximum hashtags in a caption. Same page as `MAX_CAPTION_LENGTH`. */
export const MAX_HASHTAGS = 30
/** Maximum characters of an alt text. Same page as `MAX_CAPTION_LENGTH`. */
export const MAX_ALT_TEXT_LENGTH = 1000
/**
 * Minimum and maximum items of a carousel. https://developers.facebook.com/docs/instagram-platform/content-publishing
 * (read 2026-11-22)
 */
export const MIN_PIECES = 2
/** @see MIN_PIECES */
export const MAX_PIECES = 10
/** Maximum bytes of a picture and of a reel. Same page as `MAX_CAPTION_LENGTH`. */
const MAX_PICTURE_BYTES = 8_388_608
/** @see MAX_PICTURE_BYTES */
const MAX_VIDEO_BYTES = 314_572_800

/**
 * Maximum bytes of a private message, in UTF-8.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api (read
 * 2026-11-22)
 */
export const MAX_MESSAGE_BYTES = 1000
/**
 * Period for private replies to a comment: 7 days.
 * https://developers.facebook.com/documentation/instagram-platform/private-replies (copy of 30 June 2026)
 */
export const PRIVATE_REPLY_MS = 7 * 86_400_000

/**
 * Default polling interval and timeout of a video in seconds: "once a minute, for no more than 5 minutes".
 * https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
 */
export const DEFAULT_CHECK_SECONDS = 60
/** @see DEFAULT_CHECK_SECONDS */
export const DEFAULT_WAIT_SECONDS = 300
/**
 * Seconds before the expiry at which a token is refreshed: 30 days. The network allows it from the second day of a
 * token.
 */
export const RENEW_BEFORE_SECONDS = 2_592_000

/**
 * Reads how many posts the account may still publish today, with one request. Returns null when the response has no
 * number.
 */
export async function readPostsLeft(
  { http, connection }: Call,
  pace: QueryPace = {},
): Promise<number | null> {
  const path = idPath(connection.accountId, 'content_publishing_limit')
  const { data } = await http.get(path, allowanceReply, {
    ...pace,
    query: { fields: 'config,quota_usage' },
  })
  const [first] = data
  const total = first?.config?.quota_total ?? null
  const used = first?.quota_usage ?? null
  return total === null || used === null ? null : Math.max(total - used, 0)
}

/** Returns the limits of an account. Only the remaining posts of the day differ between accounts. */
export function limitsOf(postsLeftToday: number | null): Limits {
  return makeLimits({
    maxTextLength: MAX_CAPTION_LENGTH,
    textCountedIn: 'CHARACTERS',
    maxImages: MAX_PIECES,
    maxImageBytes: MAX_PICTURE_BYTES,
    maxVideos: MAX_PIECES,
    maxVideoBytes: MAX_VIDEO_BYTES,
    postsLeftToday,
  })
}

/** Key of the rate limit: all requests of one account share one limit. */
export const rateLimitKey = (): string => 'instagram'

/** Reads the usage in percent from the response headers. */
export const readRateLimit: UsageReader = ({ headers }, { now }) =>
  usageRateLimit(headers, { now, useCase: 'instagram' })

/** Limits of an account. */
export function limiting(_settings: object): Pick<PlatformBase, 'limits'> {
  return { limits: async (call) => limitsOf(await readPostsLeft(call)) }
}
