import { assertAllAsync, invalidPost, type Media, measureText } from '@social/core/platform'

import { MAX_GIF_BYTES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MAX_ALT_TEXT_LENGTH } from '../limits/index.js'
import { refusal } from '../messages.js'

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

const nameOf = (file: Media, index: number): string => file.filename ?? `media[${index}]`

/**
 * Returns X's media category of a file.
 *
 * @throws InvalidPostError for an unsupported type.
 */
export function kindOf(file: Media, index: number): FileKind {
  const kind = KINDS[file.contentType]
  if (kind !== undefined) return kind
  throw invalidPost('x', {
    field: 'media',
    mediaIndex: index,
    code: 'FILE_TYPE',
    limit: 'JPEG, PNG, WebP, GIF, MP4, MOV, WebM',
    actual: file.contentType,
    facts: { file: file.filename ?? file.contentType },
    message: `x does not accept "${nameOf(file, index)}" of type ${file.contentType}. Convert it to JPEG, PNG, WebP, GIF, MP4, MOV or WebM first.`,
  })
}

/**
 * Refuses unsupported files and combinations before any request.
 *
 * @throws InvalidPostError for an invalid file. The error names the required change.
 */
export async function checkFiles(media: readonly Media[]): Promise<void> {
  await assertAllAsync(...media.map((file, index) => () => checkFile(file, index)), () =>
    refuseMixture(media),
  )
}

function refuseMixture(media: readonly Media[]): void {
  const kinds = media.flatMap(({ contentType }) => KINDS[contentType] ?? [])
  if (media.length > 1 && kinds.some(({ category }) => category !== 'tweet_image'))
    throw refusal(
      'ONE_VIDEO_OR_GIF',
      'x accepts up to 4 pictures, or one video, or one GIF in a post. Remove the others, or create two posts.',
      { field: 'media', actual: media.length },
    )
}

async function checkFile(file: Media, mediaIndex: number): Promise<void> {
  const { maxBytes } = kindOf(file, mediaIndex)
  const name = nameOf(file, mediaIndex)
  const issue = { field: 'media', mediaIndex, facts: { file: file.filename } } as const
  const letters = measureText(file.altText ?? '')
  await assertAllAsync(
    async () => {
      const size = await file.size()
      if (size === 0)
        throw refusal('FILE_EMPTY', `The file "${name}" is empty. Post again when it is complete.`, issue)
      if (size !== null && size > maxBytes)
        throw invalidPost('x', {
          ...issue,
          code: 'FILE_TOO_LARGE',
          limit: maxBytes,
          actual: size,
          message: `"${name}" has ${size} bytes. x accepts at most ${maxBytes}. Make it smaller.`,
        })
    },
    () => {
      if (letters > MAX_ALT_TEXT_LENGTH)
        throw invalidPost('x', {
          ...issue,
          code: 'ALT_TEXT_TOO_LONG',
          limit: MAX_ALT_TEXT_LENGTH,
          actual: letters,
          message: `The alt text of "${name}" has ${letters} characters. x accepts at most ${MAX_ALT_TEXT_LENGTH}. Shorten it by ${letters - MAX_ALT_TEXT_LENGTH}.`,
        })
    },
  )
}
