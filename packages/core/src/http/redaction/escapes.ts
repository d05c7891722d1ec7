const PERCENT = 37
const AMPERSAND = 38
const BACKSLASH = 92
const HASH = 35
const SEMICOLON = 59
const OPEN = 123
const CLOSE = 125
const SMALL_U = 117
const SMALL_X = 120
const ZERO = 48
const NINE = 57
const SMALL_A = 97
const SMALL_F = 102

/** Characters that JSON and source texts write behind a backslash. */
const BEHIND_BACKSLASH: ReadonlySet<number> = new Set(Buffer.from(String.raw`"'\/`))
/** The names that every program writes for characters of HTML. */
const NAMES = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;'].map((name) => Buffer.from(name))
const NAMED = Buffer.from('&<>"\'')

const MAX_HEX = 6
const MAX_DECIMAL = 7
const LAST_CODE_POINT = 0x10ffff

/** Reads one letter that stands for another, in small letters: in an address, in JSON and source texts, in HTML. */
export class EscapeReader {
  /** Bytes of the escape that was read. */
  length = 0
  /** What it stands for: a character, or a byte of one. */
  code = 0
  isByte = false
  #digits = 0

  /** True when an escape begins there; `length`, `code` and `isByte` then tell of it. */
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
    if (next === SMALL_X) return this.#readByte(bytes, at, 2)
    if (next === SMALL_U)
      return bytes[at + 2] === OPEN ? this.#readBraces(bytes, at) : this.#readUnits(bytes, at)
    return BEHIND_BACKSLASH.has(next) && this.#found(next, 2)
  }

  #readByte(bytes: Uint8Array, at: number, mark: number): boolean {
    this.isByte = true
    const code = this.#number(bytes, at + mark, 16, 2)
    return this.#digits === 2 && this.#found(code, mark + 2)
  }

  /** Half an emoji is none without its other half. */
  #readUnits(bytes: Uint8Array, at: number): boolean {
    const first = this.#unit(bytes, at)
    if (first < 0xd800 || first > 0xdfff) return first >= 0 && this.#found(first, 6)
    const second = this.#unit(bytes, at + 6)
    if (first > 0xdbff || second < 0xdc00 || second > 0xdfff) return false
    return this.#found((first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000, 12)
  }

  #unit(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== BACKSLASH || bytes[at + 1] !== SMALL_U) return -1
    const code = this.#number(bytes, at + 2, 16, 4)
    return this.#digits === 4 ? code : -1
  }

  #readBraces(bytes: Uint8Array, at: number): boolean {
    const code = this.#number(bytes, at + 3, 16, MAX_HEX)
    return this.#digits > 0 && bytes[at + 3 + this.#digits] === CLOSE && this.#found(code, this.#digits + 4)
  }

  #readNumber(bytes: Uint8Array, at: number): boolean {
    const isHex = bytes[at + 2] === SMALL_X
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

  /** The number that begins there, of so many digits at most; `#digits` tells how many it has. */
  #number(bytes: Uint8Array, at: number, base: 10 | 16, most: number): number {
    let number = 0
    for (this.#digits = 0; this.#digits < most; this.#digits += 1) {
      const digit = digitOf(bytes[at + this.#digits] ?? 0)
      if (digit < 0 || digit >= base) break
      number = number * base + digit
    }
    return number
  }
}

function digitOf(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO
  return byte >= SMALL_A && byte <= SMALL_F ? byte - SMALL_A + 10 : -1
}
