import { readFactoryOptions, withInfo } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES, DEFAULT_PIECE_BYTES } from './limits.js'
import { INFOS } from './option-infos.js'

/** Other base URLs than TikTok's own: those of an emulator or a proxy. */
export interface TiktokAddresses {
  /** Base URL of the API. Default: `https://open.tiktokapis.com/v2`. */
  readonly api?: string | undefined
  /** Sign-in page. Default: `https://www.tiktok.com/v2/auth/authorize/`. */
  readonly signIn?: string | undefined
  /** Base URL of another upload host, in addition to the hosts of `tiktokapis.com`. Default: none. */
  readonly upload?: string | undefined
}

/** Settings of `tiktok()`. All are optional. */
export interface TiktokOptions {
  /** Bytes of one piece of an upload, 5 MiB to 64 MiB. Default: 10 MiB. */
  readonly chunkBytes?: number | undefined
  /**
   * Timeout of one ordinary request in seconds. Default: 30. For a piece of a video, the timeout is 60 seconds
   * without progress.
   */
  readonly timeout?: number | undefined
  /**
   * True signs in with PKCE. TikTok requires PKCE from mobile and desktop apps. Servers do not
   * need it. Default: false.
   */
  readonly pkce?: boolean | undefined
  /**
   * Maximum age in seconds of a signed webhook request. Also the maximum by which its time may be
   * ahead of the clock. Default: 300.
   */
  readonly allowedAgeSeconds?: number | undefined
  /** Base URLs of an emulator or a proxy, for tests and demos. */
  readonly addresses?: TiktokAddresses | undefined
}

/** `TiktokOptions` with all defaults applied. */
export interface Settings {
  readonly chunkBytes: number
  readonly timeoutSeconds: number
  readonly pkce: boolean
  readonly allowedAgeSeconds: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults to the settings.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: TiktokOptions): Settings {
  const reader = readFactoryOptions<TiktokOptions>('tiktok', options, [
    'chunkBytes',
    'timeout',
    'pkce',
    'allowedAgeSeconds',
    'addresses',
  ])
  return {
    chunkBytes: reader.number('chunkBytes', {
      default: DEFAULT_PIECE_BYTES,
      min: MIN_PIECE_BYTES,
      max: MAX_PIECE_BYTES,
      unit: 'bytes',
    }),
    timeoutSeconds: reader.number('timeout', {
      default: 30,
      min: 0.1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    pkce: reader.flag('pkce', false),
    allowedAgeSeconds: reader.number('allowedAgeSeconds', {
      default: 300,
      min: 1,
      max: 86_400,
      fractions: true,
      unit: 'seconds',
    }),
    addresses: reader.addresses(ADDRESSES),
  }
}

const PRIVACY_LEVELS = [
  'SELF_ONLY',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'PUBLIC_TO_EVERYONE',
] as const

/** Maximum value of a 32-bit integer, which is TikTok's type for milliseconds. */
const MAX_INT32 = 2_147_483_647

const entries = {
  /**
   * Destination of the video: `drafts` sends it to the person's inbox, `profile` posts it.
   * Default: `drafts`.
   */
  sendTo: v.optional(withInfo(v.picklist(['drafts', 'profile']), INFOS.sendTo), 'drafts'),
  /**
   * Audience of the post, only for `profile`. Default: `SELF_ONLY`. `readCreator` returns the
   * values that the person can use. TikTok's `privacy_level`.
   */
  privacyLevel: v.optional(withInfo(v.picklist(PRIVACY_LEVELS), INFOS.privacyLevel)), // the default is applied later, because a draft must not have a privacy level
  /** True disables comments. TikTok's `disable_comment`. */
  disableComment: v.optional(withInfo(v.boolean(), INFOS.disableComment)),
  /** True disables duets. TikTok's `disable_duet`. */
  disableDuet: v.optional(withInfo(v.boolean(), INFOS.disableDuet)),
  /** True disables stitches. TikTok's `disable_stitch`. */
  disableStitch: v.optional(withInfo(v.boolean(), INFOS.disableStitch)),
  /** Position of the cover frame in milliseconds. Default: the first frame. TikTok's `video_cover_timestamp_ms`. */
  videoCoverTimestampMs: v.optional(
    withInfo(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_INT32)),
      INFOS.videoCoverTimestampMs,
    ),
  ),
  /** True declares a paid partnership with another brand. TikTok's `brand_content_toggle`. */
  brandContentToggle: v.optional(withInfo(v.boolean(), INFOS.brandContentToggle)),
  /** True declares that the post promotes the person's own business. TikTok's `brand_organic_toggle`. */
  brandOrganicToggle: v.optional(withInfo(v.boolean(), INFOS.brandOrganicToggle)),
}

/**
 * Schema of the post options of TikTok. It is the only list of valid names.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October
 * 2026)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.sendTo === 'profile') return
    for (const [key, value] of Object.entries(dataset.value))
      if (key !== 'sendTo' && value !== undefined)
        addIssue({
          input: value,
          message: `tiktok accepts options.${key} only for posts to the profile. For drafts the person chooses in the app. Remove it, or set options.sendTo to "profile".`,
          path: [{ type: 'object', origin: 'value', input: { ...dataset.value }, key, value }],
        })
  }),
)

/** Post options of TikTok. All are optional. */
export type TiktokPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
