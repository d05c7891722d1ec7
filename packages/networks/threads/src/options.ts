import { type PartialInit, readFactoryOptions, searchedOption, withInfo } from '@social/core/platform'
import { readSharedSettings, readWaiting } from '@social/meta-kit'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type ThreadsAddress } from './addresses.js'
import {
  MAX_CHOICE_LENGTH,
  MAX_TOPIC_LENGTH,
  MAX_SPOILERS,
  DEFAULT_CHECK_SECONDS,
  DEFAULT_WAIT_SECONDS,
} from './limits/index.js'
import { INFO } from './option-infos.js'

/** Settings of `threads()`. All are optional. */
export interface ThreadsOptions {
  /** Seconds between two requests for a video's processing status. Default: 30. */
  readonly checkEverySeconds?: number | undefined
  /** Maximum seconds that the library waits until Threads has processed a video. Default: 300. */
  readonly waitUpToSeconds?: number | undefined
  /** Number of recent posts whose replies each poll reads, 1 to 100. Each post costs one request. Default: 25. */
  readonly recentPosts?: number | undefined
  /** If true, the library sends `appsecret_proof` with every request. Default: false. */
  readonly appSecretProof?: boolean | undefined
  /**
   * URL of the application's page that shows the progress of a data deletion request. The library
   * adds `?code=` to this URL.
   */
  readonly deletionStatusUrl?: string | undefined
  /** Base URLs of an emulator or a proxy, instead of those of Threads. */
  readonly addresses?: PartialInit<Record<ThreadsAddress, string>> | undefined
}

/** `ThreadsOptions` with all defaults applied. */
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
  'appSecretProof',
  'deletionStatusUrl',
  'addresses',
] as const satisfies readonly (keyof ThreadsOptions)[]

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: ThreadsOptions): Settings {
  const given = readFactoryOptions('threads', options, NAMES)
  return {
    ...readWaiting(given, {
      checkEverySeconds: DEFAULT_CHECK_SECONDS,
      waitUpToSeconds: DEFAULT_WAIT_SECONDS,
    }),
    recentPosts: given.number('recentPosts', { default: 25, min: 1, max: 100 }),
    ...readSharedSettings(given, options, { appSecretProof: false }),
    addresses: given.addresses(ADDRESSES),
  }
}

const postId = v.pipe(
  v.string(),
  v.regex(/^\d{1,32}$/, 'Ids of posts and places of threads must be a text of digits.'),
)
const LINK = 'options.linkAttachment must be a complete URL that starts with http:// or https://.'
const TOPIC = `options.topicTag must have 1 to ${MAX_TOPIC_LENGTH} characters, without "." and "&".`
const COUNTRY = 'Countries must be two capital letters each, as in ISO 3166: "US".'
const offset = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * Post options of Threads. This schema alone defines the accepted names.
 * https://developers.facebook.com/documentation/threads/posts (copy of 20 April 2026)
 */
export const postOptions = v.strictObject({
  /**
   * If true, a post with too few files for a carousel is refused. Two or more files always become
   * a carousel.
   */
  carousel: v.optional(withInfo(v.boolean(), INFO.carousel)),
  /** Users who are allowed to reply. Default: everyone. Name in Threads' API: `reply_control`. */
  replyControl: v.optional(
    withInfo(
      v.picklist([
        'everyone',
        'accounts_you_follow',
        'mentioned_only',
        'parent_post_author_only',
        'followers_only',
      ]),
      INFO.replyControl,
    ),
  ),
  /**
   * Topic of the post, without `#`. Default: the first tag in the text. Name in Threads' API:
   * `topic_tag`.
   */
  topicTag: v.optional(
    withInfo(
      v.pipe(v.string(), v.maxLength(MAX_TOPIC_LENGTH, TOPIC), v.regex(/^[^.&]+$/, TOPIC)),
      INFO.topicTag,
    ),
  ),
  /**
   * URL of the link preview, for a text-only post. Default: the first link in the text. Name in
   * Threads' API: `link_attachment`.
   */
  linkAttachment: v.optional(
    withInfo(
      v.pipe(
        v.string(LINK),
        v.check((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), LINK),
      ),
      INFO.linkAttachment,
    ),
  ),
  /** Id of a post to quote. Name in Threads' API: `quote_post_id`. */
  quotePostId: v.optional(withInfo(postId, INFO.quotePostId)),
  /**
   * Poll of a text-only post: 2 to 4 choices of at most 25 characters. Threads determines the
   * duration of the poll. Name in Threads' API: `poll_attachment`.
   */
  poll: v.optional(
    withInfo(
      v.strictObject({
        /** Choices of the poll: 2 to 4 texts of at most 25 characters. */
        options: withInfo(
          v.pipe(
            v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_CHOICE_LENGTH))),
            v.minLength(2),
            v.maxLength(4),
          ),
          INFO.pollChoices,
        ),
      }),
      INFO.poll,
    ),
  ),
  /**
   * Hides every picture and video until a reader taps it. Name in Threads' API:
   * `is_spoiler_media`.
   */
  isSpoilerMedia: v.optional(withInfo(v.boolean(), INFO.isSpoilerMedia)),
  /**
   * Parts of the text that are hidden until a reader taps them. `start` and `end` are UTF-16
   * indexes, as in `text.slice(start, end)`. Name in Threads' API: `text_entities`.
   */
  spoilers: v.optional(
    withInfo(
      v.pipe(
        v.array(
          v.strictObject({
            /** Index of the first hidden character. Name in Threads' API: `offset`. */
            start: withInfo(offset, INFO.spoilerStart),
            /** Index after the last hidden character. Threads' API has `length` instead. */
            end: withInfo(offset, INFO.spoilerEnd),
          }),
        ),
        v.minLength(1),
        v.maxLength(MAX_SPOILERS),
      ),
      INFO.spoilers,
    ),
  ),
  /** Giphy id of a GIF, for a text-only post. Name in Threads' API: `gif_attachment`. */
  gifId: v.optional(withInfo(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), INFO.gifId)),
  /**
   * Holds replies until the account approves them. Name in Threads' API: `enable_reply_approvals`.
   */
  enableReplyApprovals: v.optional(withInfo(v.boolean(), INFO.enableReplyApprovals)),
  /**
   * Countries in which the post is visible: `['US', 'CA']`. Only some accounts have this feature.
   * Name in Threads' API: `allowlisted_country_codes`.
   */
  allowlistedCountryCodes: v.optional(
    withInfo(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, COUNTRY))), v.minLength(1)),
      INFO.allowlistedCountryCodes,
    ),
  ),
  /**
   * Id of a place. The connection needs the permission `threads_location_tagging`. Name in
   * Threads' API: `location_id`.
   */
  locationId: v.optional(withInfo(v.pipe(postId, searchedOption()), INFO.locationId)),
})

/** Post options of Threads. All are optional. */
export type ThreadsPostOptions = v.InferInput<typeof postOptions>

/** Post options after validation, with defaults applied. */
export type ReadOptions = v.InferOutput<typeof postOptions>
