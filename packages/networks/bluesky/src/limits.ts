import { type Call, type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/** Letters and bytes of a text. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json (read 2026-11-21) */
const MAX_LETTERS = 300
/** The same in UTF-8. */
const MAX_BYTES = 3000

/** Letters of a private message. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/convo/defs.json (read 2026-11-21) */
export const MESSAGE_LIMITS: Limits = makeLimits({
  maxTextLength: 1000,
  textCountedIn: 'GRAPHEMES',
  maxTextBytes: 10_000,
})

/** People of a group, its owner among them. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22) */
export const MAX_GROUP_MEMBERS = 100
/** Letters of its name; the same page. */
export const MAX_NAME_LENGTH = 50

/** Pictures of a usual post; with more it has a gallery. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read 2026-11-21) */
export const IMAGES_OF_AN_EMBED = 4
/** Pictures of a gallery, as Bluesky asks programs to keep to. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/gallery.json (read 2026-11-22) */
const MAX_IMAGES = 10
/** Captions of a video. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read 2026-11-22) */
export const MAX_CAPTIONS = 20
/** Bytes of one caption file. Same page. */
export const MAX_CAPTION_BYTES = 20_000
/** Bytes of a picture. Servers from before 2026 take 1,000,000. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read 2026-11-21) */
export const MAX_IMAGE_BYTES = 2_000_000
/** Bytes of the picture of a link card. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/external.json (read 2026-11-21) */
export const MAX_THUMB_BYTES = 1_000_000
/** Bytes of a video, and one to a post. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read 2026-11-21) */
const MAX_VIDEO_BYTES = 300_000_000

/** The numbers every server goes by: they are written into the records' own schemas. */
export function toLimits({ maxImageBytes }: { readonly maxImageBytes: number }): Limits {
  return makeLimits({
    maxTextLength: MAX_LETTERS,
    textCountedIn: 'GRAPHEMES',
    maxTextBytes: MAX_BYTES,
    maxImages: MAX_IMAGES,
    maxImageBytes: maxImageBytes,
    maxVideos: 1,
    maxVideoBytes: MAX_VIDEO_BYTES,
  })
}

/** Notifications, likes, conversations and messages of one page at most.
 *  https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications (read 2026-11-21) */
export const MAX_PAGE_SIZE = 100

const WRITES = /^\/xrpc\/com\.atproto\.repo\.(?:(?:create|put|delete)Record|applyWrites)$/

/**
 * Which of the server's counters a request is counted by: an hour's worth of writes used up must not stop the reading.
 * https://docs.bsky.app/docs/advanced-guides/rate-limits (read 2026-11-21)
 */
export function rateLimitKey({ url }: Pick<OutgoingRequest, 'url'>): string {
  const { pathname } = new URL(url)
  if (WRITES.test(pathname)) return 'writes'
  return pathname === '/xrpc/com.atproto.repo.uploadBlob' ? 'uploads' : 'calls'
}

/** Answers without a request. */
export function limiting(settings: { readonly maxImageBytes: number }) {
  const known = toLimits(settings)
  return { limits: (_call: Call): Promise<Limits> => Promise.resolve(known) }
}
