import { InvalidPostError } from '../errors/index.js'
import type { BodySource, MultipartPart } from '../http/types.js'
import type { Media } from '../models/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { assertMedia } from './assert-media.js'
import { bytesBody, checkInside, readChunks, refuseEmpty, shownFile } from './chunks.js'
import { PieceBuffers } from './piece-buffers.js'
import type { UploadOptions } from './upload.js'

export type { UploadOptions } from './upload.js'

/** Which part of a file is sent. */
export interface BodyOptions extends UploadOptions {
  /** First byte; 0 unless given. */
  readonly start?: number | undefined
  /** How many bytes; all that is left unless given. */
  readonly length?: number | undefined
}

/**
 * A file, or part of it, as a body that can be sent again. The file is open only while the body is being read. For
 * many pieces of one file use `openUpload`, which opens it once.
 *
 * @param media - A file or bytes.
 * @param options - The part, and what stops the reading.
 * @throws InvalidPostError for an address, for an empty file, and when the file is missing or unreadable. The body
 *   rejects with it when the file changes until it has been sent.
 * @throws ConfigError for a part that is not inside the file.
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
          throw new InvalidPostError(
            `The file "${shownFile(media)}" changed before it was sent. Post it again once it is complete.`,
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
    await media.piece(0, 0) // says what to do with an address
    throw new InvalidPostError(`The size of "${shownFile(media)}" is not known. Download it first.`)
  }
  refuseEmpty(media, size)
  return size
}

/** What a file is called when it has no name. */
const DEFAULT_NAME = { IMAGE: 'picture.jpg', VIDEO: 'video.mp4' } as const

/**
 * A file as one part of a multipart body, under its own name and MIME type.
 *
 * @param media - A file or bytes.
 * @param name - Name of the field.
 * @param options - What stops the reading.
 * @throws InvalidPostError as `mediaBody`.
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
