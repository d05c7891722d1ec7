import { MAX_WHOLE_BYTES, MIN_PIECE_BYTES } from '../limits.js'

/** Division of a file into pieces for the upload. */
export interface Pieces {
  /** Size of the file in bytes. */
  readonly size: number
  /**
   * Bytes of every piece except the last. The last piece also contains the remainder of the file.
   */
  readonly pieceBytes: number
  readonly count: number
}

/** Byte range of one piece of a file. */
export interface Piece {
  readonly start: number
  readonly length: number
}

/**
 * Divides a file into pieces of equal size. The last piece also contains the remainder. Since
 * August 2026 a single piece must state the file's size as its piece size, and a file above 64 MB
 * must have several pieces.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (copy of October
 * 2026)
 *
 * @param size - Bytes of the file, 1 or more.
 * @param wanted - `chunkBytes` of the platform.
 */
export function cutIntoPieces(size: number, wanted: number): Pieces {
  if (size < MIN_PIECE_BYTES) return { size, pieceBytes: size, count: 1 }
  const pieceBytes = Math.min(wanted, size)
  const count = Math.floor(size / pieceBytes)
  if (count > 1) return { size, pieceBytes, count }
  if (size <= MAX_WHOLE_BYTES) return { size, pieceBytes: size, count: 1 }
  return { size, pieceBytes: Math.floor(size / 2), count: 2 }
}

/** Returns the byte range of a piece. `index` counts from 0. */
export function pieceAt({ size, pieceBytes, count }: Pieces, index: number): Piece {
  const start = index * pieceBytes
  return { start, length: index === count - 1 ? size - start : pieceBytes }
}

/**
 * Returns the number of pieces in the first `bytes` of the file. Null when `bytes` ends inside a
 * piece.
 */
export function piecesIn({ size, pieceBytes, count }: Pieces, bytes: number): number | null {
  if (bytes === size) return count
  const whole = bytes / pieceBytes
  return Number.isInteger(whole) && whole >= 0 && whole < count ? whole : null
}
