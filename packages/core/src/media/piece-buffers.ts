/**
 * Maximum chunk size for reading a file. As fast as larger chunks, and a slow connection can send one before the stall
 * timeout.
 */
export const MAX_CHUNK_BYTES = 1_048_576

/** Smaller ranges are read in one call into one buffer of their size. */
const SMALL_PIECE_BYTES = 65_536

/** Read buffers of a range: two used alternately, or one for the whole range. */
export type Buffers = readonly Uint8Array[]

function sizesFor(pieceBytes: number): readonly number[] {
  if (pieceBytes < SMALL_PIECE_BYTES) return [pieceBytes]
  // Their total never exceeds the range, so memory use is at most one range.
  return [Math.ceil(pieceBytes / 2), Math.floor(pieceBytes / 2)].map((bytes) =>
    Math.min(bytes, MAX_CHUNK_BYTES),
  )
}

function fits(buffers: Buffers, sizes: readonly number[]): boolean {
  return sizes.every((bytes, index) => (buffers[index]?.length ?? 0) >= bytes)
}

/** The buffers of one upload, reused for each range. */
export class PieceBuffers {
  #idle: Buffers | null = null

  /** Returns buffers for a range of this size; they contain old data. */
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
