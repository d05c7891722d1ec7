import { assertAll, type Limits, type Media } from '@social/core/platform'

import { refusal } from '../messages.js'
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
  assertAll(
    () => {
      if (thumbnails.length > media.length)
        throw refusal(
          'PREVIEW_IMAGES_TOO_MANY',
          `options.thumbnail has ${thumbnails.length} entries, but the post has ${media.length} files. Pass one picture or null for each file.`,
          { field: 'options', optionPath: 'thumbnail', limit: media.length, actual: thumbnails.length },
        )
    },
    ...thumbnails.map((bytes, index) => () => refuseThumbnail(bytes, index, media[index])),
  )
}

function refuseThumbnail(bytes: Uint8Array | null, mediaIndex: number, file: Media | undefined): void {
  if (bytes === null) return
  const optionPath = `thumbnail[${mediaIndex}]`
  const issue = { field: 'options', optionPath, mediaIndex } as const
  if (file !== undefined && file.kind !== 'VIDEO')
    throw refusal(
      'PREVIEW_IMAGE_OF_PICTURE',
      `options.${optionPath} is for a picture. Only videos can have a thumbnail. Pass null for pictures, and use options.focus for them.`,
      issue,
    )
  if (pictureOf(bytes) === null)
    throw refusal(
      'PREVIEW_IMAGE_TYPE',
      `options.${optionPath} is not a supported picture. Pass the bytes of a PNG, JPEG, GIF or WebP file.`,
      issue,
    )
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
  for (const [mediaIndex, bytes] of thumbnails.entries())
    if (bytes !== null && maxImageBytes !== null && bytes.length > maxImageBytes)
      throw refusal(
        'PREVIEW_IMAGE_TOO_LARGE',
        `options.thumbnail[${mediaIndex}] has ${bytes.length} bytes. This mastodon server accepts at most ${maxImageBytes}. Make it smaller.`,
        {
          field: 'options',
          optionPath: `thumbnail[${mediaIndex}]`,
          mediaIndex,
          limit: maxImageBytes,
          actual: bytes.length,
        },
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
