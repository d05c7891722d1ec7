const PERCENT = 37
const AMPERSAND = 38
const BACKSLASH = 92
const HASH = 35
const SEMICOLON = 59
const OPEN = 123
const CLOSE = 125
const LOWER_U = 117
const LOWER_X = 120
const ZERO = 48
const NINE = 57
const LOWER_A = 97
const LOWER_F = 102

/** Characters that JSON and source code escape with a preceding backslash. */
const BEHIND_BACKSLASH: ReadonlySet<number> = new Set(Buffer.from(String.raw`"'\/`))
/** HTML entities that are decoded. */
const NAMES = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;'].map((name) => Buffer.from(name))
const NAMED = Buffer.from('&<>"\'')

const MAX_HEX = 6
const MAX_DECIMAL = 7
const LAST_CODE_POINT = 0x10ffff

/**
 * Decodes one escape of a URL, of JSON or source code, or of HTML. The input must be in lower
 * case.
 */
export class EscapeReader {
  /** Length of the escape that was read, in bytes. */
  length = 0
  /** Code point of the decoded character. If `isByte` is true, the value of one decoded byte. */
  code = 0
  isByte = false
  #digits = 0

  /**
   * Returns true if an escape starts at the position. `length`, `code` and `isByte` are then set
   * for this escape.
   */
  read(bytes: Uint8Array, at: number): boolean {
    this.isByte = false
    switch (bytes[at]) {
      case PERCENT:
        return this.#readByte(bytes, at, 1)
      case BACKSLASH:
        return this.#readBackslash(bytes, at)
      case AMPERSAND:
        return bytes[at + 1] === HASH ? this.#readNumber(bytes, at) : this.#readName(bytes, at)
      default:
        return false
    }
  }

  #readBackslash(bytes: Uint8Array, at: number): boolean {
    const next = bytes[at + 1] ?? 0
    if (next === LOWER_X) return this.#readByte(bytes, at, 2)
    if (next === LOWER_U)
      return bytes[at + 2] === OPEN ? this.#readBraces(bytes, at) : this.#readUnits(bytes, at)
    return BEHIND_BACKSLASH.has(next) && this.#found(next, 2)
  }

  #readByte(bytes: Uint8Array, at: number, mark: number): boolean {
    this.isByte = true
    const code = this.#number(bytes, at + mark, 16, 2)
    return this.#digits === 2 && this.#found(code, mark + 2)
  }

  /**
   * Reads an escaped UTF-16 unit. For the first half of a surrogate pair, the second half must
   * follow.
   */
  #readUnits(bytes: Uint8Array, at: number): boolean {
    const first = this.#unit(bytes, at)
    if (first < 0xd800 || first > 0xdfff) return first >= 0 && this.#found(first, 6)
    const second = this.#unit(bytes, at + 6)
    if (first > 0xdbff || second < 0xdc00 || second > 0xdfff) return false
    return this.#found((first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000, 12)
  }

  #unit(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return -1
    const code = this.#number(bytes, at + 2, 16, 4)
    return this.#digits === 4 ? code : -1
  }

  #readBraces(bytes: Uint8Array, at: number): boolean {
    const code = this.#number(bytes, at + 3, 16, MAX_HEX)
    return this.#digits > 0 && bytes[at + 3 + this.#digits] === CLOSE && this.#found(code, this.#digits + 4)
  }

  #readNumber(bytes: Uint8Array, at: number): boolean {
    const isHex = bytes[at + 2] === LOWER_X
    const start = at + (isHex ? 3 : 2)
    const code = this.#number(bytes, start, isHex ? 16 : 10, isHex ? MAX_HEX : MAX_DECIMAL)
    if (this.#digits === 0) return false
    const end = start + this.#digits
    return this.#found(code, end - at + (bytes[end] === SEMICOLON ? 1 : 0))
  }

  #readName(bytes: Uint8Array, at: number): boolean {
    const index = NAMES.findIndex((name) => name.every((byte, place) => bytes[at + 1 + place] === byte))
    return index !== -1 && this.#found(NAMED[index] ?? 0, 1 + (NAMES[index]?.length ?? 0))
  }

  #found(code: number, length: number): boolean {
    if (code > LAST_CODE_POINT) return false
    this.code = code
    this.length = length
    return true
  }

  /** Reads a number of at most `maxDigits` digits, and stores the number of digits in `#digits`. */
  #number(bytes: Uint8Array, at: number, base: 10 | 16, maxDigits: number): number {
    let number = 0
    for (this.#digits = 0; this.#digits < maxDigits; this.#digits += 1) {
      const digit = digitOf(bytes[at + this.#digits] ?? 0)
      if (digit < 0 || digit >= base) break
      number = number * base + digit
    }
    return number
  }
}

function digitOf(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO
  return byte >= LOWER_A && byte <= LOWER_F ? byte - LOWER_A + 10 : -1
}
