import { type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import * as v from 'valibot'

import { ADDRESSES, type BlueskyAddresses } from './addresses.js'
import { checkOauth, type OauthOptions } from './app.js'
import { MAX_CAPTION_BYTES, MAX_IMAGE_BYTES, MAX_PAGE_SIZE, MAX_CAPTIONS, MAX_NAME_LENGTH } from './limits.js'
import { INFOS } from './option-infos/index.js'

/**
 * Default of `searchBackSeconds`. Our choice: the clocks of programs that write records can be
 * minutes slow, but rarely more.
 */
const DEFAULT_SEARCH_BACK_SECONDS = 600

/** Settings of `bluesky()`. All are optional. */
export interface BlueskyOptions {
  /** Other base URLs than those of Bluesky, for tests and for separate networks. */
  readonly addresses?: PartialInit<BlueskyAddresses> | undefined
  /**
   * DID and service id of the service for private messages. Default:
   * `did:web:api.bsky.chat#bsky_chat`.
   */
  readonly chatService?: string | undefined
  /** Maximum bytes of an image. Default: 2,000,000. Servers from before 2026 accept 1,000,000. */
  readonly maxImageBytes?: number | undefined
  /** Maximum number of requests that read the processing status of a video. Default: 120. */
  readonly videoChecks?: number | undefined
  /**
   * Seconds before the first request for a video's processing status. Later pauses grow up to five
   * times this value. Default: 1.
   */
  readonly videoWaitSeconds?: number | undefined
  /** Notifications in one page of a poll, 1 to 100. Default: 50. */
  readonly updatesPerCheck?: number | undefined
  /**
   * Seconds before its marker that each poll reads again, at most one page. Default: 600. Bluesky
   * sorts notifications by the clock of their writer, so a new notification can appear below older
   * ones. The marker remembers returned notifications, so that a poll does not return them twice.
   */
  readonly searchBackSeconds?: number | undefined
  /**
   * If true, `fetchUpdatesAfter` also polls private messages and returns `MESSAGE_RECEIVED`
   * updates. This costs one more request. Skips accounts whose app password does not allow
   * messages. Default: false.
   */
  readonly messageUpdates?: boolean | undefined
  /**
   * Settings of the application as an OAuth client. They are not needed for a sign-in with a
   * password.
   */
  readonly oauth?: OauthOptions | undefined
}

/** `BlueskyOptions` with all defaults applied. */
export interface Settings {
  readonly addresses: BlueskyAddresses
  readonly chatService: string
  readonly maxImageBytes: number
  readonly videoChecks: number
  readonly videoWaitSeconds: number
  readonly updatesPerCheck: number
  readonly searchBackSeconds: number
  readonly messageUpdates: boolean
  readonly oauth: OauthOptions | null
}

/** Names of the accepted options. `bluesky()` refuses any other name and suggests a similar one. */
const NAMES = [
  'addresses',
  'chatService',
  'maxImageBytes',
  'videoChecks',
  'videoWaitSeconds',
  'updatesPerCheck',
  'searchBackSeconds',
  'messageUpdates',
  'oauth',
] as const satisfies readonly (keyof BlueskyOptions)[]

/** Default service for private messages. https://docs.bsky.app/docs/api/chat-bsky-convo-list-convos (read 2026-11-21) */
const CHAT_SERVICE = 'did:web:api.bsky.chat#bsky_chat'
const SERVICE = /^did:(?:plc|web):[a-zA-Z0-9.%:-]{1,256}#[a-z_]{1,64}$/

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: BlueskyOptions): Settings {
  const given = readFactoryOptions('bluesky', options, NAMES)
  const chatService = options.chatService ?? CHAT_SERVICE
  if (typeof chatService !== 'string' || !SERVICE.test(chatService))
    throw given.refuse('chatService', `a DID and the name of a service, such as ${CHAT_SERVICE}`)
  return {
    addresses: given.addresses(ADDRESSES),
    chatService,
    maxImageBytes: given.number('maxImageBytes', {
      default: MAX_IMAGE_BYTES,
      min: 1,
      unit: 'bytes',
    }),
    videoChecks: given.number('videoChecks', { default: 120, min: 1 }),
    videoWaitSeconds: given.number('videoWaitSeconds', {
      default: 1,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    updatesPerCheck: given.number('updatesPerCheck', { default: 50, min: 1, max: MAX_PAGE_SIZE }),
    searchBackSeconds: given.number('searchBackSeconds', {
      default: DEFAULT_SEARCH_BACK_SECONDS,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    messageUpdates: given.flag('messageUpdates', false),
    oauth: options.oauth === undefined ? null : checkOauth(options.oauth),
  }
}

/** Matches the AT URI of a user list. */
const LIST = /^at:\/\/did:[a-z]+:[\w.:%-]{1,256}\/app\.bsky\.graph\.list\/[\w.~:-]{1,512}$/
const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

/**
 * Matches a BCP 47 language tag that servers accept: `en`, `pt-BR`, `zh-Hant`.
 * https://atproto.com/specs/lexicon#language (read 2026-11-22)
 */
const LANGUAGE =
  /^([a-z]{2,3}(-[a-z]{3}){0,3}|[a-z]{4,8})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z0-9]{5,8}|\d[a-z0-9]{3}))*(-[0-9a-wy-z](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?$/i
const language = v.pipe(v.string(), v.maxLength(64), v.regex(LANGUAGE))

/**
 * Post options of Bluesky. This schema alone defines the accepted names.
 * https://docs.bsky.app/docs/advanced-guides/posts (read 2026-11-21)
 */
export const postOptions = v.strictObject({
  /**
   * Languages of the text, at most 3: `en`, or `['en', 'pt-BR']`. Name in Bluesky's API: `langs`.
   */
  langs: v.optional(
    withInfo(v.union([language, v.pipe(v.array(language), v.minLength(1), v.maxLength(3))]), INFOS.langs),
  ),
  /** Id of a post to quote. Name in Bluesky's API: `app.bsky.embed.record`. */
  quote: v.optional(withInfo(nonEmptyText, INFOS.quote)),
  /**
   * Link card of the post. An image of the post becomes the image of the card. Without a title,
   * the library reads title, description and image from the web page. Name in Bluesky's API:
   * `app.bsky.embed.external`.
   */
  external: v.optional(
    withInfo(
      v.strictObject({
        /** URL of the web page. Name in Bluesky's API: `uri`. */
        uri: withInfo(v.pipe(v.string(), v.url()), INFOS.uri),
        /** Title of the card. Default: read from the web page. Name in Bluesky's API: `title`. */
        title: v.optional(withInfo(v.string(), INFOS.title)),
        /** Text below the title. Name in Bluesky's API: `description`. */
        description: v.optional(withInfo(v.string(), INFOS.description)),
      }),
      INFOS.external,
    ),
  ),
  /** Content warnings. Name in Bluesky's API: `labels`. */
  labels: v.optional(
    withInfo(
      v.pipe(
        v.array(withInfo(v.picklist(['porn', 'sexual', 'nudity', 'graphic-media']), INFOS.labelChoice)),
        v.minLength(1),
      ),
      INFOS.labels,
    ),
  ),
  /**
   * Accounts that are allowed to reply: `'nobody'`, or a list of `mentioned`, `followers` (of the
   * account), `following` (followed by the account) and AT URIs of user lists, at most 5. Default:
   * everyone. A reply cannot have this option. Name in Bluesky's API: `threadgate`.
   */
  allowReplies: v.optional(
    withInfo(
      v.union([
        v.literal('nobody'),
        v.pipe(
          v.array(
            v.union([v.picklist(['mentioned', 'followers', 'following']), v.pipe(v.string(), v.regex(LIST))]),
          ),
          v.minLength(1),
          v.maxLength(5),
        ),
      ]),
      INFOS.allowReplies,
    ),
  ),
  /** If false, other users cannot quote the post. Name in Bluesky's API: `postgate`. */
  allowQuotes: v.optional(withInfo(v.boolean(), INFOS.allowQuotes)),
  /**
   * Captions of the video in WebVTT format: `{ lang: 'en', vtt: 'WEBVTT…' }`. At most 20 captions
   * of at most 20,000 bytes. Name in Bluesky's API: `captions`.
   */
  captions: v.optional(
    withInfo(
      v.pipe(
        v.array(
          v.strictObject({
            /** Language of the caption: a BCP 47 tag. Name in Bluesky's API: `lang`. */
            lang: withInfo(language, INFOS.captionLanguage),
            /** Caption in WebVTT format, at most 20,000 bytes. Name in Bluesky's API: `file`. */
            vtt: withInfo(
              v.pipe(v.string(), v.startsWith('WEBVTT'), v.maxBytes(MAX_CAPTION_BYTES)),
              INFOS.captionText,
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(MAX_CAPTIONS),
      ),
      INFOS.captions,
    ),
  ),
  /**
   * Tags in addition to those in the text, without `#`. At most 8 tags of at most 64 characters.
   * Name in Bluesky's API: `tags`.
   */
  tags: v.optional(
    withInfo(
      v.pipe(
        v.array(v.pipe(v.string(), v.nonEmpty(), v.maxGraphemes(64), v.maxBytes(640))),
        v.minLength(1),
        v.maxLength(8),
      ),
      INFOS.tags,
    ),
  ),
})

/** Options of a private message. No options exist. */
export const messageOptions = v.strictObject({})

/**
 * Options of the first message of a conversation.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22)
 */
export const conversationOptions = v.strictObject({
  /** Name of a group. Default: generated from the account's name. Name in Bluesky's API: `name`. */
  name: v.optional(
    v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxGraphemes(MAX_NAME_LENGTH), v.maxBytes(500)),
  ),
})

/** Post options of Bluesky. All are optional. */
export type BlueskyPostOptions = v.InferInput<typeof postOptions>
/** Post options after validation, with defaults applied. */
export type ReadOptions = v.InferOutput<typeof postOptions>
