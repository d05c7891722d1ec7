/**
 * Maximum chunk size for reading a file. As fast as larger chunks, and a slow connection sends one before
 * the stall timeout.
 */
export const MAX_CHUNK_BYTES = 1_048_576

/** Smaller pieces are read in one call, into one buffer of their size. */
const SMALL_PIECE_BYTES = 65_536

/** Read buffers of a piece: two used alternately, or one for the whole piece. */
export type Buffers = readonly Uint8Array[]

function sizesFor(pieceBytes: number): readonly number[] {
  if (pieceBytes < SMALL_PIECE_BYTES) return [pieceBytes]
  // Their total never exceeds the piece, so memory use is at most one piece.
  return [Math.ceil(pieceBytes / 2), Math.floor(pieceBytes / 2)].map((bytes) =>
    Math.min(bytes, MAX_CHUNK_BYTES),
  )
}

function fits(buffers: Buffers, sizes: readonly number[]): boolean {
  return sizes.every((bytes, index) => (buffers[index]?.length ?? 0) >= bytes)
}

/** The buffers of one upload, reused by each piece. */
export class PieceBuffers {
  #idle: Buffers | null = null

  /** Buffers for a piece of this size; they contain old data. */
  take(pieceBytes: number): Buffers {
    const sizes = sizesFor(pieceBytes)
    const idle = this.#idle
    this.#idle = null
    return idle && fits(idle, sizes) ? idle : sizes.map((bytes) => Buffer.allocUnsafeSlow(bytes))
  }

  /** Returns buffers that are no longer read or written. */
  give(buffers: Buffers): void {
    this.#idle = buffers
  }
}
