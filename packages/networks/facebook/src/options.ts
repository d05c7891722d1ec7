import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import { readApiVersion, readSharedSettings, withApiVersion } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type FacebookAddress } from './addresses.js'
import { MAX_PAGE_SIZE, DEFAULT_VIDEO_BYTES } from './limits.js'

/** Settings of `facebook()`; all of them may be left out. */
export interface FacebookOptions {
  /** Posts whose comments one poll reads, 1 to 100; 25 unless given. One request for each. */
  readonly recentPosts?: number | undefined
  /** Bytes of the biggest video; 1,000,000,000 unless given. */
  readonly maxVideoBytes?: number | undefined
  /** How often in a row a piece of a video is sent again without getting any further; 3 unless given. */
  readonly resendsAllowed?: number | undefined
  /** Version of the Graph API; `v26.0` unless given. */
  readonly apiVersion?: string | undefined
  /** Whether requests carry `appsecret_proof`; true unless given, where the app's secret is stored. */
  readonly appSecretProof?: boolean | undefined
  /** A page of your own that shows how a data deletion request is progressing; `?code=` is added. */
  readonly deletionStatusUrl?: string | undefined
  /** Other addresses than Facebook's: those of an emulator or of a proxy. */
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
    recentPosts: given.number('recentPosts', { usual: 25, min: 1, max: MAX_PAGE_SIZE }),
    maxVideoBytes: given.number('maxVideoBytes', { usual: DEFAULT_VIDEO_BYTES, min: 1, unit: 'bytes' }),
    resendsAllowed: given.number('resendsAllowed', { usual: 3, min: 0 }),
    ...readSharedSettings(given, options, { appSecretProof: true }),
    addresses: given.addresses(withApiVersion(ADDRESSES, version)),
  }
}

const LINK =
  'options.link must be a whole address that starts with https:// or http://, such as "https://example.com/bread".'
const PLACE =
  'options.place must be the id of a Facebook page that has a location, which is digits only. Facebook has no search for it that a page may use.'

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/**
 * Post options that Facebook takes. The accepted names are read from here; they are written nowhere else.
 * https://developers.facebook.com/documentation/pages-api/posts (read 2026-11-22)
 */
export const postOptions = v.strictObject({
  /** A link below the words; only in the feed, without files. Facebook's `link`. */
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
  /** Placement: `feed` unless given, `reel` (one video), `story` (one picture or video, no words). */
  placement: v.optional(v.picklist(['feed', 'reel', 'story']), 'feed'),
  /** Id of a page that has a location; not for a video in the feed, nor a story. Facebook's `place`. */
  place: v.optional(v.pipe(v.string(PLACE), v.regex(/^\d{1,32}$/, PLACE))),
  /** Title of a video or a reel; `Post.text` is its description. Facebook's `title`. */
  title: v.optional(v.pipe(v.string(), v.nonEmpty())),
})

/** Post options that Facebook takes; none is required. */
export type FacebookPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
