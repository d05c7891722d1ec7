import { InvalidPostError, type Limits, type Media } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/** What begins a picture that the server takes as a thumbnail, and how such a file is called.
 *  https://www.iana.org/assignments/media-types (read 2026-11-22) */
const PICTURES = [
  { contentType: 'image/png', extension: 'png', at: 0, letters: '\u0089PNG\r\n\u001A\n' },
  { contentType: 'image/jpeg', extension: 'jpg', at: 0, letters: '\u00FF\u00D8\u00FF' },
  { contentType: 'image/gif', extension: 'gif', at: 0, letters: 'GIF8' },
  { contentType: 'image/webp', extension: 'webp', at: 8, letters: 'WEBP' },
] as const

/** What kind of picture the bytes are; null for anything else. */
export function pictureOf(bytes: Uint8Array): (typeof PICTURES)[number] | null {
  const head = String.fromCodePoint(...bytes.subarray(0, 12))
  return PICTURES.find(({ at, letters }) => head.startsWith(letters, at)) ?? null
}

function refuse(what: string): InvalidPostError {
  return new InvalidPostError(what, { platform: 'mastodon' })
}

/**
 * Refuses thumbnails that belong to no file, to a picture (the server makes that one's itself), or are no pictures.
 *
 * @throws InvalidPostError naming the entry.
 */
export function refuseThumbnails(
  thumbnails: NonNullable<ReadOptions['thumbnail']>,
  media: readonly Media[],
): void {
  if (thumbnails.length > media.length)
    throw refuse(
      `options.thumbnail names ${thumbnails.length} files, and the post has ${media.length}. Give one picture for each file, or null.`,
    )
  for (const [index, bytes] of thumbnails.entries()) {
    if (bytes === null) continue
    if (media[index]?.kind !== 'VIDEO')
      throw refuse(
        `options.thumbnail[${index}] is for a picture, which is its own thumbnail. Give thumbnails to videos only, and null to the others; options.focus says what of a picture is never cut off.`,
      )
    if (pictureOf(bytes) === null)
      throw refuse(
        `options.thumbnail[${index}] is no picture that mastodon takes. Pass the bytes of a PNG, JPEG, GIF or WebP file.`,
      )
  }
}

/** @throws InvalidPostError when one is bigger than this server takes a picture. */
export function checkThumbnails(
  thumbnails: NonNullable<ReadOptions['thumbnail']>,
  { maxImageBytes }: Limits,
): void {
  for (const [index, bytes] of thumbnails.entries())
    if (bytes !== null && maxImageBytes !== null && bytes.length > maxImageBytes)
      throw refuse(
        `options.thumbnail[${index}] has ${bytes.length} bytes; this mastodon server takes at most ${maxImageBytes}. Make it smaller.`,
      )
}

/** A thumbnail as a part of the upload of its file. https://docs.joinmastodon.org/methods/media/#v2 (read 2026-11-22) */
export function thumbnailPart(bytes: Uint8Array) {
  const { contentType, extension } = pictureOf(bytes) ?? PICTURES[0]
  return { name: 'thumbnail', filename: `thumbnail.${extension}`, contentType, body: bytes }
}
