import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { checkOauth, type OauthOptions } from './app.js'

/** Base addresses of the services behind Bluesky; each may be left out. */
export interface BlueskyAddresses {
  /** Answers whose DID a handle is; `https://public.api.bsky.app`. */
  readonly resolver: string
  /** Keeps the documents of `did:plc`; `https://plc.directory`. */
  readonly plc: string
  /** Signs in people whose server is not known: `https://bsky.social`. */
  readonly entryway: string
  /** Works videos out: `https://video.bsky.app`. */
  readonly video: string
}

/** Settings of `bluesky()`; all of them may be left out. */
export interface BlueskyOptions {
  /** Other servers than Bluesky's own, for tests and for networks of one's own. */
  readonly addresses?: Partial<BlueskyAddresses>
  /** Service that keeps private messages, as DID and name; `did:web:api.bsky.chat#bsky_chat` unless given. */
  readonly chatService?: string
  /** Bytes of the biggest picture; 2,000,000 unless given. Servers from before 2026 take 1,000,000. */
  readonly biggestImageBytes?: number
  /** How often a video that is still worked on is asked for; 120 unless given. */
  readonly videoChecks?: number
  /** Seconds before the first of those questions; the pause then grows to five times that. 1 unless given. */
  readonly videoWaitSeconds?: number
  /** Notifications of one page of a poll, 1 to 100; 50 unless given. */
  readonly updatesPerCheck?: number
  /**
   * Seconds that a poll looks back behind its marker; 0 unless given. Bluesky sorts by the clock of whoever wrote, so
   * that something written late can turn up below what was seen. What comes twice has the same id: a `Dispatcher` drops it.
   */
  readonly lookBackSeconds?: number
  /** The application as an OAuth client; signing in with a password works without it. */
  readonly oauth?: OauthOptions
}

/** `BlueskyOptions` with everything filled in. */
export interface Settings {
  readonly addresses: BlueskyAddresses
  readonly chatService: string
  readonly biggestImageBytes: number
  readonly videoChecks: number
  readonly videoWaitSeconds: number
  readonly updatesPerCheck: number
  readonly lookBackSeconds: number
  readonly oauth: OauthOptions | null
}

/** Notifications, likes, conversations and messages of one page at most.
 *  https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications (read 2026-11-21) */
export const BIGGEST_PAGE = 100

/** https://docs.bsky.app/docs/advanced-guides/api-directory (read 2026-11-21) */
const ADDRESSES: BlueskyAddresses = {
  resolver: 'https://public.api.bsky.app',
  plc: 'https://plc.directory',
  entryway: 'https://bsky.social',
  video: 'https://video.bsky.app',
}

type NumberName =
  | 'biggestImageBytes'
  | 'videoChecks'
  | 'videoWaitSeconds'
  | 'updatesPerCheck'
  | 'lookBackSeconds'

function inRange(name: NumberName, value: number, smallest: number, biggest = Infinity): number {
  if (Number.isFinite(value) && value >= smallest && value <= biggest) return value
  const range = biggest === Infinity ? `${smallest} or more` : `from ${smallest} to ${biggest}`
  throw new ConfigError(`bluesky({ ${name} }) takes a number, ${range}. Correct it, or leave it out.`, {
    platform: 'bluesky',
  })
}

function readAddresses(given: Partial<BlueskyAddresses>): BlueskyAddresses {
  const read: Record<string, string> = {}
  for (const [name, usual] of Object.entries(ADDRESSES)) {
    const address = given[name as keyof BlueskyAddresses] ?? usual // a key of ADDRESSES
    if (!URL.canParse(address))
      throw new ConfigError(`bluesky({ addresses.${name} }) must be a whole address, such as ${usual}.`, {
        platform: 'bluesky',
      })
    read[name] = address.replace(/\/+$/, '')
  }
  return read as unknown as BlueskyAddresses // every key of ADDRESSES was just filled in
}

/**
 * Fills in what the application left out.
 *
 * @throws ConfigError for a number out of its range, and for an address that is none.
 */
export function readSettings(options: BlueskyOptions): Settings {
  if (options.oauth) checkOauth(options.oauth)
  return {
    addresses: readAddresses(options.addresses ?? {}),
    chatService: options.chatService ?? 'did:web:api.bsky.chat#bsky_chat',
    biggestImageBytes: inRange('biggestImageBytes', options.biggestImageBytes ?? 2_000_000, 1),
    videoChecks: inRange('videoChecks', options.videoChecks ?? 120, 1),
    videoWaitSeconds: inRange('videoWaitSeconds', options.videoWaitSeconds ?? 1, 0),
    updatesPerCheck: inRange('updatesPerCheck', options.updatesPerCheck ?? 50, 1, BIGGEST_PAGE),
    lookBackSeconds: inRange('lookBackSeconds', options.lookBackSeconds ?? 0, 0),
    oauth: options.oauth ?? null,
  }
}

const words = v.pipe(v.string(), v.nonEmpty())

/** BCP 47, as far as its shape goes: `en`, `pt-BR`, `zh-Hant`. */
const language = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i))

/**
 * Post options that Bluesky takes. The accepted names are read from here; they are written nowhere else.
 * https://docs.bsky.app/docs/advanced-guides/posts (read 2026-11-21)
 */
export const postOptions = v.strictObject({
  /** Languages of the text, at most 3: `en`, or `['en', 'pt-BR']`. Bluesky's `langs`. */
  langs: v.optional(v.union([language, v.pipe(v.array(language), v.minLength(1), v.maxLength(3))])),
  /** Id of a post to quote. Bluesky's `app.bsky.embed.record`. */
  quote: v.optional(words),
  /** A link card. A picture beside it becomes the card's own. Bluesky's `app.bsky.embed.external`. */
  external: v.optional(
    v.strictObject({
      uri: v.pipe(v.string(), v.url()),
      title: v.string(),
      description: v.optional(v.string(), ''),
    }),
  ),
  /** What the post warns of. Bluesky's `labels`. */
  labels: v.optional(
    v.pipe(v.array(v.picklist(['porn', 'sexual', 'nudity', 'graphic-media'])), v.minLength(1)),
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

/** Post options that Bluesky takes, all optional. */
export type BlueskyPostOptions = v.InferInput<typeof postOptions>
/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
