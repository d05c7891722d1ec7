// https://docs.x.com/fundamentals/counting-characters, https://docs.x.com/x-api/media/quickstart/best-practices and
// https://docs.x.com/x-api/posts/create-post (read 2026-11-22)

/** Weighted characters of a text, for accounts that do not pay. */
export const DEFAULT_TEXT_LENGTH = 280
/** The same for accounts with Premium. */
export const MAX_TEXT_LENGTH = 25_000
/** Pictures of one post. */
export const MAX_IMAGES = 4
/** Bytes of a picture. */
export const MAX_IMAGE_BYTES = 5_242_880
/** Bytes of an animated picture. */
export const MAX_GIF_BYTES = 15_728_640
/** Bytes of a video. */
export const MAX_VIDEO_BYTES = 536_870_912
/** Characters of an alt text. https://docs.x.com/x-api/media/create-media-metadata (read 2026-11-22) */
export const MAX_ALT_TEXT_LENGTH = 1000
/** Characters of an answer in a poll. */
export const MAX_POLL_OPTION_LENGTH = 25
/** People that may be tagged in the files of one post. */
export const MAX_TAGS = 10
/** Characters of a private message. https://docs.x.com/x-api/direct-messages/create-dm-message-by-participant-id (read 2026-11-22) */
export const MAX_MESSAGE_LENGTH = 10_000

/** Bytes of a piece unless `chunkBytes` says otherwise: what X's own samples send. */
export const DEFAULT_PIECE_BYTES = 1_048_576
/** Bytes of the biggest piece by the documentation. With its envelope X's edge answers 413 to one of so many. */
export const MAX_PIECE_BYTES = 5_242_880
/** Pieces of one file. */
export const MAX_PIECES = 1000

/** Entries of one page of mentions, search, likes and messages. https://docs.x.com/x-api/users/get-mentions (read 2026-11-22) */
export const MAX_PAGE_SIZE = 100
/** Entries of one page of mentions at least. Same page. */
export const MIN_PAGE_SIZE = 5
/** Entries of one page of a search at least. https://docs.x.com/x-api/posts/search-recent-posts (read 2026-11-22) */
export const MIN_SEARCH_PAGE_SIZE = 10
/** Days that a search goes back. Same page. */
export const SEARCHED_DAYS = 7
