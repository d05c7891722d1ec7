// https://docs.x.com/fundamentals/counting-characters, https://docs.x.com/x-api/media/quickstart/best-practices and
// https://docs.x.com/x-api/posts/create-post (read 2026-11-22)

/** Weighted characters of a text, for accounts that do not pay. */
export const USUAL_TEXT_LENGTH = 280
/** The same for accounts with Premium. */
export const LONGEST_TEXT_LENGTH = 25_000
/** Pictures of one post. */
export const MOST_IMAGES = 4
/** Bytes of a picture. */
export const BIGGEST_IMAGE_BYTES = 5_242_880
/** Bytes of an animated picture. */
export const BIGGEST_GIF_BYTES = 15_728_640
/** Bytes of a video. */
export const BIGGEST_VIDEO_BYTES = 536_870_912
/** Characters of an alt text. https://docs.x.com/x-api/media/create-media-metadata (read 2026-11-22) */
export const LONGEST_ALT_TEXT = 1000
/** Characters of an answer in a poll. */
export const LONGEST_POLL_OPTION = 25
/** People that may be tagged in the files of one post. */
export const MOST_TAGS = 10
/** Characters of a private message. https://docs.x.com/x-api/direct-messages/create-dm-message-by-participant-id (read 2026-11-22) */
export const LONGEST_MESSAGE = 10_000

/** Bytes of a piece unless `chunkBytes` says otherwise: what X's own samples send. */
export const USUAL_PIECE_BYTES = 1_048_576
/** Bytes of the biggest piece by the documentation. With its envelope X's edge answers 413 to one of so many. */
export const BIGGEST_PIECE_BYTES = 5_242_880
/** Pieces of one file. */
export const MOST_PIECES = 1000

/** Entries of one page of mentions, search, likes and messages. https://docs.x.com/x-api/users/get-mentions (read 2026-11-22) */
export const BIGGEST_PAGE = 100
/** Entries of one page of mentions at least. Same page. */
export const SMALLEST_PAGE = 5
/** Entries of one page of a search at least. https://docs.x.com/x-api/posts/search-recent-posts (read 2026-11-22) */
export const SMALLEST_SEARCH_PAGE = 10
/** Days that a search goes back. Same page. */
export const SEARCHED_DAYS = 7
