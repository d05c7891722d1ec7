import { ConfigError } from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import type { Media } from '../models/index.js'
import { assertObject } from '../models/values/assert-object.js'
import { assertMedia } from './assert-media.js'
import { bytesBody, checkInside, readChunks, refuseEmpty, shownFile } from './chunks.js'
import { PieceBuffers } from './piece-buffers.js'

/** File that stays open during an upload. Close it after success and after failure. */
export interface Upload extends AsyncDisposable {
  /** Size of the whole file in bytes. */
  readonly size: number
  /**
   * Creates a request body from a range of the file. The body can be read again for a retry. It
   * needs memory for two chunks of at most 1 MiB each, and never more than the range. All ranges
   * of an upload share this memory.
   *
   * @throws ConfigError for a range that is not inside the file.
   */
  piece(start: number, length: number): BodySource
  /** Closes the file. Does nothing if the file is already closed. */
  close(): Promise<void>
}

/** Options of reading a file for an upload. */
export interface UploadOptions {
  /**
   * Checked before each chunk is read. If it is aborted, reading the body rejects with
   * `signal.reason`.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a file to upload it in several ranges. Its two buffers are reused, so the memory does not
 * depend on the file size.
 *
 * @param media - A file or bytes.
 * @param options - `signal` stops reading.
 * @throws InvalidPostError for a URL, an empty file, and a missing or unreadable file. If the file
 * changes during the upload, reading a body rejects with this error.
 * @example
 * await using file = await openUpload(media, { signal: call.signal })
 * for (let start = 0; start < file.size; start += chunkBytes) {
 *   const body = file.piece(start, Math.min(chunkBytes, file.size - start))
 *   await call.http.request('PUT', url, null, { auth: 'none', body })
 * }
 */
export async function openUpload(media: Media, options: UploadOptions = {}): Promise<Upload> {
  assertMedia(media, 'openUpload')
  assertObject(options, 'openUpload: options', '{ signal }')
  const { signal } = options
  signal?.throwIfAborted()
  const reader = await media.open()
  const { size } = reader
  const buffers = new PieceBuffers()
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await reader.close()
  }
  if (size === 0) await close()
  refuseEmpty(media, size)
  return {
    size,
    piece(start, length) {
      checkInside(start, length, size)
      if (!isOpen)
        throw new ConfigError(`The upload of "${shownFile(media)}" has ended and its file is closed.`)
      if (media.content) return bytesBody(media.content.subarray(start, start + length), signal)
      return { length, open: () => readChunks(reader, buffers, { start, length, signal }) }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
