import { HIDDEN } from '../../models/values/hidden.js'
import { EscapeReader } from './escapes.js'
import { base64Of } from './spellings.js'

/**
 * Minimum length in bytes of a secret whose encoded forms are searched. A shorter secret may occur
 * in ordinary text. Our choice.
 */
const MIN_SECRET_BYTES = 6
/**
 * Minimum length of a shortened secret that is hidden, because networks quote the start of a
 * token: "token abcdefghijkl… is invalid". Our choice.
 */
const MIN_BEGINNING_LENGTH = 12
/** A secret that is a URL is not searched by its start, because many URLs share the same start. */
const ADDRESS = Buffer.from('://')
/**
 * Maximum number of nested encodings that are decoded. Gateways and logs add two or three. Our
 * choice.
 */
const MAX_LAYERS = 4
/**
 * Maximum number of characters that encode one byte of a secret. `\ud83d` uses six characters for
 * two bytes, and a second encoding makes it longer.
 */
const LETTERS_OF_BYTE = 12
/**
 * Texts are searched in windows of this many bytes, so that memory does not grow with the text.
 * Our choice.
 */
const WINDOW = 65_536

const SPACE = 32
const PLUS = 43
const UPPER_A = 65
const UPPER_Z = 90
const TO_LOWER = 32
const FIRST_BEYOND_ASCII = 128

/**
 * Decoded bytes of a text. `from` and `to` contain the position of each byte in the original text.
 */
interface View {
  readonly bytes: Buffer
  readonly from: Uint32Array
  readonly to: Uint32Array
}

type Span = readonly [from: number, to: number]

/**
 * Finds encoded secrets in a text: any combination of URL, JSON and HTML escapes, base64, hex,
 * changed case and line breaks.
 */
export class Disguises {
  readonly #wanted: readonly Buffer[]
  readonly #overlap: number

  constructor(secrets: Iterable<string>) {
    const spellings = [...secrets].flatMap((secret) => [
      secret,
      Buffer.from(secret).toString('hex'),
      ...base64Of(secret),
    ])
    this.#wanted = [...new Set(spellings)]
      .map((spelling) => viewOf(Buffer.from(spelling)).bytes)
      .filter(({ length }) => length >= MIN_SECRET_BYTES)
    this.#overlap = Math.max(0, ...this.#wanted.map(({ length }) => length)) * LETTERS_OF_BYTE
  }

  /** Replaces all secrets in a text, in any supported encoding. */
  hide(text: string): string {
    if (text.length < MIN_SECRET_BYTES || this.#wanted.length === 0) return text
    const written = Buffer.from(text)
    const window = Math.max(WINDOW, this.#overlap)
    const spans: Span[] = []
    for (let at = 0; at < written.length; at += window)
      for (const [from, to] of this.#spansIn(written.subarray(at, at + window + this.#overlap)))
        spans.push([at + from, at + to])
    return spans.length === 0 ? text : without(written, spans)
  }

  #spansIn(written: Buffer): readonly Span[] {
    const spans: Span[] = []
    let view: View | null = viewOf(written)
    for (let layer = 0; layer <= MAX_LAYERS && view !== null; layer += 1) {
      for (const wanted of this.#wanted) addSpans(view, wanted, spans)
      view = decoded(view)
    }
    return spans
  }
}

function addSpans({ bytes, from, to }: View, wanted: Buffer, spans: Span[]): void {
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length))
    spans.push([from[at] ?? 0, to[at + wanted.length - 1] ?? 0])
  const beginning = wanted.subarray(0, MIN_BEGINNING_LENGTH)
  if (wanted.length <= MIN_BEGINNING_LENGTH || beginning.includes(ADDRESS)) return
  for (let at = bytes.indexOf(beginning); at !== -1;) {
    let end = MIN_BEGINNING_LENGTH
    while (end < wanted.length && bytes[at + end] === wanted[end]) end += 1
    spans.push([from[at] ?? 0, to[at + end - 1] ?? 0])
    at = bytes.indexOf(beginning, at + end)
  }
}

/**
 * Collects decoded bytes in lower case. White space is dropped, and so is the plus sign, which
 * encodes a space.
 */
class ViewWriter {
  readonly #bytes: Buffer
  readonly #from: Uint32Array
  readonly #to: Uint32Array
  #length = 0

  constructor(maxLength: number) {
    this.#bytes = Buffer.allocUnsafe(maxLength)
    this.#from = new Uint32Array(maxLength)
    this.#to = new Uint32Array(maxLength)
  }

  put(byte: number, from: number, to: number): void {
    if (byte <= SPACE || byte === PLUS) return
    this.#bytes[this.#length] = byte >= UPPER_A && byte <= UPPER_Z ? byte + TO_LOWER : byte
    this.#from[this.#length] = from
    this.#to[this.#length] = to
    this.#length += 1
  }

  get view(): View {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      from: this.#from.subarray(0, this.#length),
      to: this.#to.subarray(0, this.#length),
    }
  }
}

function viewOf(written: Buffer): View {
  const writer = new ViewWriter(written.length)
  for (let at = 0; at < written.length; at += 1) writer.put(written[at] ?? 0, at, at + 1)
  return writer.view
}

/**
 * Decodes every escape in the bytes. The result is never longer than the input. Null if there is
 * no escape.
 */
function decoded({ bytes, from, to }: View): View | null {
  const writer = new ViewWriter(bytes.length)
  const escape = new EscapeReader()
  let isChanged = false
  for (let at = 0; at < bytes.length; at += 1) {
    const start = from[at] ?? 0
    if (!escape.read(bytes, at)) {
      writer.put(bytes[at] ?? 0, start, to[at] ?? 0)
      continue
    }
    isChanged = true
    at += escape.length - 1
    const end = to[at] ?? 0
    if (escape.isByte || escape.code < FIRST_BEYOND_ASCII) writer.put(escape.code, start, end)
    else for (const byte of Buffer.from(String.fromCodePoint(escape.code))) writer.put(byte, start, end)
  }
  return isChanged ? writer.view : null
}

function without(written: Buffer, spans: readonly Span[]): string {
  let clean = ''
  let end = 0
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from >= end) clean += `${written.subarray(end, from).toString()}${HIDDEN}`
    end = Math.max(end, to)
  }
  return clean + written.subarray(end).toString()
}
