import { type Limits, makeLimits, type OutgoingRequest } from '@social/core/platform'

// Lengths are `maxLength` of the official description, which counts code points.
// https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)

/** Characters of a description, which is `Post.text`. */
const MAX_TEXT_LENGTH = 800
/** Characters of a title. */
export const MAX_TITLE_LENGTH = 100
/** Characters of the address that a click on the pin leads to. */
export const MAX_LINK_LENGTH = 2048
/** Characters of an alt text. */
export const MAX_ALT_TEXT_LENGTH = 500
/** Pictures of one pin. `PinMediaSourceImagesURL.items` of the same description. */
const MAX_PICTURES = 5
/** Characters of the name of a board's section; a board's own name has no limit there. */
export const MAX_SECTION_NAME_LENGTH = 180
/** Boards, sections or pins of one page. `page_size` of the same description. */
export const MAX_PAGE_SIZE = 250

/** Bytes of a video: 2 GB, read the wide way.
 *  https://help.pinterest.com/en/business/article/pinterest-product-specs (read 2026-11-22) */
export const MAX_VIDEO_BYTES = 2_147_483_648

/** The numbers of every account. How big a picture may be is not written anywhere. */
const LIMITS: Limits = makeLimits({
  maxTitleLength: MAX_TITLE_LENGTH,
  maxTextLength: MAX_TEXT_LENGTH,
  maxImages: MAX_PICTURES,
  maxVideos: 1,
  maxVideoBytes: MAX_VIDEO_BYTES,
})

/** A read of the families that Pinterest counts: 1,000 a day on Trial access, 1,000 a minute on Standard.
 *  https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22) */
export const READ_COST = { units: 1, bucket: 'reads' } as const
/** A write: 300 a day on Trial access, 100 a minute on Standard. Same page. */
export const WRITE_COST = { units: 1, bucket: 'writes' } as const

/** Reads and writes are counted apart: used-up writes must not stop reads. `x-ratelimit-category` of the description. */
export function rateLimitKey({ method, url }: OutgoingRequest): string {
  return method === 'GET' || new URL(url).pathname.endsWith('/oauth/token') ? 'org_read' : 'org_write'
}

/** What bounds posts and requests. It is the same for everybody, so nothing is asked. */
export function limiting({ timeoutSeconds }: { readonly timeoutSeconds: number }) {
  return {
    http: { timeoutSeconds, rateLimitKey },
    limits: (): Promise<Limits> => Promise.resolve(LIMITS),
  }
}

/** The same numbers, for the checks before the first request. */
export { LIMITS }
