import { measureText, type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type PinterestAddress } from './addresses.js'
import { MAX_ALT_TEXT_LENGTH, MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from './limits.js'

/** Settings of `pinterest()`; all of them may be left out. */
export interface PinterestOptions {
  /** Seconds for one request; 300 unless given, because Pinterest fetches pictures while it makes a pin. Uploads are bounded by `stallSeconds` instead. */
  readonly timeoutSeconds?: number | undefined
  /** Seconds without a byte after which an upload counts as lost; 60 unless given. */
  readonly stallSeconds?: number | undefined
  /** How often the status of a video that Pinterest still processes is polled; 60 unless given. */
  readonly mediaChecks?: number | undefined
  /** Seconds before each poll of that status; 2 unless given. */
  readonly mediaWaitSeconds?: number | undefined
  /** False leaves `continuous_refresh` out. Apps made before 25 September 2025 need it, and it does the others no harm; true unless given. */
  readonly continuousRefresh?: boolean | undefined
  /** Other addresses than Pinterest's own: `api` of the sandbox, or those of an emulator. */
  readonly addresses?: PartialInit<Record<PinterestAddress, string>> | undefined
}

/** `PinterestOptions` with all defaults applied. */
export interface Settings {
  readonly timeoutSeconds: number
  readonly stallSeconds: number
  readonly mediaChecks: number
  readonly mediaWaitSeconds: number
  readonly continuousRefresh: boolean
  readonly addresses: Addresses
}

/**
 * Applies the defaults to missing settings.
 *
 * @throws ConfigError for an unknown name, a number out of its range, and for an invalid URL.
 */
export function readSettings(options: PinterestOptions): Settings {
  const given = readFactoryOptions('pinterest', options, [
    'timeoutSeconds',
    'stallSeconds',
    'mediaChecks',
    'mediaWaitSeconds',
    'continuousRefresh',
    'addresses',
  ])
  const seconds = { min: 1, fractions: true, unit: 'seconds' } as const
  return {
    timeoutSeconds: given.number('timeoutSeconds', { ...seconds, usual: 300 }),
    stallSeconds: given.number('stallSeconds', { ...seconds, usual: 60 }),
    mediaChecks: given.number('mediaChecks', { usual: 60, min: 1 }),
    mediaWaitSeconds: given.number('mediaWaitSeconds', { ...seconds, usual: 2, min: 0 }),
    continuousRefresh: given.flag('continuousRefresh', true),
    addresses: given.addresses(ADDRESSES),
  }
}

const BOARD =
  "options.boardId must be the id of a board: digits, as text, such as '549755885175'. account.run(boards) lists them."
const SECTION =
  'options.boardSectionId must be the id of a section of that board: digits, as text. account.run((call) => boardSections(boardId, call)) lists them.'

function words(name: string, most: number, advice = '') {
  const sentence = `options.${name} takes 1 to ${most} characters.${advice}`
  return v.pipe(
    v.string(sentence),
    v.nonEmpty(sentence),
    v.check((text) => measureText(text) <= most, sentence),
    v.check((text) => text.isWellFormed(), `options.${name} holds half an emoji. Cut texts between letters.`),
  )
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

const LINK = 'options.link must be a web address such as "https://shop.example/chair".'
const COVER =
  'options.coverImageUrl must be the web address of a picture that Pinterest can fetch, such as "https://shop.example/cover.jpg".'
const KEY_FRAME = 'options.coverImageKeyFrameTime must be a whole number of seconds, 0 or more.'

const board = v.pipe(v.string(BOARD), v.digits(BOARD))
const section = v.pipe(v.string(SECTION), v.digits(SECTION))
const title = words('title', MAX_TITLE_LENGTH, ' Post.text is the description.')
const link = v.pipe(words('link', MAX_LINK_LENGTH), v.check(isWebAddress, LINK))
const altText = words('altText', MAX_ALT_TEXT_LENGTH)

const entries = {
  /** Board the pin goes to; `extra.boardId` of the connection unless given. Pinterest's `board_id`. */
  boardId: v.optional(board),
  /** Section of that board. Pinterest's `board_section_id`. */
  boardSectionId: v.optional(section),
  /** Title, 1 to 100 characters. Pinterest's `title`. */
  title: v.optional(title),
  /** Where a click on the pin leads. Pinterest's `link`. */
  link: v.optional(link),
  /** What the pin shows, for people who cannot see it: one text for the whole pin. Pinterest's `alt_text`. */
  altText: v.optional(altText),
  /** Colour shown until the picture is there, such as `#6E7874`. Pinterest's `dominant_color`. */
  dominantColor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^#[0-9a-fA-F]{6}$/, 'options.dominantColor must be a colour such as "#6E7874".'),
    ),
  ),
  /** Cover of a video, by its address. Pinterest's `cover_image_url`. */
  coverImageUrl: v.optional(v.pipe(v.string(COVER), v.check(isWebAddress, COVER))),
  /** Second of a video that becomes its cover; 0, the first frame, when neither is given. Pinterest's `cover_image_key_frame_time`. */
  coverImageKeyFrameTime: v.optional(
    v.pipe(v.number(KEY_FRAME), v.safeInteger(KEY_FRAME), v.minValue(0, KEY_FRAME)),
  ),
}

/**
 * Post options that Pinterest takes. The accepted names are read from here; they are written nowhere else.
 * `PinCreate` of https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.check(
    ({ coverImageUrl, coverImageKeyFrameTime }) =>
      coverImageUrl === undefined || coverImageKeyFrameTime === undefined,
    'pinterest takes one cover: options.coverImageUrl or options.coverImageKeyFrameTime. Take one of them out.',
  ),
)

/**
 * What can be changed about a pin beside its description; null takes something away. What it shows stays.
 * `PinUpdate` of https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
export const editOptions = v.strictObject({
  /** Board the pin is moved to. */
  boardId: v.optional(board),
  /** Section of its board; null takes it out of its section. */
  boardSectionId: v.optional(v.nullable(section)),
  title: v.optional(v.nullable(title)),
  link: v.optional(v.nullable(link)),
  altText: v.optional(v.nullable(altText)),
})

/** Options of `account.editPost` that Pinterest takes. */
export type PinterestEditOptions = v.InferInput<typeof editOptions>

/** Post options that Pinterest takes; `boardId` is needed unless the connection has one. */
export type PinterestPostOptions = v.InferInput<typeof postOptions>

/** Post options as their schema read them. */
export type ReadOptions = v.InferOutput<typeof postOptions>
