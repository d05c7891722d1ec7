import { ConfigError } from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import type { Media, MediaReader } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { MAX_CHUNK_BYTES, type PieceBuffers } from './piece-buffers.js'
import { refusedFile } from './refused-file.js'

interface Piece {
  readonly start: number
  readonly length: number
  readonly signal: AbortSignal | undefined
}

/** Returns the name of a file for error messages. */
export function shownFile(media: Media): string {
  return media.path ?? media.filename ?? 'the file'
}

/**
 * Checks a range of a file. @throws ConfigError unless the range is inside the file of `size`
 * bytes.
 */
export function checkInside(start: number, length: number, size: number): void {
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(length)
  if (!isWhole || start < 0 || length < 0 || start + length > size)
    throw new ConfigError(
      `A range of ${describeValue(length)} bytes from byte ${describeValue(start)} exceeds the file of ${size} bytes.`,
    )
}

/** Reads a range in chunks. While one chunk is being sent, the next chunk is read. */
export async function* readChunks(
  reader: MediaReader,
  buffers: PieceBuffers,
  { start, length, signal }: Piece,
): AsyncGenerator<Uint8Array, void> {
  const end = start + length
  const held = buffers.take(length)
  const read = async (position: number, turn: number): Promise<Uint8Array> => {
    const buffer = held[turn % held.length] ?? new Uint8Array() // the fallback is never used, because `take` returns at least one buffer
    const chunk = buffer.subarray(0, end - position)
    const count = await reader.readInto(chunk, position)
    if (count === chunk.length) return chunk
    throw refusedFile(
      'FILE_CHANGED',
      'A file became shorter while it was read. Post it again when it is complete.',
    )
  }
  let ahead: Promise<Uint8Array> | null = null
  try {
    let position = start
    for (let turn = 0; position < end; turn += 1) {
      signal?.throwIfAborted()
      const chunk: Uint8Array = await (ahead ?? read(position, turn))
      position += chunk.length
      ahead = position < end ? read(position, turn + 1) : null
      ahead?.catch(() => {}) // an error is reported when the next chunk is requested
      yield chunk
    }
  } finally {
    await ahead?.catch(() => {}) // waits because this read still writes to the buffer
    buffers.give(held)
  }
}

/**
 * Creates a body from bytes in memory without copying them. The body is read in chunks, so that
 * the progress can be reported.
 */
export function bytesBody(bytes: Uint8Array, signal: AbortSignal | undefined): BodySource {
  return {
    length: bytes.length,
    async *open() {
      for (let position = 0; position < bytes.length; position += MAX_CHUNK_BYTES) {
        signal?.throwIfAborted()
        yield bytes.subarray(position, position + MAX_CHUNK_BYTES)
      }
    },
  }
}

/** Refuses an empty file, because no network accepts one. @throws InvalidPostError */
export function refuseEmpty(media: Media, size: number): void {
  if (size === 0)
    throw refusedFile(
      'FILE_EMPTY',
      `The file "${shownFile(media)}" is empty. Post it again when it is complete.`,
      { file: media.filename },
    )
}
