import { measureText, type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type YoutubeAddress } from './addresses.js'
import {
  MAX_CHUNK_BYTES,
  MAX_UPDATES_PAGE_SIZE,
  CHUNK_STEP_BYTES,
  countTags,
  MAX_TITLE_LENGTH,
  MAX_TAG_CHARACTERS,
  DEFAULT_CHUNK_BYTES,
} from './limits.js'
import { INFOS } from './option-infos.js'

/** Settings of `youtube()`. All are optional. */
export interface YoutubeOptions {
  /** Chunk size of an upload in bytes, a multiple of 262,144 (256 KiB). Default: 8,388,608 (8 MiB). */
  readonly chunkBytes?: number | undefined
  /** Maximum retries of a chunk while the upload makes no progress. Default: 3. */
  readonly resendsAllowed?: number | undefined
  /** Seconds without progress after which a chunk fails. Default: 60. */
  readonly stallSeconds?: number | undefined
  /** Comments per poll, 1 to 100. Default: 50. */
  readonly updatesPerCheck?: number | undefined
  /** Base URLs of an emulator or a proxy, instead of those of Google. */
  readonly addresses?: PartialInit<Record<YoutubeAddress, string>> | undefined
}

/** `YoutubeOptions` with all defaults applied. */
export interface Settings {
  readonly chunkBytes: number
  readonly resendsAllowed: number
  readonly stallSeconds: number
  readonly updatesPerCheck: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults to the settings.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 */
export function readSettings(options: YoutubeOptions): Settings {
  const reader = readFactoryOptions<YoutubeOptions>('youtube', options, [
    'chunkBytes',
    'resendsAllowed',
    'stallSeconds',
    'updatesPerCheck',
    'addresses',
  ])
  const chunkBytes = reader.number('chunkBytes', {
    default: DEFAULT_CHUNK_BYTES,
    min: CHUNK_STEP_BYTES,
    max: MAX_CHUNK_BYTES,
    unit: 'bytes',
  })
  if (chunkBytes % CHUNK_STEP_BYTES > 0)
    throw reader.refuse(
      'chunkBytes',
      `a multiple of ${CHUNK_STEP_BYTES} bytes (256 KiB), such as ${DEFAULT_CHUNK_BYTES} (8 MiB)`,
    )
  return {
    chunkBytes,
    resendsAllowed: reader.number('resendsAllowed', { default: 3, min: 0, max: 100 }),
    stallSeconds: reader.number('stallSeconds', {
      default: 60,
      min: 1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    updatesPerCheck: reader.number('updatesPerCheck', { default: 50, min: 1, max: MAX_UPDATES_PAGE_SIZE }),
    addresses: reader.addresses(ADDRESSES),
  }
}

const TITLE = `youtube requires options.title: at most ${MAX_TITLE_LENGTH} characters, without < and >. Post.text is the description, not the title.`
const KIDS =
  'youtube requires options.madeForKids: true or false. It is a legal declaration, so the library will not guess.'
const TAGS = "options.tags must be a list of texts such as ['bread', 'sour dough'], not one text."
const LANGUAGE = "options.defaultLanguage must be a language tag such as 'en' or 'pt-BR'."
const DAY = "options.recordingDate must be a day such as '2026-11-22'."

/** Returns true for a date that exists. For example, 30 February is invalid. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`)
}

/**
 * Schema of the post options of YouTube. It is the only list of valid names.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos/insert (read 2026-11-21)
 */
export const postOptions = v.strictObject({
  /** Title of the video: at most 100 characters, no `<` or `>`. YouTube's `snippet.title`. */
  title: withInfo(
    v.pipe(
      v.string(TITLE),
      v.check((title) => title.trim() !== '', TITLE),
      v.check(
        (title) => measureText(title) <= MAX_TITLE_LENGTH,
        `options.title is too long: youtube takes at most ${MAX_TITLE_LENGTH} characters. Shorten it. Post.text is the description.`,
      ),
      v.regex(/^[^<>]*$/, 'options.title must not contain < or >: youtube refuses both. Remove them.'),
    ),
    INFOS.title,
  ),
  /**
   * True if the video is made for children. Required: YouTube demands an explicit answer.
   * YouTube's `status.selfDeclaredMadeForKids`.
   */
  madeForKids: withInfo(v.boolean(KIDS), INFOS.madeForKids),
  /**
   * Visibility. Default: `private`; YouTube's own default is `public`. YouTube's
   * `status.privacyStatus`.
   */
  privacyStatus: v.optional(
    withInfo(v.picklist(['private', 'unlisted', 'public']), INFOS.privacyStatus),
    'private',
  ),
  /** Id of a category, for example `22` for People & Blogs. YouTube's `snippet.categoryId`. */
  categoryId: v.optional(withInfo(v.pipe(v.string(), v.nonEmpty()), INFOS.categoryId)),
  /**
   * Tags, at most 500 characters in total. Each comma between tags counts, and each tag with a
   * space counts two quotes. YouTube's `snippet.tags`.
   */
  tags: v.optional(
    withInfo(
      v.pipe(
        v.array(
          v.pipe(v.string(TAGS), v.nonEmpty('options.tags must not contain an empty text. Remove it.')),
          TAGS,
        ),
        v.check(
          (tags) => countTags(tags) <= MAX_TAG_CHARACTERS,
          `options.tags are too long: youtube takes ${MAX_TAG_CHARACTERS} characters in total, including a comma between tags and two quotes for a tag with a space. Remove some.`,
        ),
      ),
      INFOS.tags,
    ),
  ),
  /** False does not notify subscribers. YouTube's default: true. YouTube's `notifySubscribers`. */
  notifySubscribers: v.optional(withInfo(v.boolean(), INFOS.notifySubscribers)),
  /**
   * True for realistic scenes that software created or altered. YouTube requires this declaration.
   * YouTube's `status.containsSyntheticMedia`.
   */
  containsSyntheticMedia: v.optional(withInfo(v.boolean(), INFOS.containsSyntheticMedia)),
  /**
   * True if the video contains paid product placement. YouTube's
   * `paidProductPlacementDetails.hasPaidProductPlacement`.
   */
  hasPaidProductPlacement: v.optional(withInfo(v.boolean(), INFOS.hasPaidProductPlacement)),
  /** False prevents other sites from embedding the video. YouTube's default: true. YouTube's `status.embeddable`. */
  embeddable: v.optional(withInfo(v.boolean(), INFOS.embeddable)),
  /** License. YouTube's default: its own license. YouTube's `status.license`. */
  license: v.optional(withInfo(v.picklist(['youtube', 'creativeCommon']), INFOS.license)),
  /** False hides the statistics. YouTube's default: true. YouTube's `status.publicStatsViewable`. */
  publicStatsViewable: v.optional(withInfo(v.boolean(), INFOS.publicStatsViewable)),
  /** Language of title and description, such as `en` or `pt-BR`. YouTube's `snippet.defaultLanguage`. */
  defaultLanguage: v.optional(
    withInfo(
      v.pipe(v.string(LANGUAGE), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, LANGUAGE)),
      INFOS.defaultLanguage,
    ),
  ),
  /** Recording date, such as `2026-11-22`. YouTube's `recordingDetails.recordingDate`. */
  recordingDate: v.optional(withInfo(v.pipe(v.string(DAY), v.check(isDay, DAY)), INFOS.recordingDate)),
})

const { title, madeForKids, privacyStatus, notifySubscribers: _onlyOnce, ...mayStay } = postOptions.entries

/**
 * Editable fields of a video in addition to its description. All are optional, and omitted fields
 * are unchanged.
 * https://developers.google.com/youtube/v3/docs/videos/update (read 2026-11-22)
 */
export const editOptions = v.strictObject({
  ...mayStay,
  title: v.optional(title),
  madeForKids: v.optional(madeForKids),
  privacyStatus: v.optional(privacyStatus.wrapped),
})

/** Editable fields of a video, as parsed by the schema. */
export type ReadEdit = v.InferOutput<typeof editOptions>

/** Post options of YouTube. `title` and `madeForKids` are required. */
export type YoutubePostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
