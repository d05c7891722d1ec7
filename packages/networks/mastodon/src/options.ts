import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'

/** Settings of `mastodon()`; all of them may be left out. */
export interface MastodonOptions {
  /** Home page of the application, shown on the approval page of apps it registers. */
  readonly website?: string
  /** Seconds for which a server's limits are kept; 300 unless given. */
  readonly limitsCacheSeconds?: number
  /** How often a file that the server still works on is asked for; 30 unless given. */
  readonly mediaChecks?: number
  /** Seconds before the first of those questions; the pause then grows to five times that. 1 unless given. */
  readonly mediaWaitSeconds?: number
  /** Notifications in one poll, 1 to 80; 40 unless given. */
  readonly updatesPerCheck?: number
  /** True brings also what the person's notification policy holds back: mentions by strangers, for instance. */
  readonly includeFiltered?: boolean
}

/** `MastodonOptions` with everything filled in. */
export interface Settings {
  readonly website: string | null
  readonly limitsCacheSeconds: number
  readonly mediaChecks: number
  readonly mediaWaitSeconds: number
  readonly updatesPerCheck: number
  readonly includeFiltered: boolean
}

/** Notifications of one page at most. https://docs.joinmastodon.org/methods/notifications/ (read 2026-09-24) */
export const BIGGEST_UPDATES_PAGE = 80

function inRange(name: keyof MastodonOptions, value: number, smallest: number, biggest = Infinity): number {
  if (Number.isFinite(value) && value >= smallest && value <= biggest) return value
  const range = biggest === Infinity ? `${smallest} or more` : `from ${smallest} to ${biggest}`
  throw new ConfigError(`mastodon({ ${name} }) takes a number, ${range}. Correct it, or leave it out.`, {
    platform: 'mastodon',
  })
}

/**
 * Fills in what the application left out.
 *
 * @throws ConfigError for a number out of its range.
 */
export function readSettings(options: MastodonOptions): Settings {
  return {
    website: options.website ?? null,
    limitsCacheSeconds: inRange('limitsCacheSeconds', options.limitsCacheSeconds ?? 300, 0),
    mediaChecks: inRange('mediaChecks', options.mediaChecks ?? 30, 1),
    mediaWaitSeconds: inRange('mediaWaitSeconds', options.mediaWaitSeconds ?? 1, 0),
    updatesPerCheck: inRange('updatesPerCheck', options.updatesPerCheck ?? 40, 1, BIGGEST_UPDATES_PAGE),
    includeFiltered: options.includeFiltered ?? false,
  }
}

const words = v.pipe(v.string(), v.nonEmpty())

/** What a private message may say about itself: it is always direct. */
const messageEntries = {
  /** Words shown instead of the text until someone opens it; they count towards the length. Mastodon's `spoiler_text`. */
  spoilerText: v.optional(words),
  /** Hides the media behind a warning. Mastodon's `sensitive`; the account's own default unless given. */
  sensitive: v.optional(v.boolean()),
  /** ISO 639-1 code of the text's language. Mastodon's `language`; the account's own default unless given. */
  language: v.optional(words),
}

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
  quoteApprovalPolicy: v.optional(v.picklist(['public', 'followers', 'nobody'])),
})

/** Options of a private message. */
export const messageOptions = v.strictObject(messageEntries)

/** Post options that Mastodon takes, all optional. */
export type MastodonPostOptions = v.InferInput<typeof postOptions>

/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
