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
 * Maximum length of a post: each emoji counts as its UTF-8 bytes, every other character as one.
 * https://developers.facebook.com/documentation/threads/overview (copy of 2026)
 */
const MAX_TEXT_LENGTH = 500
/**
 * Maximum characters of an alt text. https://developers.facebook.com/documentation/threads/posts/accessibility (read
 * 2026-11-22)
 */
export const MAX_ALT_TEXT_LENGTH = 1000
/**
 * Minimum items of a carousel. https://developers.facebook.com/documentation/threads/posts (copy
 * of 20 April 2026)
 */
export const MIN_PIECES = 2
/** Maximum items of a carousel. Source: the page named at `MIN_PIECES`. */
export const MAX_PIECES = 20
/** Maximum bytes of a picture. Source: the page named at `MAX_TEXT_LENGTH`. */
const MAX_PICTURE_BYTES = 8_388_608
/** Maximum bytes of a video. Source: the page named at `MAX_TEXT_LENGTH`. */
const MAX_VIDEO_BYTES = 1_073_741_824
/** Maximum characters of a topic. Source: the page named at `MIN_PIECES`. */
export const MAX_TOPIC_LENGTH = 50
/** Maximum characters of one choice in a poll. Source: the page named at `MIN_PIECES`. */
export const MAX_CHOICE_LENGTH = 25
/** Maximum hidden parts (spoilers) of a text. Source: the page named at `MIN_PIECES`. */
export const MAX_SPOILERS = 10

/**
 * Default seconds between two requests for the status of a video. Threads recommends 30 seconds
 * before the first request and five minutes in total.
 * https://developers.facebook.com/documentation/threads/troubleshooting (copy of 2026)
 */
export const DEFAULT_CHECK_SECONDS = 30
/**
 * Default maximum seconds that the library waits for a video. Source: the page named at
 * `DEFAULT_CHECK_SECONDS`.
 */
export const DEFAULT_WAIT_SECONDS = 300
/** A token is refreshed this many seconds before its expiry: 30 days. */
export const RENEW_BEFORE_SECONDS = 2_592_000
/**
 * Threads refuses to refresh a token that is younger than a day. A token lives sixty days, so such
 * a token has more than 59 days left.
 * https://developers.facebook.com/documentation/threads/get-started/long-lived-tokens (copy of
 * 2026)
 */
export const FRESH_SECONDS = 59 * 86_400

/** The two daily limits of Threads: for posts and for replies. */
export type Allowance = 'POSTS' | 'REPLIES'

/**
 * Response fields of each limit. Only the needed pair is requested, because each pair requires its
 * own permission.
 */
const FIELDS: Readonly<Record<Allowance, string>> = {
  POSTS: 'quota_usage,config',
  REPLIES: 'reply_quota_usage,reply_config',
}

/**
 * Reads how many more posts or replies Threads accepts from the account in the current 24 hours.
 * Sends one request. Returns null when the response contains no number.
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

/** Returns the limits of an account. Only `postsLeftToday` differs between accounts. */
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

/** Returns the key of the rate limit. All requests of an account share one limit. */
export const rateLimitKey = (): string => 'threads'

/** Reads the rate limit usage in percent from the response headers. */
export const readRateLimit: UsageReader = ({ headers }, { now }) =>
  usageRateLimit(headers, { now, useCase: 'threads' })

/**
 * Creates the methods that return the limits of an account and measure a text by Threads' rules.
 */
export function limiting(_settings: object): Pick<PlatformBase, 'limits'> & CanMeasureText {
  return {
    limits: async (call) => limitsOf(await readLeft('POSTS', call)),
    measureText: (text) => threadsLength(text),
  }
}
