import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import { readApiVersion, readSharedSettings, withApiVersion } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type FacebookAddress } from './addresses.js'
import { MAX_PAGE_SIZE, DEFAULT_VIDEO_BYTES } from './limits.js'

/** Settings of `facebook()`. All are optional. */
export interface FacebookOptions {
  /** Number of recent posts whose comments one poll reads, 1 to 100. Default: 25. One request for each. */
  readonly recentPosts?: number | undefined
  /** Maximum video size in bytes. Default: 1,000,000,000. */
  readonly maxVideoBytes?: number | undefined
  /** Maximum retries of a chunk without progress. Default: 3. */
  readonly resendsAllowed?: number | undefined
  /** Version of the Graph API. Default: `v26.0`. */
  readonly apiVersion?: string | undefined
  /** False omits `appsecret_proof`. Default: true. Requires a stored app secret. */
  readonly appSecretProof?: boolean | undefined
  /** URL of your own page with the progress of a data deletion request. `?code=` is added. */
  readonly deletionStatusUrl?: string | undefined
  /** Other base URLs: those of an emulator or a proxy. */
  readonly addresses?: PartialInit<Record<FacebookAddress, string>> | undefined
}

/** `FacebookOptions` with all defaults applied. */
export interface Settings {
  readonly recentPosts: number
  readonly maxVideoBytes: number
  readonly resendsAllowed: number
  readonly appSecretProof: boolean
  readonly deletionStatusUrl: string | null
  readonly addresses: Addresses
}

/** Names of the settings. Any other name is refused with a suggestion. */
const NAMES = [
  'recentPosts',
  'maxVideoBytes',
  'resendsAllowed',
  'apiVersion',
  'appSecretProof',
  'deletionStatusUrl',
  'addresses',
] as const satisfies readonly (keyof FacebookOptions)[]

/**
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: FacebookOptions): Settings {
  const given = readFactoryOptions('facebook', options, NAMES)
  const version = readApiVersion('facebook', options.apiVersion)
  return {
    recentPosts: given.number('recentPosts', { default: 25, min: 1, max: MAX_PAGE_SIZE }),
    maxVideoBytes: given.number('maxVideoBytes', { default: DEFAULT_VIDEO_BYTES, min: 1, unit: 'bytes' }),
    resendsAllowed: given.number('resendsAllowed', { default: 3, min: 0 }),
    ...readSharedSettings(given, options, { appSecretProof: true }),
    addresses: given.addresses(withApiVersion(ADDRESSES, version)),
  }
}

const LINK =
  'options.link must be a complete URL that starts with https:// or http://, such as "https://example.com/bread".'
const PLACE =
  'options.place must be the id of a Facebook page with a location: digits only. Pages cannot search for it.'

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/**
 * Schema of the post options of Facebook. It is the only list of valid names.
 * https://developers.facebook.com/documentation/pages-api/posts (read 2026-11-22)
 */
export const postOptions = v.strictObject({
  /** A link below the text. Only in the feed, without files. Facebook's `link`. */
  link: v.optional(v.pipe(v.string(LINK), v.check(isWebAddress, LINK))),
  /** Button of a link: `LEARN_MORE`, `SIGN_UP`, `DOWNLOAD`, … Facebook's `call_to_action`, `type`. */
  callToAction: v.optional(
    v.picklist([
      'BOOK_TRAVEL',
      'DOWNLOAD',
      'LEARN_MORE',
      'LISTEN_MUSIC',
      'SIGN_UP',
      'USE_APP',
      'WATCH_MORE',
      'WATCH_VIDEO',
      'NO_BUTTON',
    ]),
  ),
  /** Placement: `feed`, `reel` (one video) or `story` (one picture or video, no text). Default: `feed`. */
  placement: v.optional(v.picklist(['feed', 'reel', 'story']), 'feed'),
  /** Id of a page with a location. Not for videos in the feed or stories. Facebook's `place`. */
  place: v.optional(v.pipe(v.string(PLACE), v.regex(/^\d{1,32}$/, PLACE))),
  /** Title of a video or a reel. `Post.text` is its description. Facebook's `title`. */
  title: v.optional(v.pipe(v.string(), v.nonEmpty())),
})

/** Post options of Facebook. All are optional. */
export type FacebookPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
