import { endOfDomain, endOfRun, endOfTopLevel, type Label, labelsOf } from './domains.js'
import { punycodeLength } from './punycode.js'

// Finds URLs in a text by the rules of X. The rules are those of `extractUrlsWithIndices` in
// twitter-text 3.1.0. This implementation takes linear time.

/** Maximum characters of a URL. A longer URL is plain text. */
const MAX_ADDRESS_LENGTH = 4096
/** Maximum characters of a domain label in punycode. */
const MAX_LABEL_LENGTH = 63
/** Maximum characters after `t.co/` in a short URL. */
const MAX_SLUG_LENGTH = 40
/** X counts the length of this protocol when a URL has no protocol. */
const DEFAULT_PROTOCOL = 'https://'

const LATIN =
  '\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u00FF\\u0100-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF'
const PROTOCOL = /https?:\/\//iy
const PORT = /:[0-9]+/y
const PATH_RUN = new RegExp(`[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${LATIN}]+`, 'iy')
const PATH_END = new RegExp(`[+\\-a-z\\u0400-\\u04FF0-9=_#/${LATIN}]`, 'i')
const QUERY_RUN = /[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]+/iy
const QUERY_END = /[a-z0-9\-_&=#/]/i
/** A URL cannot start directly after one of these characters. */
const JOINED = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/
/** A URL without a protocol also cannot start directly after one of these characters. */
const JOINED_WITHOUT_PROTOCOL = /[-_./]/
const ASCII_RUN = new RegExp(`[-a-z0-9${LATIN}][-.a-z0-9${LATIN}]*`, 'gi')
const SHORTENED = /^https?:\/\/t\.co\/([a-z0-9]+)/i

/** Position of a URL in a text, in UTF-16 units. */
export interface WebAddress {
  readonly start: number
  readonly length: number
}

/** Returns the length of the match of a sticky pattern at a position; 0 if the pattern does not match. */
function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** Returns `end` moved back over the trailing characters that cannot end a URL. */
function trimmedEnd(text: string, start: number, end: number, last: RegExp): number {
  let at = end
  while (at > start && !last.test(text.charAt(at - 1))) at -= 1
  return at
}

/**
 * Returns the length of the parentheses at a position, if they are balanced and not empty;
 * otherwise 0. At most one nested pair is allowed.
 */
function bracketsAt(text: string, at: number): number {
  if (text[at] !== '(') return 0
  const before = lengthAt(PATH_RUN, text, at + 1)
  let end = at + 1 + before
  if (text[end] === ')') return before === 0 ? 0 : end + 1 - at
  const inside = text[end] === '(' ? lengthAt(PATH_RUN, text, end + 1) : 0
  if (inside === 0 || text[end + 1 + inside] !== ')') return 0
  end += inside + 2
  end += lengthAt(PATH_RUN, text, end)
  return text[end] === ')' ? end + 1 - at : 0
}

/**
 * Returns the end of the path that starts at a slash. Parentheses can end a path only directly after a character
 * that can end a path.
 */
function endOfPath(text: string, slash: number): number {
  let end = slash + 1
  let at = end
  let brackets = 0
  do {
    const run = lengthAt(PATH_RUN, text, at)
    const trimmed = trimmedEnd(text, at, at + run, PATH_END)
    if (trimmed > at) end = trimmed
    at += run
    brackets = bracketsAt(text, at)
    at += brackets
  } while (brackets > 0)
  for (let more = bracketsAt(text, end); more > 0; more = bracketsAt(text, end)) end += more
  return end
}

/** Returns the end of the query that starts at a question mark; null if the query has no valid end. */
function endOfQuery(text: string, mark: number): number | null {
  const start = mark + 1
  const end = trimmedEnd(text, start, start + lengthAt(QUERY_RUN, text, start), QUERY_END)
  return end === start ? null : end
}

/** Finds the ASCII parts of a domain. X links only these parts when the URL has no protocol. */
function asciiDomains(text: string, start: number, end: number): readonly WebAddress[] {
  const domain = text.slice(start, end)
  const found: WebAddress[] = []
  for (const run of domain.matchAll(ASCII_RUN)) {
    let dot = run[0].lastIndexOf('.')
    while (dot > 0) {
      const last = endOfTopLevel(domain, run.index + dot + 1)
      if (last !== null) found.push({ start: start + run.index, length: last - run.index })
      dot = last === null ? run[0].lastIndexOf('.', dot - 1) : 0
    }
  }
  return found
}

function isValidDomain(domain: string, ascii: readonly WebAddress[]): boolean {
  if (domain.startsWith('xn--') && ascii.length === 0) return false
  return domain.split('.').every((label) => punycodeLength(label, MAX_LABEL_LENGTH) <= MAX_LABEL_LENGTH)
}

/** A possible URL before validation. */
interface Candidate {
  readonly start: number
  readonly domainStart: number
  readonly domainEnd: number
  readonly hasPath: boolean
  readonly end: number
}

function candidateAt(text: string, start: number, domainStart: number, domainEnd: number): Candidate {
  const afterPort = domainEnd + lengthAt(PORT, text, domainEnd)
  const hasPath = text[afterPort] === '/'
  const afterPath = hasPath ? endOfPath(text, afterPort) : afterPort
  const end = text[afterPath] === '?' ? (endOfQuery(text, afterPath) ?? afterPath) : afterPath
  return { start, domainStart, domainEnd, hasPath, end }
}

/** Returns the valid URLs in a candidate. */
function addressesOf(text: string, candidate: Candidate): readonly WebAddress[] {
  const { start, domainStart, domainEnd, hasPath, end } = candidate
  const hasProtocol = domainStart > start
  const protocolLength = hasProtocol ? domainStart - start : DEFAULT_PROTOCOL.length
  if (protocolLength + (end - start) > MAX_ADDRESS_LENGTH) return []
  const ascii = asciiDomains(text, domainStart, domainEnd)
  if (!isValidDomain(text.slice(domainStart, domainEnd), ascii)) return []
  if (hasProtocol) {
    const url = text.slice(start, end)
    const shortened = SHORTENED.exec(url)
    if (shortened === null) return [{ start, length: end - start }]
    const slugEnd = shortened[0].length
    if ((shortened[1] ?? '').length > MAX_SLUG_LENGTH) return []
    return [{ start, length: (url[slugEnd] === '?' ? endOfQuery(url, slugEnd) : null) ?? slugEnd }]
  }
  if (start > 0 && JOINED_WITHOUT_PROTOCOL.test(text.charAt(start - 1))) return []
  const last = ascii.at(-1)
  if (!hasPath || last === undefined) return ascii
  return [...ascii.slice(0, -1), { start: last.start, length: last.length + (end - domainEnd) }]
}

/** Finds domains in a text. Splits each run of domain characters into labels only once. */
class Domains {
  readonly #text: string
  #start = 0
  #end = 0
  #labels: readonly Label[] = []
  #index = 0

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the end of the domain that starts at a position; null if no domain starts there.
   * Within one run of domain characters, the caller has to pass increasing positions.
   */
  endAt(at: number): number | null {
    // The position can be outside the current run, because the caller skips a protocol and later
    // returns. A new run is then read.
    if (at < this.#start || at >= this.#end) {
      this.#start = at
      this.#end = Math.max(at + 1, endOfRun(this.#text, at))
      this.#labels = labelsOf(this.#text, at, this.#end)
      this.#index = 0
    }
    while ((this.#labels[this.#index]?.dot ?? this.#end) < at) this.#index += 1
    const label = this.#labels[this.#index]
    return label === undefined ? null : endOfDomain(this.#text, label, at)
  }
}

/** Returns the URLs in a text, in order. The text has to be in NFC. */
export function findWebAddresses(text: string): readonly WebAddress[] {
  if (!text.includes('.')) return []
  const domains = new Domains(text)
  const candidateFrom = (start: number): Candidate | null => {
    const domainStart = start + lengthAt(PROTOCOL, text, start)
    const domainEnd = domains.endAt(domainStart)
    return domainEnd === null ? null : candidateAt(text, start, domainStart, domainEnd)
  }
  const found: WebAddress[] = []
  // A URL at the first character is used only if no URL starts at the second character.
  const first = candidateFrom(0)
  let start = 1
  while (start < text.length) {
    const isJoined = JOINED.test(text.charAt(start - 1))
    const candidate = (isJoined ? null : candidateFrom(start)) ?? (start === 1 ? first : null)
    if (candidate !== null) found.push(...addressesOf(text, candidate))
    // At least one character separates two URLs.
    start = candidate === null ? start + 1 : candidate.end + 1
  }
  return found
}
