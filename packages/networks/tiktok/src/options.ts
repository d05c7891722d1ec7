import { readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES } from './addresses.js'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES, DEFAULT_PIECE_BYTES } from './limits.js'

/** Other addresses than TikTok's own: those of an emulator or of a proxy. */
export interface TiktokAddresses {
  /** `https://open.tiktokapis.com/v2` unless given. */
  readonly api?: string | undefined
  /** The sign-in page; `https://www.tiktok.com/v2/auth/authorize/` unless given. */
  readonly signIn?: string | undefined
  /** Where upload addresses may lead, beside the hosts of `tiktokapis.com`; nowhere else unless given. */
  readonly upload?: string | undefined
}

/** Settings of `tiktok()`; all of them may be left out. */
export interface TiktokOptions {
  /** Bytes of one piece of an upload, 5 MiB to 64 MiB; 10 MiB unless given. */
  readonly chunkBytes?: number | undefined
  /** Seconds for one ordinary request; 30 unless given. Pieces of a video are bounded by silence instead. */
  readonly timeout?: number | undefined
  /** True signs in with PKCE, which TikTok wants from mobile and desktop apps, not from servers. False unless given. */
  readonly pkce?: boolean | undefined
  /** Seconds a signed webhook request may be old, or ahead of the clock; 300 unless given. */
  readonly allowedAgeSeconds?: number | undefined
  /** Other base URLs, for tests and demos. */
  readonly addresses?: TiktokAddresses | undefined
}

/** `TiktokOptions` with everything filled in. */
export interface Settings {
  readonly chunkBytes: number
  readonly timeoutSeconds: number
  readonly pkce: boolean
  readonly allowedAgeSeconds: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults.
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

/** TikTok counts milliseconds in 32 bits. */
const MAX_INT32 = 2_147_483_647

const entries = {
  /** `drafts`, the default, puts the video into the person's inbox; `profile` posts it. Chooses the endpoint. */
  sendTo: v.optional(v.picklist(['drafts', 'profile']), 'drafts'),
  /** Who may see it; `SELF_ONLY` unless given. Which ones a person may use, `readCreator` tells. TikTok's `privacy_level`. */
  privacyLevel: v.optional(v.picklist(PRIVACY_LEVELS)), // defaulted later: a draft must not have one
  /** Nobody may comment. TikTok's `disable_comment`. */
  disableComment: v.optional(v.boolean()),
  /** Nobody may make a duet with it. TikTok's `disable_duet`. */
  disableDuet: v.optional(v.boolean()),
  /** Nobody may stitch it. TikTok's `disable_stitch`. */
  disableStitch: v.optional(v.boolean()),
  /** The frame shown as the cover, in milliseconds; the first unless given. TikTok's `video_cover_timestamp_ms`. */
  videoCoverTimestampMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_INT32))),
  /** A paid partnership for another brand. TikTok's `brand_content_toggle`. */
  brandContentToggle: v.optional(v.boolean()),
  /** The person's own business is promoted. TikTok's `brand_organic_toggle`. */
  brandOrganicToggle: v.optional(v.boolean()),
}

/**
 * Post options that TikTok takes. The accepted names are read from here; they are written nowhere else.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (copy of October 2026)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.sendTo === 'profile') return
    const setting = Object.entries(dataset.value).find(
      ([name, value]) => name !== 'sendTo' && value !== undefined,
    )
    if (setting === undefined) return
    addIssue({
      message: `tiktok takes options.${setting[0]} for posts to the profile only; with drafts the person chooses in the app. Take it out, or set options.sendTo to "profile".`,
    })
  }),
)

/** Post options that TikTok takes, all optional. */
export type TiktokPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
