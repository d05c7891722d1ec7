import { type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import { readApiVersion, readSharedSettings, withApiVersion } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type FacebookAddress } from './addresses.js'
import { MAX_PAGE_SIZE, DEFAULT_VIDEO_BYTES } from './limits.js'
import { INFO } from './option-infos.js'

/** Settings of `facebook()`. All are optional. */
export interface FacebookOptions {
  /** Number of recent posts whose comments each poll reads, 1 to 100. Each post costs one request. Default: 25. */
  readonly recentPosts?: number | undefined
  /** Maximum size of a video in bytes. Default: 1,000,000,000. */
  readonly maxVideoBytes?: number | undefined
  /** Maximum retries of a video chunk while the upload makes no progress. Default: 3. */
  readonly resendsAllowed?: number | undefined
  /** Version of the Graph API. Default: `v26.0`. */
  readonly apiVersion?: string | undefined
  /**
   * True sends `appsecret_proof` with every request, which requires a stored app secret. False omits
   * `appsecret_proof`. Default: true.
   */
  readonly appSecretProof?: boolean | undefined
  /**
   * URL of your own page that shows the progress of a data deletion request. The library adds `?code=` to this URL.
   */
  readonly deletionStatusUrl?: string | undefined
  /** Base URLs of an emulator or a proxy, instead of those of Facebook. */
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
  /** URL of a link that is shown below the text. Only for feed posts without files. Facebook's `link`. */
  link: v.optional(withInfo(v.pipe(v.string(LINK), v.check(isWebAddress, LINK)), INFO.link)),
  /** Label of the button of a link: `LEARN_MORE`, `SIGN_UP`, `DOWNLOAD`, … Facebook's `call_to_action`, `type`. */
  callToAction: v.optional(
    withInfo(
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
      INFO.callToAction,
    ),
  ),
  /** Placement: `feed`, `reel` (one video) or `story` (one picture or video, no text). Default: `feed`. */
  placement: v.optional(withInfo(v.picklist(['feed', 'reel', 'story']), INFO.placement), 'feed'),
  /** Id of a page with a location. Not allowed for feed videos and for stories. Facebook's `place`. */
  place: v.optional(withInfo(v.pipe(v.string(PLACE), v.regex(/^\d{1,32}$/, PLACE)), INFO.place)),
  /** Title of a video or a reel. `Post.text` is its description. Facebook's `title`. */
  title: v.optional(withInfo(v.pipe(v.string(), v.nonEmpty()), INFO.title)),
})

/** Post options of Facebook. All are optional. */
export type FacebookPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
