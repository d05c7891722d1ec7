// Sources of the limits in this file: https://docs.x.com/fundamentals/counting-characters,
// https://docs.x.com/x-api/media/quickstart/best-practices and
// https://docs.x.com/x-api/posts/create-post (read 2026-11-22)

/** Maximum weight of a text for accounts without Premium. */
export const DEFAULT_TEXT_LENGTH = 280
/** Maximum weight of a text for accounts with Premium. */
export const MAX_TEXT_LENGTH = 25_000
/** Maximum images of one post. */
export const MAX_IMAGES = 4
/** Maximum bytes of an image. */
export const MAX_IMAGE_BYTES = 5_242_880
/** Maximum bytes of an animated image. */
export const MAX_GIF_BYTES = 15_728_640
/** Maximum bytes of a video. */
export const MAX_VIDEO_BYTES = 536_870_912
/** Maximum characters of an alt text. https://docs.x.com/x-api/media/create-media-metadata (read 2026-11-22) */
export const MAX_ALT_TEXT_LENGTH = 1000
/** Maximum characters of a choice in a poll. */
export const MAX_POLL_OPTION_LENGTH = 25
/** Maximum people tagged in the files of one post. */
export const MAX_TAGS = 10
/** Maximum characters of a private message. https://docs.x.com/x-api/direct-messages/create-dm-message-by-participant-id (read 2026-11-22) */
export const MAX_MESSAGE_LENGTH = 10_000

/** Default of `chunkBytes`. X's own samples use this piece size. */
export const DEFAULT_PIECE_BYTES = 1_048_576
/**
 * Documented maximum bytes of a piece. X returns 413 for a piece of exactly this size, because X
 * also counts the other parts of the request body.
 */
export const MAX_PIECE_BYTES = 5_242_880
/** Maximum pieces of one file. */
export const MAX_PIECES = 1000

/** Maximum entries in one page of mentions, searches, likes and messages. https://docs.x.com/x-api/users/get-mentions (read 2026-11-22) */
export const MAX_PAGE_SIZE = 100
/** Minimum entries in one page of mentions. Source: the page named at `MAX_PAGE_SIZE`. */
export const MIN_PAGE_SIZE = 5
/** Minimum entries in one page of a search. https://docs.x.com/x-api/posts/search-recent-posts (read 2026-11-22) */
export const MIN_SEARCH_PAGE_SIZE = 10
/** Days that a search covers. Source: the page named at `MIN_SEARCH_PAGE_SIZE`. */
export const SEARCHED_DAYS = 7
