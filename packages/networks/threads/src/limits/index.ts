import {
  type Call,
  type CanMeasureText,
  type Limits,
  makeLimits,
  type PlatformBase,
} from '@social/core/platform'
import { idPath, type QueryPace, type UsageReader, usageRateLimit } from '@social/meta-kit'

import { allowanceReply } from '../schemas.js'
import { threadsLength } from './measure.js'

/**
 * Maximum characters of a post, with an emoji counted as its bytes.
 * https://developers.facebook.com/documentation/threads/overview (copy of 2026)
 */
const MAX_TEXT_LENGTH = 500
/**
 * Maximum characters of an alt text. https://developers.facebook.com/documentation/threads/posts/accessibility (read
 * 2026-11-22)
 */
export const MAX_ALT_TEXT_LENGTH = 1000
/**
 * Minimum and maximum items of a carousel. https://developers.facebook.com/documentation/threads/posts (copy of 20
 * April 2026)
 */
export const MIN_PIECES = 2
/** @see MIN_PIECES */
export const MAX_PIECES = 20
/** Maximum bytes of a picture and of a video. Same page as `MAX_TEXT_LENGTH`. */
const MAX_PICTURE_BYTES = 8_388_608
/** @see MAX_PICTURE_BYTES */
const MAX_VIDEO_BYTES = 1_073_741_824
/** Maximum characters of a topic, and of one poll option. Same page as `MAX_PIECES`. */
export const MAX_TOPIC_LENGTH = 50
/** @see MAX_TOPIC_LENGTH */
export const MAX_CHOICE_LENGTH = 25
/** Maximum hidden parts of a text. Same page as `MAX_PIECES`. */
export const MAX_SPOILERS = 10

/**
 * Default polling interval and timeout of a video in seconds. Threads recommends 30 seconds before the first poll and
 * five minutes in total. https://developers.facebook.com/documentation/threads/troubleshooting (copy of 2026)
 */
export const DEFAULT_CHECK_SECONDS = 30
/** @see DEFAULT_CHECK_SECONDS */
export const DEFAULT_WAIT_SECONDS = 300
/** Seconds before the expiry at which a token is refreshed: 30 days. */
export const RENEW_BEFORE_SECONDS = 2_592_000
/**
 * Remaining seconds above which a token of sixty days is younger than a day. Threads does not refresh such a token.
 * https://developers.facebook.com/documentation/threads/get-started/long-lived-tokens (copy of 2026)
 */
export const FRESH_SECONDS = 59 * 86_400

/** Limits that Threads counts separately: the limit of posts and the limit of replies. */
export type Allowance = 'POSTS' | 'REPLIES'

/** Fields of each limit. Each pair of fields needs its own permission, so only the required pair is requested. */
const FIELDS: Readonly<Record<Allowance, string>> = {
  POSTS: 'quota_usage,config',
  REPLIES: 'reply_quota_usage,reply_config',
}

/**
 * Reads the remaining posts or replies of the last 24 hours, with one request. Returns null when the response has no
 * number.
 */
export async function readLeft(
  which: Allowance,
  { http, connection }: Call,
  pace: QueryPace = {},
): Promise<number | null> {
  const path = idPath(connection.accountId, 'threads_publishing_limit')
  const { data } = await http.get(path, allowanceReply, { ...pace, query: { fields: FIELDS[which] } })
  const [first] = data
  const total = (which === 'POSTS' ? first?.config : first?.reply_config)?.quota_total ?? null
  const used = (which === 'POSTS' ? first?.quota_usage : first?.reply_quota_usage) ?? null
  return total === null || used === null ? null : Math.max(total - used, 0)
}

/** Returns the limits of an account. Only the remaining posts of the day differ between accounts. */
export function limitsOf(postsLeftToday: number | null): Limits {
  return makeLimits({
    maxTextLength: MAX_TEXT_LENGTH,
    textCountedIn: 'NETWORK',
    maxImages: MAX_PIECES,
    maxImageBytes: MAX_PICTURE_BYTES,
    maxVideos: MAX_PIECES,
    maxVideoBytes: MAX_VIDEO_BYTES,
    postsLeftToday,
  })
}

/** Key of the rate limit: all requests of one account share one limit. */
export const rateLimitKey = (): string => 'threads'

/** Reads the usage in percent from the response headers. */
export const readRateLimit: UsageReader = ({ headers }, { now }) =>
  usageRateLimit(headers, { now, useCase: 'threads' })

/** Reads the limits of an account, and measures texts by Threads' rules. */
export function limiting(_settings: object): Pick<PlatformBase, 'limits'> & CanMeasureText {
  return {
    limits: async (call) => limitsOf(await readLeft('POSTS', call)),
    measureText: (text) => threadsLength(text),
  }
}
