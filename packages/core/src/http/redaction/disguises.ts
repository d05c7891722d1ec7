import { HIDDEN } from '../../models/values/hidden.js'
import { EscapeReader } from './escapes.js'
import { base64Of } from './spellings.js'

/** Bytes of the shortest secret that is looked for in disguise: anything shorter is part of ordinary words. Our choice. */
const SHORTEST = 6
/** Letters of the shortest beginning of a secret that is taken out: networks quote "token abcdefghijkl… is invalid". Our choice. */
const MIN_BEGINNING_LENGTH = 12
/** The beginning of an address is no secret. */
const ADDRESS = Buffer.from('://')
/** How often a text may have been encoded, one way inside another. Our choice: gateways and logs add two or three. */
const MAX_LAYERS = 4
/** Letters that one byte of a secret takes at most: as many as `\ud83d` needs for two, encoded once more. */
const LETTERS_OF_BYTE = 12
/** Bytes of a text that are looked at together, so that a long one needs no more memory than a short one. Our choice. */
const WINDOW = 65_536

const SPACE = 32
const PLUS = 43
const BIG_A = 65
const BIG_Z = 90
const TO_SMALL = 32
const FIRST_BEYOND_ASCII = 128

/** A text as it may be meant, and where in the text as it is written each of its bytes begins and ends. */
interface View {
  readonly bytes: Buffer
  readonly from: Uint32Array
  readonly to: Uint32Array
}

type Span = readonly [from: number, to: number]

/**
 * Finds secrets that are written in another way than they were sent: in any mixture of the escapes of addresses, JSON
 * and HTML, in base64, in hex, in letters of the other case, or broken into lines.
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
      .filter(({ length }) => length >= SHORTEST)
    this.#overlap = Math.max(0, ...this.#wanted.map(({ length }) => length)) * LETTERS_OF_BYTE
  }

  /** The text without the secrets. */
  hide(text: string): string {
    if (text.length < SHORTEST || this.#wanted.length === 0) return text
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

/** Gathers the bytes of a view: without white space and pluses, which stand for spaces, and in small letters. */
class ViewWriter {
  readonly #bytes: Buffer
  readonly #from: Uint32Array
  readonly #to: Uint32Array
  #length = 0

  constructor(most: number) {
    this.#bytes = Buffer.allocUnsafe(most)
    this.#from = new Uint32Array(most)
    this.#to = new Uint32Array(most)
  }

  put(byte: number, from: number, to: number): void {
    if (byte <= SPACE || byte === PLUS) return
    this.#bytes[this.#length] = byte >= BIG_A && byte <= BIG_Z ? byte + TO_SMALL : byte
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

/** Every escape as what it stands for, which is never longer; null when there is none. */
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
