import { InvalidPostError, type Limits, type Media } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/**
 * File signatures of the image formats that the server accepts as thumbnails, with media types and
 * file extensions.
 * https://www.iana.org/assignments/media-types (read 2026-11-22)
 */
const PICTURES = [
  { contentType: 'image/png', extension: 'png', at: 0, letters: '\u0089PNG\r\n\u001A\n' },
  { contentType: 'image/jpeg', extension: 'jpg', at: 0, letters: '\u00FF\u00D8\u00FF' },
  { contentType: 'image/gif', extension: 'gif', at: 0, letters: 'GIF8' },
  { contentType: 'image/webp', extension: 'webp', at: 8, letters: 'WEBP' },
] as const

/** Returns the image format of the bytes; null for other formats. */
export function pictureOf(bytes: Uint8Array): (typeof PICTURES)[number] | null {
  const head = String.fromCodePoint(...bytes.subarray(0, 12))
  return PICTURES.find(({ at, letters }) => head.startsWith(letters, at)) ?? null
}

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'mastodon' })
}

/**
 * Refuses a thumbnail without a file, for an image file, or in an unsupported format. The server
 * itself generates the thumbnails of images.
 *
 * @throws InvalidPostError with the entry.
 */
export function refuseThumbnails(
  thumbnails: NonNullable<ReadOptions['thumbnail']>,
  media: readonly Media[],
): void {
  if (thumbnails.length > media.length)
    throw refuse(
      `options.thumbnail has ${thumbnails.length} entries, but the post has ${media.length} files. Pass one picture or null for each file.`,
    )
  for (const [index, bytes] of thumbnails.entries()) {
    if (bytes === null) continue
    if (media[index]?.kind !== 'VIDEO')
      throw refuse(
        `options.thumbnail[${index}] is for a picture. Only videos can have a thumbnail. Pass null for pictures, and use options.focus for them.`,
      )
    if (pictureOf(bytes) === null)
      throw refuse(
        `options.thumbnail[${index}] is not a supported picture. Pass the bytes of a PNG, JPEG, GIF or WebP file.`,
      )
  }
}

/**
 * Checks the sizes of thumbnails.
 *
 * @throws InvalidPostError when a thumbnail exceeds the image size limit of the server.
 */
export function checkThumbnails(
  thumbnails: NonNullable<ReadOptions['thumbnail']>,
  { maxImageBytes }: Limits,
): void {
  for (const [index, bytes] of thumbnails.entries())
    if (bytes !== null && maxImageBytes !== null && bytes.length > maxImageBytes)
      throw refuse(
        `options.thumbnail[${index}] has ${bytes.length} bytes. This mastodon server accepts at most ${maxImageBytes}. Make it smaller.`,
      )
}

/**
 * Returns the multipart part that adds a thumbnail to the upload of a file.
 * https://docs.joinmastodon.org/methods/media/#v2 (read 2026-11-22)
 */
export function thumbnailPart(bytes: Uint8Array) {
  const { contentType, extension } = pictureOf(bytes) ?? PICTURES[0]
  return { name: 'thumbnail', filename: `thumbnail.${extension}`, contentType, body: bytes }
}
