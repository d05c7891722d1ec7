import { type Call, type Limits, makeLimits, type PlatformBase } from '@social/core/platform'
import { idPath, type QueryPace, type UsageReader, usageRateLimit } from '@social/meta-kit'

import { allowanceReply } from './schemas.js'

/**
 * Maximum characters of a caption. The unit is code points, because the documentation writes
 * "characters".
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 * (read 2026-11-22)
 */
export const MAX_CAPTION_LENGTH = 2200
/** Maximum hashtags in a caption. Source: the page named at `MAX_CAPTION_LENGTH`. */
export const MAX_HASHTAGS = 30
/** Maximum characters of an alt text. Source: the page named at `MAX_CAPTION_LENGTH`. */
export const MAX_ALT_TEXT_LENGTH = 1000
/**
 * Minimum items of a carousel.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
 */
export const MIN_PIECES = 2
/** Maximum items of a carousel. Source: the page named at `MIN_PIECES`. */
export const MAX_PIECES = 10
/** Maximum bytes of a picture. Source: the page named at `MAX_CAPTION_LENGTH`. */
const MAX_PICTURE_BYTES = 8_388_608
/** Maximum bytes of a reel. Source: the page named at `MAX_CAPTION_LENGTH`. */
const MAX_VIDEO_BYTES = 314_572_800

/**
 * Maximum bytes of a private message, in UTF-8.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api (read
 * 2026-11-22)
 */
export const MAX_MESSAGE_BYTES = 1000
/**
 * Time after a comment in which Instagram accepts a private reply: 7 days in milliseconds.
 * https://developers.facebook.com/documentation/instagram-platform/private-replies (copy of 30
 * June 2026)
 */
export const PRIVATE_REPLY_MS = 7 * 86_400_000

/**
 * Default seconds between two requests for the status of a video. Instagram recommends "once a
 * minute, for no more than 5 minutes".
 * https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
 */
export const DEFAULT_CHECK_SECONDS = 60
/**
 * Default maximum seconds that the library waits for a video. Source: the page named at
 * `DEFAULT_CHECK_SECONDS`.
 */
export const DEFAULT_WAIT_SECONDS = 300
/**
 * A token is refreshed this many seconds before its expiry: 30 days. Instagram allows a refresh
 * from the second day of a token.
 */
export const RENEW_BEFORE_SECONDS = 2_592_000

/**
 * Reads how many more posts Instagram accepts from the account today. Sends one request. Returns
 * null when the response contains no number.
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

/** Returns the limits of an account. Only `postsLeftToday` differs between accounts. */
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

/** Returns the key of the rate limit. All requests of an account share one limit. */
export const rateLimitKey = (): string => 'instagram'

/** Reads the rate limit usage in percent from the response headers. */
export const readRateLimit: UsageReader = ({ headers }, { now }) =>
  usageRateLimit(headers, { now, useCase: 'instagram' })

/** Creates the method that returns the limits of an account. */
export function limiting(_settings: object): Pick<PlatformBase, 'limits'> {
  return { limits: async (call) => limitsOf(await readPostsLeft(call)) }
}
