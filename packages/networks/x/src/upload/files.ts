import { InvalidPostError, type Media, measureText } from '@social/core/platform'

import {
  BIGGEST_GIF_BYTES,
  BIGGEST_IMAGE_BYTES,
  BIGGEST_VIDEO_BYTES,
  LONGEST_ALT_TEXT,
} from '../limits/index.js'

/** A kind of file as X keeps them apart. */
export interface FileKind {
  readonly category: 'tweet_image' | 'tweet_gif' | 'tweet_video'
  readonly mostBytes: number
}

const IMAGE: FileKind = { category: 'tweet_image', mostBytes: BIGGEST_IMAGE_BYTES }
const GIF: FileKind = { category: 'tweet_gif', mostBytes: BIGGEST_GIF_BYTES }
const VIDEO: FileKind = { category: 'tweet_video', mostBytes: BIGGEST_VIDEO_BYTES }

/** Types of files that X takes. https://docs.x.com/x-api/media/media-upload-initialize (read 2026-11-22) */
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
 * What X takes a file for.
 *
 * @throws InvalidPostError for a type that X does not take.
 */
export function kindOf(file: Media, index: number): FileKind {
  const kind = KINDS[file.contentType]
  if (kind !== undefined) return kind
  return refuse(
    `x does not take "${nameOf(file, index)}", which is ${file.contentType}. Convert it to JPEG, PNG, WebP, GIF, MP4, MOV or WebM first.`,
  )
}

/**
 * Refuses files that X does not take, together or by themselves, before any request.
 *
 * @throws InvalidPostError saying what to take out, to convert or to shorten.
 */
export async function checkFiles(media: readonly Media[]): Promise<void> {
  const kinds = media.map((file, index) => kindOf(file, index))
  if (media.length > 1 && kinds.some(({ category }) => category !== 'tweet_image'))
    refuse(
      'x takes up to 4 pictures, or one video, or one GIF in a post. Take the others out, or make two posts.',
    )
  for (const [index, file] of media.entries()) {
    const { mostBytes } = kinds[index] ?? IMAGE
    const name = nameOf(file, index)
    const size = await file.size()
    if (size === 0) refuse(`The file "${name}" is empty. Post it again once it is complete.`)
    if (size !== null && size > mostBytes)
      refuse(`"${name}" has ${size} bytes; x takes at most ${mostBytes}. Make it smaller.`)
    const letters = measureText(file.altText ?? '')
    if (letters > LONGEST_ALT_TEXT)
      refuse(
        `The alt text of "${name}" has ${letters} characters; x takes at most ${LONGEST_ALT_TEXT}. Shorten it by ${letters - LONGEST_ALT_TEXT}.`,
      )
  }
}
