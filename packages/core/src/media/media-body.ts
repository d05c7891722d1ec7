import type { BodySource, MultipartPart } from '../http/types.js'
import type { Media } from '../models/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { assertMedia } from './assert-media.js'
import { bytesBody, checkInside, readChunks, refuseEmpty, shownFile } from './chunks.js'
import { PieceBuffers } from './piece-buffers.js'
import { refusedFile } from './refused-file.js'
import type { UploadOptions } from './upload.js'

export type { UploadOptions } from './upload.js'

/** Options of a body: the byte range of the file to send, and a signal. */
export interface BodyOptions extends UploadOptions {
  /** Position of the first byte to send. Default: 0. */
  readonly start?: number | undefined
  /** Number of bytes to send. Default: up to the end of the file. */
  readonly length?: number | undefined
}

/**
 * Creates a request body from a file or a range of it. The body can be read again for a retry, and
 * the file is open only while the body is read. To send many ranges of one file, use `openUpload`,
 * which opens the file once.
 *
 * @param media - A file or bytes.
 * @param options - The range, and a `signal` that stops reading.
 * @throws InvalidPostError for a URL, an empty file, and a missing or unreadable file. If the file
 * changes before it was sent, reading the body rejects with this error.
 * @throws ConfigError for a range that is not inside the file.
 */
export async function mediaBody(media: Media, options: BodyOptions = {}): Promise<BodySource> {
  assertMedia(media, 'mediaBody')
  assertObject(options, 'mediaBody: options', '{ start, length, signal }')
  const { start = 0, signal } = options
  const size = await sizeOf(media)
  const length = options.length ?? Math.max(0, size - start)
  checkInside(start, length, size)
  if (media.content) return bytesBody(media.content.subarray(start, start + length), signal)
  const buffers = new PieceBuffers()
  return {
    length,
    async *open() {
      const reader = await media.open()
      try {
        if (reader.size !== size)
          throw refusedFile(
            'FILE_CHANGED',
            `The file "${shownFile(media)}" changed before it was sent. Post it again when it is complete.`,
            { file: media.filename },
          )
        yield* readChunks(reader, buffers, { start, length, signal })
      } finally {
        await reader.close()
      }
    },
  }
}

async function sizeOf(media: Media): Promise<number> {
  const size = await media.size()
  if (size === null) {
    await media.piece(0, 0) // throws the error for a URL, which names the alternative
    const message = `The size of "${shownFile(media)}" is unknown. Download the file first.`
    throw refusedFile('FILE_MUST_BE_UPLOADED', message, { file: media.filename })
  }
  refuseEmpty(media, size)
  return size
}

/** File names that are sent for media without a name. */
const DEFAULT_NAME = { IMAGE: 'picture.jpg', VIDEO: 'video.mp4', DOCUMENT: 'document.pdf' } as const

/**
 * Creates a part of a multipart body from a file, with its name and MIME type.
 *
 * @param media - A file or bytes.
 * @param name - Name of the multipart field.
 * @param options - `signal` stops reading.
 * @throws InvalidPostError in the same cases as `mediaBody`.
 */
export async function mediaPart(
  media: Media,
  name: string,
  options: UploadOptions = {},
): Promise<MultipartPart> {
  assertMedia(media, 'mediaPart')
  assertString(name, 'mediaPart: name')
  assertObject(options, 'mediaPart: options', '{ signal }')
  const { contentType, kind } = media
  const filename = media.filename ?? DEFAULT_NAME[kind]
  return { name, filename, contentType, body: await mediaBody(media, options) }
}
