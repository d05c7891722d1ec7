import { measureText, type PartialInit, readFactoryOptions } from '@social/core/platform'
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

/** Settings of `youtube()`; all of them may be left out. */
export interface YoutubeOptions {
  /** Bytes of one piece of an upload, a multiple of 262,144 (256 KiB); 8,388,608 (8 MiB) unless given. */
  readonly chunkBytes?: number | undefined
  /** How often in a row a piece is sent again without getting any further; 3 unless given. */
  readonly resendsAllowed?: number | undefined
  /** Seconds without a byte after which a piece counts as lost; 60 unless given. */
  readonly stallSeconds?: number | undefined
  /** Comments in one poll, 1 to 100; 50 unless given. */
  readonly updatesPerCheck?: number | undefined
  /** Other addresses than Google's: those of an emulator or of a proxy. */
  readonly addresses?: PartialInit<Record<YoutubeAddress, string>> | undefined
}

/** `YoutubeOptions` with everything filled in. */
export interface Settings {
  readonly chunkBytes: number
  readonly resendsAllowed: number
  readonly stallSeconds: number
  readonly updatesPerCheck: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults.
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

const TITLE = `youtube needs options.title: at most ${MAX_TITLE_LENGTH} characters, without < and >. Post.text is the description, not the title.`
const KIDS =
  'youtube needs options.madeForKids: true or false. It is a declaration that the law asks of you, so the library will not guess.'
const TAGS = "options.tags must be a list of texts such as ['bread', 'sour dough'], not one text."
const LANGUAGE = "options.defaultLanguage must be a language tag such as 'en' or 'pt-BR'."
const DAY = "options.recordingDate must be a day such as '2026-11-22'."

/** Whether there is such a day: 30 February is none. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`)
}

/**
 * Post options that YouTube takes. The accepted names are read from here; they are written nowhere else.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos/insert (read 2026-11-21)
 */
export const postOptions = v.strictObject({
  /** Title of the video: at most 100 characters, no `<` or `>`. YouTube's `snippet.title`. */
  title: v.pipe(
    v.string(TITLE),
    v.check((title) => title.trim() !== '', TITLE),
    v.check(
      (title) => measureText(title) <= MAX_TITLE_LENGTH,
      `options.title is too long: youtube takes at most ${MAX_TITLE_LENGTH} characters. Shorten it; Post.text is the description.`,
    ),
    v.regex(/^[^<>]*$/, 'options.title must not have < or > in it: youtube refuses both. Take them out.'),
  ),
  /** Whether the video is made for children; never guessed. YouTube's `status.selfDeclaredMadeForKids`. */
  madeForKids: v.boolean(KIDS),
  /** Who can see it; `private` unless given. YouTube's `status.privacyStatus`, which would be `public`. */
  privacyStatus: v.optional(v.picklist(['private', 'unlisted', 'public']), 'private'),
  /** Id of a category, such as `22`: People & Blogs. YouTube's `snippet.categoryId`. */
  categoryId: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** Tags, 500 characters in all: a comma between tags counts, and two quotes for a tag with a space. `snippet.tags`. */
  tags: v.optional(
    v.pipe(
      v.array(
        v.pipe(v.string(TAGS), v.nonEmpty('options.tags must not hold an empty text. Take it out.')),
        TAGS,
      ),
      v.check(
        (tags) => countTags(tags) <= MAX_TAG_CHARACTERS,
        `options.tags are too long: youtube takes ${MAX_TAG_CHARACTERS} characters in all, and counts a comma between tags and two quotes for a tag with a space. Take some out.`,
      ),
    ),
  ),
  /** Whether subscribers are told; YouTube tells them unless this is false. YouTube's `notifySubscribers`. */
  notifySubscribers: v.optional(v.boolean()),
  /** Whether realistic scenes were made or altered by a program, which YouTube wants to be told. `status.containsSyntheticMedia`. */
  containsSyntheticMedia: v.optional(v.boolean()),
  /** Whether somebody paid to be in it. YouTube's `paidProductPlacementDetails.hasPaidProductPlacement`. */
  hasPaidProductPlacement: v.optional(v.boolean()),
  /** Whether other sites may show it; they may unless this is false. YouTube's `status.embeddable`. */
  embeddable: v.optional(v.boolean()),
  /** YouTube's own licence unless given. YouTube's `status.license`. */
  license: v.optional(v.picklist(['youtube', 'creativeCommon'])),
  /** Whether everybody may see its numbers; they may unless this is false. YouTube's `status.publicStatsViewable`. */
  publicStatsViewable: v.optional(v.boolean()),
  /** Language of title and description, such as `en` or `pt-BR`. YouTube's `snippet.defaultLanguage`. */
  defaultLanguage: v.optional(
    v.pipe(v.string(LANGUAGE), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, LANGUAGE)),
  ),
  /** The day it was filmed on, such as `2026-11-22`. YouTube's `recordingDetails.recordingDate`. */
  recordingDate: v.optional(v.pipe(v.string(DAY), v.check(isDay, DAY))),
})

const { title, madeForKids, privacyStatus, notifySubscribers: _onlyOnce, ...mayStay } = postOptions.entries

/**
 * What of a video can be changed beside its description, all optional: what is left out stays.
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

/** Post options that YouTube takes; `title` and `madeForKids` are required. */
export type YoutubePostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
