/**
 * Bytes of the biggest chunk a file is read in. As fast as bigger ones, and a slow line still gets through one before
 * the silence looks like a stall.
 */
export const MAX_CHUNK_BYTES = 1_048_576

/** Pieces below this are read at once, into one buffer of their size. */
const SMALL_PIECE_BYTES = 65_536

/** What a piece is read into: two buffers in turn, or one that holds all of it. */
export type Buffers = readonly Uint8Array[]

function sizesFor(pieceBytes: number): readonly number[] {
  if (pieceBytes < SMALL_PIECE_BYTES) return [pieceBytes]
  // Together never more than the piece, so that memory stays one piece however it is cut.
  return [Math.ceil(pieceBytes / 2), Math.floor(pieceBytes / 2)].map((bytes) =>
    Math.min(bytes, MAX_CHUNK_BYTES),
  )
}

function fits(buffers: Buffers, sizes: readonly number[]): boolean {
  return sizes.every((bytes, index) => (buffers[index]?.length ?? 0) >= bytes)
}

/** The buffers of one upload, handed from piece to piece. */
export class PieceBuffers {
  #idle: Buffers | null = null

  /** Buffers for a piece of so many bytes; what is in them is left from before. */
  take(pieceBytes: number): Buffers {
    const sizes = sizesFor(pieceBytes)
    const idle = this.#idle
    this.#idle = null
    return idle && fits(idle, sizes) ? idle : sizes.map((bytes) => Buffer.allocUnsafeSlow(bytes))
  }

  /** Gives buffers back once nobody reads from them or into them any more. */
  give(buffers: Buffers): void {
    this.#idle = buffers
  }
}
