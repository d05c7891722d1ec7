/**
 * Minimum size of a piece that is stored without copying: 4 KiB. Our choice: the overhead of a piece is far smaller.
 */
const WORTH_KEEPING_BYTES = 4096
/** Size of the blocks into which smaller pieces are copied: 16 KiB. */
const BLOCK_BYTES = 16_384
const NO_BYTES = new Uint8Array()

/**
 * Joins bytes that arrive in pieces. The sender decides the number of pieces, and a piece of one byte takes a hundred
 * times its size. Small pieces are therefore copied into blocks.
 */
export class GatheredBytes {
  #length = 0
  #first: Uint8Array | null = null
  #pieces: Uint8Array[] | null = null
  /**
   * Block for small pieces. The bytes from `#start` to `#end` belong to no piece yet. The bytes from `#end` on are
   * free.
   */
  #block: Uint8Array | null = null
  #start = 0
  #end = 0

  /** Number of bytes added so far. */
  get length(): number {
    return this.#length
  }

  /** Adds a piece. A large piece and the first piece are stored without copying. */
  add(piece: Uint8Array): void {
    this.#length += piece.byteLength
    if (this.#first === null) this.#first = piece
    else if (piece.byteLength >= WORTH_KEEPING_BYTES) {
      this.#endPiece()
      this.#keep(piece)
    } else this.#copy(piece)
  }

  /** Returns all bytes as one array. Do not add pieces after this call. */
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

  /** Turns the bytes copied since the last piece into a piece. */
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
