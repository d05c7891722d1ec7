import { type Call, type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

/** Maximum graphemes of a text. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json (read 2026-11-21) */
const MAX_LETTERS = 300
/** Maximum bytes of a text in UTF-8. Source: the page named at `MAX_LETTERS`. */
const MAX_BYTES = 3000

/** Limits of a private message. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/convo/defs.json (read 2026-11-21) */
export const MESSAGE_LIMITS: Limits = makeLimits({
  maxTextLength: 1000,
  textCountedIn: 'GRAPHEMES',
  maxTextBytes: 10_000,
})

/** Maximum people in a group, including its owner. https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json (read 2026-11-22) */
export const MAX_GROUP_MEMBERS = 100
/** Maximum graphemes of a group's name. Source: the page named at `MAX_GROUP_MEMBERS`. */
export const MAX_NAME_LENGTH = 50

/**
 * Maximum images in the embed of an ordinary post. A post with more images becomes a gallery.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read
 * 2026-11-21)
 */
export const IMAGES_OF_AN_EMBED = 4
/**
 * Maximum images of a gallery, as Bluesky recommends.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/gallery.json (read
 * 2026-11-22)
 */
const MAX_IMAGES = 10
/** Maximum captions of a video. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read 2026-11-22) */
export const MAX_CAPTIONS = 20
/** Maximum bytes of one caption file. Source: the page named at `MAX_CAPTIONS`. */
export const MAX_CAPTION_BYTES = 20_000
/** Maximum bytes of an image. Servers from before 2026 accept 1,000,000. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json (read 2026-11-21) */
export const MAX_IMAGE_BYTES = 2_000_000
/** Maximum bytes of the image of a link card. https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/external.json (read 2026-11-21) */
export const MAX_THUMB_BYTES = 1_000_000
/**
 * Maximum bytes of a video. A post has at most one video.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read
 * 2026-11-21)
 */
const MAX_VIDEO_BYTES = 300_000_000

/** Returns the limits. They are the same on all servers, because the record schemas define them. */
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

/**
 * Maximum notifications, likes, conversations or messages in one page.
 * https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications (read 2026-11-21)
 */
export const MAX_PAGE_SIZE = 100

const WRITES = /^\/xrpc\/com\.atproto\.repo\.(?:(?:create|put|delete)Record|applyWrites)$/

/**
 * Returns the key of the rate limit that applies to a request. Writes have their own key, because
 * an exhausted limit of writes must not block reading.
 * https://docs.bsky.app/docs/advanced-guides/rate-limits (read 2026-11-21)
 */
export function rateLimitKey({ url }: Pick<OutgoingRequest, 'url'>): string {
  const { pathname } = new URL(url)
  if (WRITES.test(pathname)) return 'writes'
  return pathname === '/xrpc/com.atproto.repo.uploadBlob' ? 'uploads' : 'calls'
}

/** Creates the method that returns the limits. The method sends no request. */
export function limiting(settings: { readonly maxImageBytes: number }) {
  const known = toLimits(settings)
  return { limits: (_call: Call): Promise<Limits> => Promise.resolve(known) }
}
