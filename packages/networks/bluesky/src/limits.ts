import { type Call, type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/** Letters and bytes of a text. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json (read 2026-11-21) */
const MOST_LETTERS = 300
/** The same in UTF-8. */
const MOST_BYTES = 3000

/** Letters of a private message. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/convo/defs.json (read 2026-11-21) */
export const MESSAGE_LIMITS: Limits = makeLimits({
  maxTextLength: 1000,
  textCountedIn: 'GRAPHEMES',
  maxTextBytes: 10_000,
})

/** People of a group, its owner among them. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22) */
export const MOST_PEOPLE_OF_A_GROUP = 100
/** Letters of its name; the same page. */
export const MOST_LETTERS_OF_A_NAME = 50

/** Pictures of a usual post; with more it has a gallery. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read 2026-11-21) */
export const IMAGES_OF_AN_EMBED = 4
/** Pictures of a gallery, as Bluesky asks programs to keep to. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/gallery.json (read 2026-11-22) */
const MOST_IMAGES = 10
/** Captions of a video. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read 2026-11-22) */
export const MOST_CAPTIONS = 20
/** Bytes of one caption file. Same page. */
export const BIGGEST_CAPTION_BYTES = 20_000
/** Bytes of a picture. Servers from before 2026 take 1,000,000. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read 2026-11-21) */
export const BIGGEST_IMAGE_BYTES = 2_000_000
/** Bytes of the picture of a link card. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/external.json (read 2026-11-21) */
export const BIGGEST_THUMB_BYTES = 1_000_000
/** Bytes of a video, and one to a post. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read 2026-11-21) */
const BIGGEST_VIDEO_BYTES = 300_000_000

/** The numbers every server goes by: they are written into the records' own schemas. */
export function toLimits({ biggestImageBytes }: { readonly biggestImageBytes: number }): Limits {
  return makeLimits({
    maxTextLength: MOST_LETTERS,
    textCountedIn: 'GRAPHEMES',
    maxTextBytes: MOST_BYTES,
    maxImages: MOST_IMAGES,
    maxImageBytes: biggestImageBytes,
    maxVideos: 1,
    maxVideoBytes: BIGGEST_VIDEO_BYTES,
  })
}

/** Notifications, likes, conversations and messages of one page at most.
 *  https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications (read 2026-11-21) */
export const BIGGEST_PAGE = 100

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
export function limiting(settings: { readonly biggestImageBytes: number }) {
  const known = toLimits(settings)
  return { limits: (_call: Call): Promise<Limits> => Promise.resolve(known) }
}
