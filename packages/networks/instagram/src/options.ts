import { type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import { readApiVersion, readSharedSettings, readWaiting, withApiVersion } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type InstagramAddress } from './addresses.js'
import { DEFAULT_CHECK_SECONDS, DEFAULT_WAIT_SECONDS } from './limits.js'
import { INFO, TAG_INFO } from './option-infos.js'

/** Settings of `instagram()`. All are optional. */
export interface InstagramOptions {
  /** Seconds between two requests for a video's processing status. Default: 60. */
  readonly checkEverySeconds?: number | undefined
  /** Maximum seconds that the library waits until Instagram has processed a video. Default: 300. */
  readonly waitUpToSeconds?: number | undefined
  /**
   * Number of recent media whose comments each poll reads, 1 to 100. Each media costs one request.
   * Default: 25.
   */
  readonly recentPosts?: number | undefined
  /** Version of the Graph API. Default: `v26.0`. */
  readonly apiVersion?: string | undefined
  /** If true, the library sends `appsecret_proof` with every request. Default: false. */
  readonly appSecretProof?: boolean | undefined
  /**
   * URL of the application's page that shows the progress of a data deletion request. The library
   * adds `?code=` to this URL.
   */
  readonly deletionStatusUrl?: string | undefined
  /** Base URLs of an emulator or a proxy, instead of those of Instagram. */
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
 * Validates the options and applies the defaults.
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
    recentPosts: given.number('recentPosts', { default: 25, min: 1, max: 100 }),
    ...readSharedSettings(given, options, { appSecretProof: false }),
    addresses: given.addresses(withApiVersion(ADDRESSES, version)),
  }
}

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const username = v.pipe(
  v.string(),
  v.regex(/^[\w.]{1,30}$/, 'An Instagram user name has letters, digits, "_" and ".", and no @.'),
)
const COVER = 'options.coverUrl must be a complete public URL that starts with https://.'

/**
 * Post options of Instagram. This schema alone defines the accepted names.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 * (read 2026-11-22)
 */
export const postOptions = v.strictObject({
  /**
   * If true, a post with too few files for a carousel is refused. Two or more files always become
   * a carousel.
   */
  carousel: v.optional(withInfo(v.boolean(), INFO.carousel)),
  /**
   * Placement of the post: `feed` (a video becomes a reel), `reel`, or `story` (one file without
   * text, visible for 24 hours). Default: `feed`.
   */
  placement: v.optional(withInfo(v.picklist(['feed', 'reel', 'story']), INFO.placement), 'feed'),
  /** Also shows a reel in the feed. Name in Instagram's API: `share_to_feed`. */
  shareToFeed: v.optional(withInfo(v.boolean(), INFO.shareToFeed)),
  /** Cover image of a reel: the URL of a JPEG file. Name in Instagram's API: `cover_url`. */
  coverUrl: v.optional(
    withInfo(
      v.pipe(
        v.string(COVER),
        v.check((text) => URL.parse(text)?.protocol === 'https:', COVER),
      ),
      INFO.coverUrl,
    ),
  ),
  /**
   * Frame of a reel that becomes its cover, as an offset in milliseconds. Name in Instagram's API:
   * `thumb_offset`.
   */
  thumbOffsetMs: v.optional(withInfo(v.pipe(v.number(), v.integer(), v.minValue(0)), INFO.thumbOffsetMs)),
  /** Name of a reel's original audio. Name in Instagram's API: `audio_name`. */
  audioName: v.optional(withInfo(v.pipe(v.string(), v.nonEmpty()), INFO.audioName)),
  /**
   * Shows a reel only to non-followers at first. `MANUAL`: until the person shares the reel in the
   * app. `SS_PERFORMANCE`: until the reel performs well. Name in Instagram's API: `trial_params`.
   */
  trial: v.optional(withInfo(v.picklist(['MANUAL', 'SS_PERFORMANCE']), INFO.trial)),
  /**
   * User names of up to three people who are invited as co-authors. Name in Instagram's API:
   * `collaborators`.
   */
  collaborators: v.optional(
    withInfo(v.pipe(v.array(username), v.minLength(1), v.maxLength(3)), INFO.collaborators),
  ),
  /**
   * People to tag, who need public accounts. A tag on a picture has a position from 0 to 1. In a
   * carousel, `mediaIndex` is the index of the picture in `media`. Name in Instagram's API:
   * `user_tags`.
   */
  userTags: v.optional(
    withInfo(
      v.array(
        v.strictObject({
          /** User name of the person, without `@`. Name in Instagram's API: `username`. */
          username: withInfo(username, TAG_INFO.username),
          /** Index of the picture in `media`, from 0. Required in a carousel with several pictures. */
          mediaIndex: v.optional(
            withInfo(v.pipe(v.number(), v.integer(), v.minValue(0)), TAG_INFO.mediaIndex),
          ),
          /** Position from the left, 0 to 1. Only for a picture. Name in Instagram's API: `x`. */
          x: v.optional(withInfo(share, TAG_INFO.x)),
          /** Position from the top, 0 to 1. Only for a picture. Name in Instagram's API: `y`. */
          y: v.optional(withInfo(share, TAG_INFO.y)),
        }),
      ),
      INFO.userTags,
    ),
  ),
  /**
   * Location of the post: the id of a Facebook page that has a location. Name in Instagram's API:
   * `location_id`.
   */
  locationId: v.optional(
    withInfo(
      v.pipe(v.string(), v.regex(/^\d{1,32}$/, 'options.locationId must be a text of digits.')),
      INFO.locationId,
    ),
  ),
  /**
   * Marks the post as made with artificial intelligence. Name in Instagram's API:
   * `is_ai_generated`.
   */
  isAiGenerated: v.optional(withInfo(v.boolean(), INFO.isAiGenerated)),
})

/** Post options of Instagram. All are optional. */
export type InstagramPostOptions = v.InferInput<typeof postOptions>

/** Post options after validation, with defaults applied. */
export type ReadOptions = v.InferOutput<typeof postOptions>
