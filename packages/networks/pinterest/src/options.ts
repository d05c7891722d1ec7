import { measureText, type PartialInit, readFactoryOptions, withInfo } from '@social/core/platform'
import * as v from 'valibot'

import { type Addresses, ADDRESSES, type PinterestAddress } from './addresses.js'
import { MAX_ALT_TEXT_LENGTH, MAX_LINK_LENGTH, MAX_TITLE_LENGTH } from './limits.js'
import * as messages from './messages.js'

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

const board = withInfo(v.pipe(v.string(BOARD), v.digits(BOARD)), {
  label: { en: 'Board', de: 'Board' },
  help: { en: 'Board on which the pin appears.', de: 'Board, auf dem der Pin erscheint.' },
  networkName: 'board_id',
  required: messages.BOARD_REQUIRED,
  invalid: messages.BOARD_INVALID,
})
const section = withInfo(v.pipe(v.string(SECTION), v.digits(SECTION)), {
  label: { en: 'Section', de: 'Abschnitt' },
  help: { en: 'Section of the chosen board.', de: 'Abschnitt des gewählten Boards.' },
  networkName: 'board_section_id',
  invalid: messages.SECTION_INVALID,
})
const title = withInfo(boundedText('title', MAX_TITLE_LENGTH, ' Post.text is the description.'), {
  label: { en: 'Title', de: 'Titel' },
  help: { en: 'Title of the pin above its description.', de: 'Titel des Pins über seiner Beschreibung.' },
  networkName: 'title',
  unit: 'characters',
  invalid: messages.TITLE_INVALID,
})
const link = withInfo(v.pipe(boundedText('link', MAX_LINK_LENGTH), v.check(isWebAddress, LINK)), {
  label: { en: 'Link', de: 'Link' },
  help: {
    en: 'Page that opens on a click on the pin.',
    de: 'Seite, die sich bei einem Klick auf den Pin öffnet.',
  },
  networkName: 'link',
  unit: 'characters',
  invalid: messages.LINK_INVALID,
})
const altText = withInfo(boundedText('altText', MAX_ALT_TEXT_LENGTH), {
  label: { en: 'Image description', de: 'Bildbeschreibung' },
  help: {
    en: 'Description of the whole pin for people who cannot see it.',
    de: 'Beschreibung des ganzen Pins für Menschen, die ihn nicht sehen können.',
  },
  networkName: 'alt_text',
  unit: 'characters',
  invalid: messages.ALT_TEXT_INVALID,
})

/** Labels of the options that set a cover. Issues about a cover show them. */
export const COVER_LABELS = {
  coverImageUrl: { en: 'Cover picture', de: 'Titelbild' },
  coverImageKeyFrameTime: { en: 'Moment of the cover', de: 'Stelle des Titelbilds' },
} as const

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
    withInfo(
      v.pipe(
        v.string(),
        v.regex(/^#[0-9a-fA-F]{6}$/, 'options.dominantColor must be a colour such as "#6E7874".'),
      ),
      {
        label: { en: 'Colour', de: 'Farbe' },
        help: {
          en: 'Colour that is shown until the picture has loaded.',
          de: 'Farbe, die zu sehen ist, bis das Bild geladen ist.',
        },
        networkName: 'dominant_color',
        invalid: messages.COLOUR_INVALID,
      },
    ),
  ),
  /** URL of a video's cover. Pinterest's `cover_image_url`. */
  coverImageUrl: v.optional(
    withInfo(v.pipe(v.string(COVER), v.check(isWebAddress, COVER)), {
      label: COVER_LABELS.coverImageUrl,
      help: { en: 'Web address of the cover of the video.', de: 'Webadresse des Titelbilds des Videos.' },
      networkName: 'cover_image_url',
      onlyWith: [{ media: 'VIDEO' }],
      invalid: messages.COVER_INVALID,
    }),
  ),
  /** Second of a video that is used as its cover. Default: 0, the first frame. Pinterest's `cover_image_key_frame_time`. */
  coverImageKeyFrameTime: v.optional(
    withInfo(v.pipe(v.number(KEY_FRAME), v.safeInteger(KEY_FRAME), v.minValue(0, KEY_FRAME)), {
      label: COVER_LABELS.coverImageKeyFrameTime,
      help: {
        en: 'Second of the video that becomes its cover.',
        de: 'Sekunde des Videos, die zum Titelbild wird.',
      },
      networkName: 'cover_image_key_frame_time',
      unit: 'seconds',
      onlyWith: [{ media: 'VIDEO' }],
      invalid: messages.COVER_TIME_INVALID,
    }),
  ),
}

/**
 * Post options of Pinterest. The accepted names are defined only here.
 * `PinCreate` of https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
export const postOptions = v.strictObject(entries)

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
