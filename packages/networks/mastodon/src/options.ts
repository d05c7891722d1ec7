import { cleanHost, type PartialInit, readFactoryOptions, type SettingsReader } from '@social/core/platform'
import * as v from 'valibot'

import type { ServerCache, ServerTraits } from './limits/index.js'

/** Settings of `mastodon()`; all of them may be left out. */
export interface MastodonOptions {
  /** Home page of the application, shown on the approval page of apps it registers. */
  readonly website?: string | undefined
  /** Seconds for which a server's limits, and what it is, are kept; 300 unless given. */
  readonly limitsCacheSeconds?: number | undefined
  /** How often the status of a file that the server still processes is polled; 30 unless given. */
  readonly mediaChecks?: number | undefined
  /** Seconds before the first poll of that status; the pause then grows to five times that (backoff). 1 unless given. */
  readonly mediaWaitSeconds?: number | undefined
  /** Notifications in one poll, 1 to 80; 40 unless given. */
  readonly updatesPerCheck?: number | undefined
  /** True brings also what the person's notification policy holds back: mentions by strangers, for instance. False unless given. */
  readonly includeFiltered?: boolean | undefined
  /**
   * What you know of servers, by host: `{ 'social.example': { schedules: true } }`. Needed for programs that the library
   * does not know, which are refused what could go wrong in silence.
   */
  readonly servers?: Readonly<Record<string, PartialInit<ServerTraits>>> | undefined
}

/** `MastodonOptions` with everything filled in, and what all accounts share. */
export interface Settings extends ServerCache {
  readonly website: string | null
  readonly mediaChecks: number
  readonly mediaWaitSeconds: number
  readonly updatesPerCheck: number
  readonly includeFiltered: boolean
}

/** Notifications of one page at most. https://docs.joinmastodon.org/methods/notifications/ (read 2026-09-24) */
export const MAX_UPDATES_PAGE_SIZE = 80

const OPTIONS = [
  'website',
  'limitsCacheSeconds',
  'mediaChecks',
  'mediaWaitSeconds',
  'updatesPerCheck',
  'includeFiltered',
  'servers',
] as const

const TRAITS = ['keepsIdempotencyKeys', 'schedules', 'pagesForward'] as const

function readSaid(reader: SettingsReader<MastodonOptions>, given: unknown): Settings['said'] {
  if (typeof given !== 'object' || given === null)
    throw reader.refuse('servers', "an object of hosts, such as { 'social.example': { schedules: true } }")
  return new Map(
    Object.entries(given).map(([host, traits]: [string, Partial<ServerTraits>]) => {
      const factory = `mastodon({ servers: { ${JSON.stringify(host.slice(0, 80))} } })`
      const said = readFactoryOptions<Partial<ServerTraits>>(factory, traits, TRAITS)
      const named = TRAITS.filter((name) => traits[name] !== undefined)
      // Loopback is an emulator; no request is made for having been named here.
      const clean = cleanHost(host, { platform: 'mastodon', allowLoopback: true })
      return [clean, Object.fromEntries(named.map((name) => [name, said.flag(name, false)]))]
    }),
  )
}

/**
 * Fills in what the application left out.
 *
 * @throws ConfigError for an unknown name, or a value out of its range.
 */
export function readSettings(options: MastodonOptions): Settings {
  const reader = readFactoryOptions('mastodon', options, OPTIONS)
  return {
    website: options.website ?? null,
    limitsCacheSeconds: reader.number('limitsCacheSeconds', { usual: 300, min: 0, fractions: true }),
    mediaChecks: reader.number('mediaChecks', { usual: 30, min: 1 }),
    mediaWaitSeconds: reader.number('mediaWaitSeconds', { usual: 1, min: 0, fractions: true }),
    updatesPerCheck: reader.number('updatesPerCheck', { usual: 40, min: 1, max: MAX_UPDATES_PAGE_SIZE }),
    includeFiltered: reader.flag('includeFiltered', false),
    said: readSaid(reader, options.servers ?? {}),
    servers: new Map(),
  }
}

const words = v.pipe(v.string(), v.nonEmpty())

/** Options of a private message. Its visibility is always direct. */
const messageEntries = {
  /** Words shown instead of the text until someone opens it; they count towards the length. Mastodon's `spoiler_text`. */
  spoilerText: v.optional(words),
  /** Hides the media behind a warning. Mastodon's `sensitive`; the account's own default unless given. */
  sensitive: v.optional(v.boolean()),
  /** ISO 639-1 code of the text's language. Mastodon's `language`; the account's own default unless given. */
  language: v.optional(words),
}

const share = v.pipe(v.number(), v.minValue(-1), v.maxValue(1))

const pictureBytes = (refusal: string) =>
  v.custom<Uint8Array>((value) => value instanceof Uint8Array, refusal)

const quotePolicy = v.picklist(['public', 'followers', 'nobody'])

/** A poll. What this server allows of it, `account.limits()` tells in `extra.poll`. */
const poll = v.strictObject({
  /** The choices, two or more, each another. Mastodon's `poll[options][]`. */
  options: v.pipe(v.array(words), v.minLength(2)),
  /** Seconds it is open. Mastodon's `poll[expires_in]`. */
  seconds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** True lets one person choose several. Mastodon's `poll[multiple]`. */
  multiple: v.optional(v.boolean(), false),
  /** True hides the votes until it is over. Mastodon's `poll[hide_totals]`. */
  hideTotals: v.optional(v.boolean(), false),
})

/**
 * Post options that Mastodon takes. The accepted names are read from here; they are written nowhere else.
 * https://docs.joinmastodon.org/methods/statuses/#create (read 2026-09-24)
 */
export const postOptions = v.strictObject({
  /** Who can see it. Mastodon's `visibility`; the account's own default unless given. */
  visibility: v.optional(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  ...messageEntries,
  /** Id of a post to quote; not together with media. Mastodon's `quoted_status_id`, from 4.5 on. */
  quotedStatusId: v.optional(words),
  /** Who may quote this post. Mastodon's `quote_approval_policy`, from 4.5 on. */
  quoteApprovalPolicy: v.optional(quotePolicy),
  /**
   * What matters in each file, which is never cut off: `[x, y]` from -1 to 1, from left to right and from bottom to top;
   * null leaves the middle. Mastodon's `focus`.
   */
  focus: v.optional(v.array(v.nullable(v.strictTuple([share, share])))),
  /**
   * The picture each video shows before it plays: the bytes of a PNG, JPEG, GIF or WebP file, or null, which leaves it to
   * the server. Mastodon's `thumbnail`.
   */
  thumbnail: v.optional(
    v.array(
      v.nullable(
        pictureBytes(
          "options.thumbnail takes the bytes of a picture for each video, as in [await readFile('cover.jpg')], or null.",
        ),
      ),
    ),
  ),
  /** A poll; with files only from 4.6 on, and never in a post that quotes. Mastodon's `poll`. */
  poll: v.optional(poll),
})

/**
 * What an edit may change beside the words. Everything else stays, who can see it included.
 * https://docs.joinmastodon.org/methods/statuses/#edit (read 2026-11-22)
 */
export const editOptions = v.strictObject({
  /** '' takes the warning away. Mastodon's `spoiler_text`. */
  spoilerText: v.optional(v.string()),
  sensitive: v.optional(v.boolean()),
  language: v.optional(words),
  /** Who may quote this post; from 4.5.5 on. Mastodon's `quote_approval_policy`. */
  quoteApprovalPolicy: v.optional(quotePolicy),
  /** New alt texts, by the id of the file: `raw.id` of an attachment. Mastodon's `media_attributes`. */
  altTexts: v.optional(v.record(v.string(), v.string())),
  /** What matters in a file, as `focus` of a post has it, by its id. Mastodon's `media_attributes`. */
  focus: v.optional(v.record(v.string(), v.strictTuple([share, share]))),
  /** What a video or a sound shows before it plays, by its id: the bytes of a picture. Mastodon's `media_attributes`. */
  thumbnails: v.optional(
    v.record(
      v.string(),
      pictureBytes(
        "options.thumbnails takes the bytes of a picture by the id of a file, as in { [id]: await readFile('cover.jpg') }.",
      ),
    ),
  ),
})

/** Options of a private message. */
export const messageOptions = v.strictObject(messageEntries)

/** Post options that Mastodon takes, all optional. */
export type MastodonPostOptions = v.InferInput<typeof postOptions>

/** Options for an edit of a Mastodon post in addition to the text. All are optional. */
export type MastodonEditOptions = v.InferInput<typeof editOptions>

/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
