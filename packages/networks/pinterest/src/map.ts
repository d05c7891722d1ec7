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

/** A board that pins can go to. */
export interface PinterestBoard {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** `PUBLIC`, `PROTECTED` or `SECRET`: only the owner sees what is on a secret one. */
  readonly privacy: string | null
  readonly pinCount: number | null
  /** User name of its owner: somebody else's for a board that is shared with the account. */
  readonly owner: string | null
  readonly createdAt: Date | null
  /** Pinterest's untouched reply. */
  readonly raw: RawData
}

/** A section of a board. */
export interface PinterestSection {
  readonly id: string
  readonly name: string
  /** Pinterest's untouched reply. */
  readonly raw: RawData
}

/** Longer than any moment Pinterest writes. */
const MAX_MOMENT_LENGTH = 40

/** Letters from which on a zone is written at the end: `Z`, `+00:00`. */
const ZONE_LETTERS = 6

/** The address people look at a pin at. */
function toPinUrl(pinId: string): string {
  return `https://www.pinterest.com/pin/${encodeURIComponent(pinId)}/`
}

/** The address of somebody's page. */
export function toProfileUrl(username: string): string {
  return `https://www.pinterest.com/${encodeURIComponent(username)}/`
}

/** What people call an account. */
export function toDisplayName({ business_name: business, username }: AccountReply): string {
  return business || username
}

/** A moment as Pinterest writes it: with a zone by its description, in real answers also without one, which is UTC. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (text == null || text.length > MAX_MOMENT_LENGTH) return null
  const end = text.slice(-ZONE_LETTERS)
  const hasZone = end.endsWith('Z') || end.startsWith('+') || end.startsWith('-')
  const moment = new Date(hasZone ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** A pin that is out. */
export function toPostResult(
  { id, raw }: { readonly id: string; readonly raw: RawData },
  told: { readonly idempotencyKey: string; readonly notice: string | null },
): PostResult {
  return makePostResult({ id, url: toPinUrl(id), state: 'DONE', raw, ...told })
}

type Media = NonNullable<PinReply['media']>

/** What one picture or video of a pin says of itself. */
type Shown = Pick<Media, 'images' | 'cover_image_url' | 'video_url' | 'width' | 'height'>

function toAttachment(shown: Shown, altText: string | null): Attachment {
  const { images, cover_image_url: cover, video_url: video, width, height } = shown
  const sizes = Object.values(images ?? {})
    .filter((size) => size !== null && size !== undefined)
    .toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))
  const [biggest] = sizes
  const isVideo = video !== undefined || cover !== undefined
  return makeAttachment({
    kind: isVideo ? 'video' : 'image',
    url: pictureUrl(isVideo ? video : biggest?.url),
    previewUrl: pictureUrl(cover) ?? pictureUrl(sizes.at(-1)?.url),
    altText,
    width: width ?? biggest?.width ?? null,
    height: height ?? biggest?.height ?? null,
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

/** A pin that was read. Whose it is Pinterest tells only of the account's own: the owner of the board may be another. */
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

/** The numbers of a pin since it was made: reactions, comments and saves. Impressions and clicks are on `raw`. */
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
