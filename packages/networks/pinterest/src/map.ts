import {
  type Attachment,
  type Connection,
  makeAttachment,
  makePerson,
  makePostDetails,
  makePostResult,
  makePostStats,
  pictureUrl,
  type PostDetails,
  type PostResult,
  type PostStats,
  type RawData,
} from '@social/core/platform'

import type { AccountReply, BoardReply, PinReply, SectionReply } from './schemas.js'

/** A board. */
export interface PinterestBoard {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** `PUBLIC`, `PROTECTED` or `SECRET`. Pins on a secret board are visible only to its owner. */
  readonly privacy: string | null
  readonly pinCount: number | null
  /**
   * Username of the board's owner. For a board shared with the account, the owner is another user.
   */
  readonly owner: string | null
  readonly createdAt: Date | null
  /** Pinterest's unchanged response. */
  readonly raw: RawData
}

/** A section of a board. */
export interface PinterestSection {
  readonly id: string
  readonly name: string
  /** Pinterest's unchanged response. */
  readonly raw: RawData
}

/** Maximum length of a time in a response. */
const MAX_MOMENT_LENGTH = 40

/** Number of characters at the end of a time that contain the time zone, `Z` or `+00:00`. */
const ZONE_LETTERS = 6

/** Builds the URL of a pin. */
function toPinUrl(pinId: string): string {
  return `https://www.pinterest.com/pin/${encodeURIComponent(pinId)}/`
}

/** Builds the URL of a profile. */
export function toProfileUrl(username: string): string {
  return `https://www.pinterest.com/${encodeURIComponent(username)}/`
}

/** Returns the display name of an account. */
export function toDisplayName({ business_name: business, username }: AccountReply): string {
  return business || username
}

/**
 * Parses a time. Pinterest documents times with a time zone. Some responses omit the time zone,
 * which means UTC.
 */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (text == null || text.length > MAX_MOMENT_LENGTH) return null
  const end = text.slice(-ZONE_LETTERS)
  const hasZone = end.endsWith('Z') || end.startsWith('+') || end.startsWith('-')
  const moment = new Date(hasZone ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Builds the result of a published pin. */
export function toPostResult(
  { id, raw }: { readonly id: string; readonly raw: RawData },
  more: { readonly idempotencyKey: string; readonly notice: string | null },
): PostResult {
  return makePostResult({ id, url: toPinUrl(id), state: 'DONE', raw, ...more })
}

type Media = NonNullable<PinReply['media']>

/** Fields of one image or video of a pin. */
type Shown = Pick<Media, 'images' | 'cover_image_url' | 'video_url' | 'width' | 'height'>

function toAttachment(shown: Shown, altText: string | null): Attachment {
  const { images, cover_image_url: cover, video_url: video, width, height } = shown
  const sizes = Object.values(images ?? {})
    .filter((size) => size !== null && size !== undefined)
    .toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))
  const [largest] = sizes
  const isVideo = video !== undefined || cover !== undefined
  return makeAttachment({
    kind: isVideo ? 'video' : 'image',
    url: pictureUrl(isVideo ? video : largest?.url),
    previewUrl: pictureUrl(cover) ?? pictureUrl(sizes.at(-1)?.url),
    altText,
    width: width ?? largest?.width ?? null,
    height: height ?? largest?.height ?? null,
    raw: { ...shown },
  })
}

function toAttachments({ media, link, alt_text: altText }: PinReply): readonly Attachment[] {
  const one = media === null || media === undefined ? [] : [media]
  const items = media?.items?.filter((item) => item !== null && item !== undefined)
  const shown = (items ?? one).map((item) => toAttachment(item, altText ?? null))
  const target = pictureUrl(link)
  return target === null ? shown : [...shown, makeAttachment({ kind: 'link', url: target })]
}

/**
 * Returns the details of a pin. The author is known only for the account's own pins, because
 * another user can own the board.
 */
export function toPostDetails(pin: PinReply, { accountId, accountName, avatarUrl }: Connection): PostDetails {
  const isMine = pin.is_owner === true
  const url = toProfileUrl(accountName)
  const me = makePerson({ id: accountId, handle: accountName, displayName: accountName, avatarUrl, url })
  return makePostDetails({
    id: pin.id,
    url: toPinUrl(pin.id),
    author: isMine ? me : null,
    text: pin.description ?? '',
    attachments: toAttachments(pin),
    createdAt: toMomentOrNull(pin.created_at),
    rootId: pin.id,
    isMine,
    raw: pin,
  })
}

/**
 * Returns the lifetime statistics of a pin: reactions, comments and saves. `raw` contains
 * impressions and clicks.
 */
export function toPostStats(pin: PinReply): PostStats {
  const { reaction, comment, save } = pin.pin_metrics?.lifetime_metrics ?? {}
  return makePostStats({ id: pin.id, likes: reaction, comments: comment, shares: save, raw: pin })
}

/** A board. */
export function toBoard(board: BoardReply): PinterestBoard {
  return {
    id: board.id,
    name: board.name,
    description: board.description || null,
    privacy: board.privacy ?? null,
    pinCount: board.pin_count ?? null,
    owner: board.owner?.username ?? null,
    createdAt: toMomentOrNull(board.created_at),
    raw: board,
  }
}

/** A section. */
export function toSection(section: SectionReply): PinterestSection {
  return { id: section.id, name: section.name, raw: section }
}
