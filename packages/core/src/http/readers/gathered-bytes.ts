/**
 * Minimum size of a piece that is stored without copying: 4 KiB. The overhead of storing a piece
 * is far smaller than this size. Our choice.
 */
const WORTH_KEEPING_BYTES = 4096
/** Size of the blocks into which smaller pieces are copied: 16 KiB. Our choice. */
const BLOCK_BYTES = 16_384
const NO_BYTES = new Uint8Array()

/**
 * Joins bytes that arrive in pieces. The sender decides the size of the pieces, and a stored piece
 * of one byte needs about a hundred bytes of memory. Small pieces are therefore copied into
 * blocks.
 */
export class GatheredBytes {
  #length = 0
  #first: Uint8Array | null = null
  #pieces: Uint8Array[] | null = null
  /**
   * Block into which small pieces are copied. Bytes from `#start` to `#end` are not stored as a
   * piece yet, and bytes after `#end` are unused.
   */
  #block: Uint8Array | null = null
  #start = 0
  #end = 0

  /** Number of bytes added so far. */
  get length(): number {
    return this.#length
  }

  /** Adds a piece. The first piece and large pieces are stored without copying. */
  add(piece: Uint8Array): void {
    this.#length += piece.byteLength
    if (this.#first === null) this.#first = piece
    else if (piece.byteLength >= WORTH_KEEPING_BYTES) {
      this.#endPiece()
      this.#keep(piece)
    } else this.#copy(piece)
  }

  /** Returns all bytes in one array. No pieces may be added after this call. */
  whole(): Uint8Array {
    this.#endPiece()
    if (this.#first === null) return NO_BYTES
    return this.#pieces === null ? this.#first : Buffer.concat([this.#first, ...this.#pieces], this.#length)
  }

  #copy(piece: Uint8Array): void {
    if (this.#block === null || this.#end + piece.byteLength > this.#block.byteLength) {
      this.#endPiece()
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      this.#start = 0
      this.#end = 0
    }
    this.#block.set(piece, this.#end)
    this.#end += piece.byteLength
  }

  /** Stores the bytes that were copied into the block since the last call as one piece. */
  #endPiece(): void {
    if (this.#block === null || this.#end === this.#start) return
    this.#keep(this.#block.subarray(this.#start, this.#end))
    this.#start = this.#end
  }

  #keep(piece: Uint8Array): void {
    this.#pieces ??= []
    this.#pieces.push(piece)
  }
}
