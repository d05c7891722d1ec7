import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import { readApiVersion, readSharedSettings, readWaiting, withApiVersion } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type InstagramAddress } from './addresses.js'
import { DEFAULT_CHECK_SECONDS, DEFAULT_WAIT_SECONDS } from './limits.js'

/** Settings of `instagram()`; all of them may be left out. */
export interface InstagramOptions {
  /** Seconds between two polls of the status of a video that is being processed; 60 unless given. */
  readonly checkEverySeconds?: number | undefined
  /** Seconds in all, after which the status is not polled any more; 300 unless given. */
  readonly waitUpToSeconds?: number | undefined
  /** Media whose comments one poll reads, 1 to 100; 25 unless given. One request for each. */
  readonly recentPosts?: number | undefined
  /** Version of the Graph API. Default: `v26.0`. */
  readonly apiVersion?: string | undefined
  /** Whether requests carry `appsecret_proof`; false unless given. */
  readonly appSecretProof?: boolean | undefined
  /** URL of your own page with the progress of a data deletion request. `?code=` is added. */
  readonly deletionStatusUrl?: string | undefined
  /** Other addresses than Instagram's: those of an emulator or of a proxy. */
  readonly addresses?: PartialInit<Record<InstagramAddress, string>> | undefined
}

/** `InstagramOptions` with all defaults applied. */
export interface Settings {
  readonly checkEverySeconds: number
  readonly waitUpToSeconds: number
  readonly recentPosts: number
  readonly appSecretProof: boolean
  readonly deletionStatusUrl: string | null
  readonly addresses: Addresses
}

const NAMES = [
  'checkEverySeconds',
  'waitUpToSeconds',
  'recentPosts',
  'apiVersion',
  'appSecretProof',
  'deletionStatusUrl',
  'addresses',
] as const satisfies readonly (keyof InstagramOptions)[]

/**
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: InstagramOptions): Settings {
  const given = readFactoryOptions('instagram', options, NAMES)
  const version = readApiVersion('instagram', options.apiVersion)
  return {
    ...readWaiting(given, {
      checkEverySeconds: DEFAULT_CHECK_SECONDS,
      waitUpToSeconds: DEFAULT_WAIT_SECONDS,
    }),
    recentPosts: given.number('recentPosts', { usual: 25, min: 1, max: 100 }),
    ...readSharedSettings(given, options, { appSecretProof: false }),
    addresses: given.addresses(withApiVersion(ADDRESSES, version)),
  }
}

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const username = v.pipe(
  v.string(),
  v.regex(/^[\w.]{1,30}$/, 'A user name of Instagram has letters, digits, "_" and ".", and no @.'),
)
const COVER = 'options.coverUrl must be a whole public address that starts with https://.'

/**
 * Post options that Instagram takes. The accepted names are read from here; they are written nowhere else.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (read 2026-11-22)
 */
export const postOptions = v.strictObject({
  /** True insists on a carousel, which two or more files make anyway. */
  carousel: v.optional(v.boolean()),
  /** Placement: `feed` unless given (a video there is a reel), `reel`, `story` (one file, no words, 24 hours). */
  placement: v.optional(v.picklist(['feed', 'reel', 'story']), 'feed'),
  /** Whether a reel shows in the feed too. Instagram's `share_to_feed`. */
  shareToFeed: v.optional(v.boolean()),
  /** Cover of a reel: address of a JPEG. Instagram's `cover_url`. */
  coverUrl: v.optional(
    v.pipe(
      v.string(COVER),
      v.check((text) => URL.parse(text)?.protocol === 'https:', COVER),
    ),
  ),
  /** Moment of a reel that is its cover, in milliseconds. Instagram's `thumb_offset`. */
  thumbOffsetMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Name of a reel's own sound. Instagram's `audio_name`. */
  audioName: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** Shows a reel to strangers first: `MANUAL` until the person shares it in the app, `SS_PERFORMANCE` when it does well. Instagram's `trial_params`. */
  trial: v.optional(v.picklist(['MANUAL', 'SS_PERFORMANCE'])),
  /** User names of up to three people who are asked to be named as authors too. Instagram's `collaborators`. */
  collaborators: v.optional(v.pipe(v.array(username), v.minLength(1), v.maxLength(3))),
  /** People in the picture or the video, each of a public account; on pictures with a place, from 0 to 1. Instagram's `user_tags`. */
  userTags: v.optional(v.array(v.strictObject({ username, x: v.optional(share), y: v.optional(share) }))),
  /** Id of a Facebook page that has a location. Instagram's `location_id`. */
  locationId: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,32}$/, 'options.locationId must be digits, as text.')),
  ),
  /** Says that it was made with artificial intelligence. Instagram's `is_ai_generated`. */
  isAiGenerated: v.optional(v.boolean()),
})

/** Post options that Instagram takes; none is required. */
export type InstagramPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
