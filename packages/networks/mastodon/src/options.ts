import {
  cleanHost,
  type PartialInit,
  readFactoryOptions,
  type SettingsReader,
  withInfo,
} from '@social/core/platform'
import * as v from 'valibot'

import type { ServerCache, ServerTraits } from './limits/index.js'
import { INFOS } from './option-infos/index.js'

/** Settings of `mastodon()`. All are optional. */
export interface MastodonOptions {
  /**
   * Home page of the application. Servers show it to users who approve an app that the library
   * registered.
   */
  readonly website?: string | undefined
  /** Seconds for which the limits and traits of a server are cached. Default: 300. */
  readonly limitsCacheSeconds?: number | undefined
  /** Maximum number of requests that read the processing status of a file. Default: 30. */
  readonly mediaChecks?: number | undefined
  /**
   * Seconds before the first request for a file's processing status. Later pauses grow up to five
   * times this value. Default: 1.
   */
  readonly mediaWaitSeconds?: number | undefined
  /** Notifications in one poll, 1 to 80. Default: 40. */
  readonly updatesPerCheck?: number | undefined
  /**
   * If true, polling also returns notifications that the user's notification policy filters, such
   * as mentions by strangers. Default: false.
   */
  readonly includeFiltered?: boolean | undefined
  /**
   * Known traits of servers, by host: `{ 'social.example': { schedules: true } }`. Set them for
   * programs that the library does not know. For an unknown program the library refuses requests
   * that could fail silently.
   */
  readonly servers?: Readonly<Record<string, PartialInit<ServerTraits>>> | undefined
}

/** `MastodonOptions` with all defaults applied, and the cache that all accounts share. */
export interface Settings extends ServerCache {
  readonly website: string | null
  readonly mediaChecks: number
  readonly mediaWaitSeconds: number
  readonly updatesPerCheck: number
  readonly includeFiltered: boolean
}

/**
 * Maximum notifications in one page. https://docs.joinmastodon.org/methods/notifications/ (read
 * 2026-09-24)
 */
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

function readConfiguredTraits(
  reader: SettingsReader<MastodonOptions>,
  given: unknown,
): Settings['configured'] {
  if (typeof given !== 'object' || given === null)
    throw reader.refuse('servers', "an object of hosts, such as { 'social.example': { schedules: true } }")
  return new Map(
    Object.entries(given).map(([host, traits]: [string, Partial<ServerTraits>]) => {
      const factory = `mastodon({ servers: { ${JSON.stringify(host.slice(0, 80))} } })`
      const configured = readFactoryOptions<Partial<ServerTraits>>(factory, traits, TRAITS)
      const named = TRAITS.filter((name) => traits[name] !== undefined)
      // Loopback hosts are allowed for emulators. This is safe, because configured traits cause no
      // request.
      const clean = cleanHost(host, { platform: 'mastodon', allowLoopback: true })
      return [clean, Object.fromEntries(named.map((name) => [name, configured.flag(name, false)]))]
    }),
  )
}

/**
 * Validates the options and applies the defaults.
 *
 * @throws ConfigError for an unknown option, or a value out of its range.
 */
export function readSettings(options: MastodonOptions): Settings {
  const reader = readFactoryOptions('mastodon', options, OPTIONS)
  return {
    website: options.website ?? null,
    limitsCacheSeconds: reader.number('limitsCacheSeconds', { default: 300, min: 0, fractions: true }),
    mediaChecks: reader.number('mediaChecks', { default: 30, min: 1 }),
    mediaWaitSeconds: reader.number('mediaWaitSeconds', { default: 1, min: 0, fractions: true }),
    updatesPerCheck: reader.number('updatesPerCheck', { default: 40, min: 1, max: MAX_UPDATES_PAGE_SIZE }),
    includeFiltered: reader.flag('includeFiltered', false),
    configured: readConfiguredTraits(reader, options.servers ?? {}),
    servers: new Map(),
  }
}

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

/**
 * Options of a private message. The visibility is no option, because a message is always direct.
 */
const messageEntries = {
  /**
   * Content warning that hides the text until the reader opens the post. The warning counts
   * towards the text length. Name in Mastodon's API: `spoiler_text`.
   */
  spoilerText: v.optional(withInfo(nonEmptyText, INFOS.spoilerText)),
  /**
   * Hides the media behind a warning. Default: the account's setting. Name in Mastodon's API:
   * `sensitive`.
   */
  sensitive: v.optional(withInfo(v.boolean(), INFOS.sensitive)),
  /**
   * ISO 639-1 code of the text's language. Default: the account's setting. Name in Mastodon's API:
   * `language`.
   */
  language: v.optional(withInfo(nonEmptyText, INFOS.language)),
}

const share = v.pipe(v.number(), v.minValue(-1), v.maxValue(1))

const pictureBytes = (refusal: string) =>
  v.custom<Uint8Array>((value) => value instanceof Uint8Array, refusal)

const quotePolicy = withInfo(v.picklist(['public', 'followers', 'nobody']), INFOS.quoteApprovalPolicy)

/** A poll. `account.limits()` returns the server's limits for polls in `extra.poll`. */
const poll = v.strictObject({
  /**
   * Choices of the poll: two or more, without duplicates. Name in Mastodon's API:
   * `poll[options][]`.
   */
  options: withInfo(v.pipe(v.array(nonEmptyText), v.minLength(2)), INFOS.pollChoices),
  /** Duration of the poll in seconds. Name in Mastodon's API: `poll[expires_in]`. */
  seconds: withInfo(v.pipe(v.number(), v.integer(), v.minValue(1)), INFOS.pollDuration),
  /** Allows each person to vote for several choices. Name in Mastodon's API: `poll[multiple]`. */
  multiple: v.optional(withInfo(v.boolean(), INFOS.pollMultiple), false),
  /** Hides the vote counts until the poll ends. Name in Mastodon's API: `poll[hide_totals]`. */
  hideTotals: v.optional(withInfo(v.boolean(), INFOS.pollHideTotals), false),
})

/**
 * Post options of Mastodon. This schema alone defines the accepted names.
 * https://docs.joinmastodon.org/methods/statuses/#create (read 2026-09-24)
 */
export const postOptions = v.strictObject({
  /** Audience of the post. Default: the account's setting. Name in Mastodon's API: `visibility`. */
  visibility: v.optional(withInfo(v.picklist(['public', 'unlisted', 'private', 'direct']), INFOS.visibility)),
  ...messageEntries,
  /**
   * Id of a post to quote. A quote cannot have media. Requires Mastodon 4.5. Name in Mastodon's
   * API: `quoted_status_id`.
   */
  quotedStatusId: v.optional(withInfo(nonEmptyText, INFOS.quotedStatusId)),
  /**
   * Accounts that are allowed to quote this post. Requires Mastodon 4.5. Name in Mastodon's API:
   * `quote_approval_policy`.
   */
  quoteApprovalPolicy: v.optional(quotePolicy),
  /**
   * Focal point of each file, which previews always show: `[x, y]` from -1 to 1, from left to
   * right and from bottom to top. Null uses the centre. Name in Mastodon's API: `focus`.
   */
  focus: v.optional(withInfo(v.array(v.nullable(v.strictTuple([share, share]))), INFOS.focus)),
  /**
   * Preview image of each video: the bytes of a PNG, JPEG, GIF or WebP file. With null the server
   * chooses an image. Name in Mastodon's API: `thumbnail`.
   */
  thumbnail: v.optional(
    withInfo(
      v.array(
        v.nullable(
          pictureBytes(
            "options.thumbnail requires the bytes of a picture or null for each video: [await readFile('cover.jpg')].",
          ),
        ),
      ),
      INFOS.thumbnail,
    ),
  ),
  /**
   * A poll. Mastodon 4.6 and later accept files together with a poll. No version accepts a quote
   * together with a poll. Name in Mastodon's API: `poll`.
   */
  poll: v.optional(withInfo(poll, INFOS.poll)),
})

/**
 * Options of an edit in addition to the text. An edit leaves everything else unchanged, including
 * the visibility.
 * https://docs.joinmastodon.org/methods/statuses/#edit (read 2026-11-22)
 */
export const editOptions = v.strictObject({
  /** New content warning; '' removes the warning. Name in Mastodon's API: `spoiler_text`. */
  spoilerText: v.optional(withInfo(v.string(), INFOS.spoilerText)),
  sensitive: v.optional(withInfo(v.boolean(), INFOS.sensitive)),
  language: v.optional(withInfo(nonEmptyText, INFOS.language)),
  /**
   * Accounts that are allowed to quote this post. Requires Mastodon 4.5.5. Name in Mastodon's API:
   * `quote_approval_policy`.
   */
  quoteApprovalPolicy: v.optional(quotePolicy),
  /**
   * New alt texts, by file id. The file id is `raw.id` of an attachment. Name in Mastodon's API:
   * `media_attributes`.
   */
  altTexts: v.optional(v.record(v.string(), v.string())),
  /**
   * New focal points, by file id. Same format as `focus` of a post. Name in Mastodon's API:
   * `media_attributes`.
   */
  focus: v.optional(v.record(v.string(), v.strictTuple([share, share]))),
  /**
   * New preview images of video and audio files, by file id. Each is the bytes of an image. Name
   * in Mastodon's API: `media_attributes`.
   */
  thumbnails: v.optional(
    v.record(
      v.string(),
      pictureBytes(
        "options.thumbnails requires the bytes of a picture by the id of a file: { [id]: await readFile('cover.jpg') }.",
      ),
    ),
  ),
})

/** Options of a private message. */
export const messageOptions = v.strictObject(messageEntries)

/** Post options of Mastodon. All are optional. */
export type MastodonPostOptions = v.InferInput<typeof postOptions>

/** Options for an edit of a Mastodon post in addition to the text. All are optional. */
export type MastodonEditOptions = v.InferInput<typeof editOptions>

/** Post options after validation, with defaults applied. */
export type ReadOptions = v.InferOutput<typeof postOptions>
