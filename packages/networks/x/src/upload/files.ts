import { InvalidPostError, type Media, measureText } from '@social/core/platform'

import { MAX_GIF_BYTES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MAX_ALT_TEXT_LENGTH } from '../limits/index.js'

/** X's media category of a file, and the size limit of this category. */
export interface FileKind {
  readonly category: 'tweet_image' | 'tweet_gif' | 'tweet_video'
  readonly maxBytes: number
}

const IMAGE: FileKind = { category: 'tweet_image', maxBytes: MAX_IMAGE_BYTES }
const GIF: FileKind = { category: 'tweet_gif', maxBytes: MAX_GIF_BYTES }
const VIDEO: FileKind = { category: 'tweet_video', maxBytes: MAX_VIDEO_BYTES }

/**
 * Supported media types and their categories.
 * https://docs.x.com/x-api/media/media-upload-initialize (read 2026-11-22)
 */
const KINDS: Readonly<Record<string, FileKind>> = {
  'image/jpeg': IMAGE,
  'image/pjpeg': IMAGE,
  'image/png': IMAGE,
  'image/webp': IMAGE,
  'image/bmp': IMAGE,
  'image/tiff': IMAGE,
  'image/gif': GIF,
  'video/mp4': VIDEO,
  'video/quicktime': VIDEO,
  'video/webm': VIDEO,
  'video/mp2t': VIDEO,
}

function refuse(message: string): never {
  throw new InvalidPostError(message, { platform: 'x' })
}

const nameOf = (file: Media, index: number): string => file.filename ?? `media[${index}]`

/**
 * Returns X's media category of a file.
 *
 * @throws InvalidPostError for an unsupported type.
 */
export function kindOf(file: Media, index: number): FileKind {
  const kind = KINDS[file.contentType]
  if (kind !== undefined) return kind
  return refuse(
    `x does not accept "${nameOf(file, index)}" of type ${file.contentType}. Convert it to JPEG, PNG, WebP, GIF, MP4, MOV or WebM first.`,
  )
}

/**
 * Refuses unsupported files and combinations before any request.
 *
 * @throws InvalidPostError for an invalid file. The error names the required change.
 */
export async function checkFiles(media: readonly Media[]): Promise<void> {
  const kinds = media.map((file, index) => kindOf(file, index))
  if (media.length > 1 && kinds.some(({ category }) => category !== 'tweet_image'))
    refuse(
      'x accepts up to 4 pictures, or one video, or one GIF in a post. Remove the others, or create two posts.',
    )
  for (const [index, file] of media.entries()) {
    const { maxBytes } = kinds[index] ?? IMAGE
    const name = nameOf(file, index)
    const size = await file.size()
    if (size === 0) refuse(`The file "${name}" is empty. Post again when it is complete.`)
    if (size !== null && size > maxBytes)
      refuse(`"${name}" has ${size} bytes. x accepts at most ${maxBytes}. Make it smaller.`)
    const letters = measureText(file.altText ?? '')
    if (letters > MAX_ALT_TEXT_LENGTH)
      refuse(
        `The alt text of "${name}" has ${letters} characters. x accepts at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${letters - MAX_ALT_TEXT_LENGTH}.`,
      )
  }
}
