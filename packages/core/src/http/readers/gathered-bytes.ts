/** Pieces from this size on (4 KiB) are kept as they are; our choice: what belongs to a piece is far less. */
const WORTH_KEEPING_BYTES = 4096
/** Smaller ones are copied together into blocks of this size (16 KiB). */
const BLOCK_BYTES = 16_384
const NOTHING = new Uint8Array()

/**
 * Puts bytes together that come in pieces. Whoever sends decides how many pieces there are: one of a single byte costs
 * a hundred times its size, so small ones are copied together.
 */
export class GatheredBytes {
  #length = 0
  #first: Uint8Array | null = null
  #pieces: Uint8Array[] | null = null
  /** Where small pieces go: from `#start` on they are in no piece yet, from `#end` on there is room. */
  #block: Uint8Array | null = null
  #start = 0
  #end = 0

  /** Bytes so far. */
  get length(): number {
    return this.#length
  }

  /** Adds a piece. It is kept, not copied, when it is big, and when it is the first. */
  add(piece: Uint8Array): void {
    this.#length += piece.byteLength
    if (this.#first === null) this.#first = piece
    else if (piece.byteLength >= WORTH_KEEPING_BYTES) {
      this.#endPiece()
      this.#keep(piece)
    } else this.#copy(piece)
  }

  /** All bytes, in one piece. Nothing may be added afterwards. */
  whole(): Uint8Array {
    this.#endPiece()
    if (this.#first === null) return NOTHING
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

  /** What was copied together becomes a piece. */
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
