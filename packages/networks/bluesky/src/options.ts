import { type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { ADDRESSES, type BlueskyAddresses } from './addresses.js'
import { checkOauth, type OauthOptions } from './app.js'
import { MAX_CAPTION_BYTES, MAX_IMAGE_BYTES, MAX_PAGE_SIZE, MAX_CAPTIONS, MAX_NAME_LENGTH } from './limits.js'

/** Seconds that a poll looks back: clocks of writers are minutes behind, rarely more. Our choice. */
const LOOK_BACK_SECONDS = 600

/** Settings of `bluesky()`; all of them may be left out. */
export interface BlueskyOptions {
  /** Other servers than Bluesky's own, for tests and for networks of one's own. */
  readonly addresses?: PartialInit<BlueskyAddresses> | undefined
  /** Service that keeps private messages, as DID and name; `did:web:api.bsky.chat#bsky_chat` unless given. */
  readonly chatService?: string | undefined
  /** Bytes of the biggest picture; 2,000,000 unless given. Servers from before 2026 take 1,000,000. */
  readonly maxImageBytes?: number | undefined
  /** How often the status of a video that is still being processed is polled; 120 unless given. */
  readonly videoChecks?: number | undefined
  /** Seconds before the first poll of that status; the pause then grows to five times that (backoff). 1 unless given. */
  readonly videoWaitSeconds?: number | undefined
  /** Notifications of one page of a poll, 1 to 100; 50 unless given. */
  readonly updatesPerCheck?: number | undefined
  /**
   * Seconds that a poll looks back behind its marker, at most one page; 600 by default. Bluesky sorts by the clock of the
   * writer, so a new notification can appear below those already seen. The marker remembers what was given.
   */
  readonly searchBackSeconds?: number | undefined
  /**
   * True polls private messages too: `fetchUpdatesAfter` then brings `MESSAGE_RECEIVED`, for one more request. Accounts
   * whose app password does not allow messages are left alone. False unless given.
   */
  readonly messageUpdates?: boolean | undefined
  /** The application as an OAuth client; signing in with a password works without it. */
  readonly oauth?: OauthOptions | undefined
}

/** `BlueskyOptions` with everything filled in. */
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

/** Names of the settings: everything else is refused with the near miss. */
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

/** The service that keeps private messages. https://docs.bsky.app/docs/api/chat-bsky-convo-list-convos (read 2026-11-21) */
const CHAT_SERVICE = 'did:web:api.bsky.chat#bsky_chat'
const SERVICE = /^did:(?:plc|web):[a-zA-Z0-9.%:-]{1,256}#[a-z_]{1,64}$/

/**
 * Fills in what the application left out.
 *
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid address.
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
      usual: MAX_IMAGE_BYTES,
      min: 1,
      unit: 'bytes',
    }),
    videoChecks: given.number('videoChecks', { usual: 120, min: 1 }),
    videoWaitSeconds: given.number('videoWaitSeconds', {
      usual: 1,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    updatesPerCheck: given.number('updatesPerCheck', { usual: 50, min: 1, max: MAX_PAGE_SIZE }),
    searchBackSeconds: given.number('searchBackSeconds', {
      usual: LOOK_BACK_SECONDS,
      min: 0,
      fractions: true,
      unit: 'seconds',
    }),
    messageUpdates: given.flag('messageUpdates', false),
    oauth: options.oauth === undefined ? null : checkOauth(options.oauth),
  }
}

/** Address of a list of people. */
const LIST = /^at:\/\/did:[a-z]+:[\w.:%-]{1,256}\/app\.bsky\.graph\.list\/[\w.~:-]{1,512}$/
const words = v.pipe(v.string(), v.nonEmpty())

/** BCP 47 as servers read it: `en`, `pt-BR`, `zh-Hant`. https://atproto.com/specs/lexicon#language (read 2026-11-22) */
const LANGUAGE =
  /^([a-z]{2,3}(-[a-z]{3}){0,3}|[a-z]{4,8})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z0-9]{5,8}|\d[a-z0-9]{3}))*(-[0-9a-wy-z](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?$/i
const language = v.pipe(v.string(), v.maxLength(64), v.regex(LANGUAGE))

/**
 * Post options that Bluesky takes. The accepted names are read from here; they are written nowhere else.
 * https://docs.bsky.app/docs/advanced-guides/posts (read 2026-11-21)
 */
export const postOptions = v.strictObject({
  /** Languages of the text, at most 3: `en`, or `['en', 'pt-BR']`. Bluesky's `langs`. */
  langs: v.optional(v.union([language, v.pipe(v.array(language), v.minLength(1), v.maxLength(3))])),
  /** Id of a post to quote. Bluesky's `app.bsky.embed.record`. */
  quote: v.optional(words),
  /**
   * A link card. A picture beside it becomes the card's own. Without a title the page itself is asked for title,
   * description and picture. Bluesky's `app.bsky.embed.external`.
   */
  external: v.optional(
    v.strictObject({
      uri: v.pipe(v.string(), v.url()),
      title: v.optional(v.string()),
      description: v.optional(v.string()),
    }),
  ),
  /** What the post warns of. Bluesky's `labels`. */
  labels: v.optional(
    v.pipe(v.array(v.picklist(['porn', 'sexual', 'nudity', 'graphic-media'])), v.minLength(1)),
  ),
  /**
   * Who may answer it: `'nobody'`, or any of `mentioned`, `followers` (who follow the account), `following` (whom it
   * follows) and addresses of lists, at most 5; everybody unless given. Only for a post that answers none. Bluesky's
   * `threadgate`.
   */
  allowReplies: v.optional(
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
  ),
  /** False lets nobody quote it. Bluesky's `postgate`. */
  allowQuotes: v.optional(v.boolean()),
  /** Captions of the video, as WebVTT: `{ lang: 'en', vtt: 'WEBVTT…' }`, at most 20 of 20,000 bytes. Bluesky's `captions`. */
  captions: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          lang: language,
          vtt: v.pipe(v.string(), v.startsWith('WEBVTT'), v.maxBytes(MAX_CAPTION_BYTES)),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_CAPTIONS),
    ),
  ),
  /** Tags that are not in the text, without `#`, at most 8 of at most 64 letters. Bluesky's `tags`. */
  tags: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.nonEmpty(), v.maxGraphemes(64), v.maxBytes(640))),
      v.minLength(1),
      v.maxLength(8),
    ),
  ),
})

/** Options of a private message: none. */
export const messageOptions = v.strictObject({})

/**
 * Options of the first message of a conversation.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22)
 */
export const conversationOptions = v.strictObject({
  /** What a group of several people is called; made from the account's own name unless given. Bluesky's `name`. */
  name: v.optional(
    v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxGraphemes(MAX_NAME_LENGTH), v.maxBytes(500)),
  ),
})

/** Post options that Bluesky takes, all optional. */
export type BlueskyPostOptions = v.InferInput<typeof postOptions>
/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
