import { measureText, type PartialInit, readFactoryOptions } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type PinterestAddress } from './addresses.js'
import { MAX_ALT_TEXT_LENGTH, MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from './limits.js'

/** Settings of `pinterest()`. All are optional. */
export interface PinterestOptions {
  /** Timeout of one request in seconds. Default: 300, because Pinterest fetches images during the request. Uploads use `stallSeconds` instead. */
  readonly timeoutSeconds?: number | undefined
  /** Seconds without progress after which an upload fails. Default: 60. */
  readonly stallSeconds?: number | undefined
  /** Maximum number of queries for the processing status of a video. Default: 60. */
  readonly mediaChecks?: number | undefined
  /** Seconds before each query for the processing status of a video. Default: 2. */
  readonly mediaWaitSeconds?: number | undefined
  /** False omits `continuous_refresh`. Apps created before 25 September 2025 need it, and it has no effect on others. Default: true. */
  readonly continuousRefresh?: boolean | undefined
  /** Base URLs of the sandbox (only `api`), an emulator or a proxy. */
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
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
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
    timeoutSeconds: given.number('timeoutSeconds', { ...seconds, default: 300 }),
    stallSeconds: given.number('stallSeconds', { ...seconds, default: 60 }),
    mediaChecks: given.number('mediaChecks', { default: 60, min: 1 }),
    mediaWaitSeconds: given.number('mediaWaitSeconds', { ...seconds, default: 2, min: 0 }),
    continuousRefresh: given.flag('continuousRefresh', true),
    addresses: given.addresses(ADDRESSES),
  }
}

const BOARD =
  "options.boardId must be a board id, which is text with digits, such as '549755885175'. account.run(boards) lists the boards."
const SECTION =
  'options.boardSectionId must be a section id of the board, which is text with digits. account.run((call) => boardSections(boardId, call)) lists the sections.'

function boundedText(name: string, max: number, advice = '') {
  const sentence = `options.${name} must have 1 to ${max} characters.${advice}`
  return v.pipe(
    v.string(sentence),
    v.nonEmpty(sentence),
    v.check((text) => measureText(text) <= max, sentence),
    v.check(
      (text) => text.isWellFormed(),
      `options.${name} contains an incomplete character. Do not cut a text inside an emoji.`,
    ),
  )
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

const LINK = 'options.link must be an http or https URL, such as "https://shop.example/chair".'
const COVER =
  'options.coverImageUrl must be the URL of a picture that Pinterest can fetch, such as "https://shop.example/cover.jpg".'
const KEY_FRAME = 'options.coverImageKeyFrameTime must be a whole number of seconds, 0 or more.'

const board = v.pipe(v.string(BOARD), v.digits(BOARD))
const section = v.pipe(v.string(SECTION), v.digits(SECTION))
const title = boundedText('title', MAX_TITLE_LENGTH, ' Post.text is the description.')
const link = v.pipe(boundedText('link', MAX_LINK_LENGTH), v.check(isWebAddress, LINK))
const altText = boundedText('altText', MAX_ALT_TEXT_LENGTH)

const entries = {
  /** Board of the pin. Default: `extra.boardId` of the connection. Pinterest's `board_id`. */
  boardId: v.optional(board),
  /** Section of the board `boardId`. Pinterest's `board_section_id`. */
  boardSectionId: v.optional(section),
  /** Title, 1 to 100 characters. Pinterest's `title`. */
  title: v.optional(title),
  /** URL that a click on the pin opens. Pinterest's `link`. */
  link: v.optional(link),
  /** Description of the pin for people who cannot see it: one text for the whole pin. Pinterest's `alt_text`. */
  altText: v.optional(altText),
  /** Colour shown until the image has loaded, such as `#6E7874`. Pinterest's `dominant_color`. */
  dominantColor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^#[0-9a-fA-F]{6}$/, 'options.dominantColor must be a colour such as "#6E7874".'),
    ),
  ),
  /** URL of a video's cover. Pinterest's `cover_image_url`. */
  coverImageUrl: v.optional(v.pipe(v.string(COVER), v.check(isWebAddress, COVER))),
  /** Second of a video that is used as its cover. Default: 0, the first frame. Pinterest's `cover_image_key_frame_time`. */
  coverImageKeyFrameTime: v.optional(
    v.pipe(v.number(KEY_FRAME), v.safeInteger(KEY_FRAME), v.minValue(0, KEY_FRAME)),
  ),
}

/**
 * Post options of Pinterest. The accepted names are defined only here.
 * `PinCreate` of https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
export const postOptions = v.pipe(
  v.strictObject(entries),
  v.check(
    ({ coverImageUrl, coverImageKeyFrameTime }) =>
      coverImageUrl === undefined || coverImageKeyFrameTime === undefined,
    'pinterest accepts options.coverImageUrl or options.coverImageKeyFrameTime, not both. Remove one.',
  ),
)

/**
 * Options of an edit, in addition to the description. Null removes a value. The media cannot be changed.
 * `PinUpdate` of https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
export const editOptions = v.strictObject({
  /** New board of the pin. */
  boardId: v.optional(board),
  /** Section of the board; null removes the pin from its section. */
  boardSectionId: v.optional(v.nullable(section)),
  title: v.optional(v.nullable(title)),
  link: v.optional(v.nullable(link)),
  altText: v.optional(v.nullable(altText)),
})

/** Options of `account.editPost` for Pinterest. All are optional. */
export type PinterestEditOptions = v.InferInput<typeof editOptions>

/** Post options of Pinterest. `boardId` is required unless the connection has one. */
export type PinterestPostOptions = v.InferInput<typeof postOptions>

/** Validated post options, with defaults. */
export type ReadOptions = v.InferOutput<typeof postOptions>
