/**
 * Maximum size of the chunks in which a file is read, in bytes. Larger chunks are not faster, and
 * a slow connection can send one of this size before the inactivity timeout.
 */
export const MAX_CHUNK_BYTES = 1_048_576

/** A range below this size is read in one call, into a single buffer. */
const SMALL_PIECE_BYTES = 65_536

/** Buffers for reading a range: one for a small range, otherwise two that are used alternately. */
export type Buffers = readonly Uint8Array[]

function sizesFor(pieceBytes: number): readonly number[] {
  if (pieceBytes < SMALL_PIECE_BYTES) return [pieceBytes]
  // Each of the two buffers has at most half of the range, so together they need no more memory
  // than the range.
  return [Math.ceil(pieceBytes / 2), Math.floor(pieceBytes / 2)].map((bytes) =>
    Math.min(bytes, MAX_CHUNK_BYTES),
  )
}

function fits(buffers: Buffers, sizes: readonly number[]): boolean {
  return sizes.every((bytes, index) => (buffers[index]?.length ?? 0) >= bytes)
}

/** Buffers of one upload, which are reused for each range. */
export class PieceBuffers {
  #idle: Buffers | null = null

  /** Returns buffers for a range of this size. Their content is undefined. */
  take(pieceBytes: number): Buffers {
    const sizes = sizesFor(pieceBytes)
    const idle = this.#idle
    this.#idle = null
    return idle && fits(idle, sizes) ? idle : sizes.map((bytes) => Buffer.allocUnsafeSlow(bytes))
  }

  /** Takes back buffers that nothing reads or writes any more. */
  give(buffers: Buffers): void {
    this.#idle = buffers
  }
}
