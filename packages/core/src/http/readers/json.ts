import { wrongArgument } from '../../models/values/wrong-argument.js'

/**
 * Maximum nesting depth of received JSON. Responses of networks have less than half of this depth.
 * Our choice.
 */
const MAX_DEPTH = 64

const SPACE = 32
const ZERO = 48
const NINE = 57
const QUOTE = 34
const BACKSLASH = 92
const OPEN_LIST = 91
const OPEN_OBJECT = 123
const CLOSE_LIST = 93
const CLOSE_OBJECT = 125

/** Number of digits of 2^53. An integer with fewer digits is always exact. */
const BIG_DIGITS = 16

/** Matches a number outside of strings. */
const NUMBER = /-?\d[\d.eE+-]*/g
const BIG_INTEGER = /^-?[1-9]\d{15,}$/

/**
 * Matches escapes of NUL and of lone surrogates, which no string may contain. An escaped backslash
 * before the escape also matches, which only costs time.
 */
const UNFIT =
  /\\u(?:0000|[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F]))|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]/
/**
 * Matches one escape. A surrogate pair and an escape that no string may contain are matched as a
 * whole.
 */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})|[^])/g
const UNFIT_LENGTH = 6
const ESCAPE_START = String.raw`\u`

/**
 * Parses received JSON. Integers beyond ±(2^53-1) become strings of digits, so that ids are not
 * rounded. NUL and lone surrogates become U+FFFD, because databases do not accept them and no id
 * contains them.
 *
 * @param text - JSON text.
 * @param options - `maxDepth` is the maximum nesting depth. Default: 64.
 * @throws ConfigError for a value that is not a string.
 * @throws SyntaxError for invalid JSON, and for JSON that is nested too deeply.
 */
export function parseJson(text: string, options: { readonly maxDepth?: number | undefined } = {}): unknown {
  if (typeof text !== 'string') throw wrongArgument('parseJson: text', 'text', text)
  const maxDepth = options?.maxDepth ?? MAX_DEPTH
  if (typeof maxDepth !== 'number') throw wrongArgument('parseJson: maxDepth', 'a number', maxDepth)
  refuseDepth(text, maxDepth)
  const whole = mayHoldUnfit(text) ? text.replaceAll(ESCAPE, withoutUnfit) : text
  return JSON.parse(mayHoldBigInteger(whole) ? quoteBigIntegers(whole) : whole)
}

/**
 * Returns false if the text cannot contain an escape that must be replaced. This fast check is
 * enough for most texts, which contain no `\u` escape.
 */
function mayHoldUnfit(text: string): boolean {
  return text.includes(ESCAPE_START) && UNFIT.test(text)
}

function withoutUnfit(escape: string): string {
  return escape.length === UNFIT_LENGTH ? String.raw`\ufffd` : escape
}

/**
 * Returns false if no value of the text is an integer of 16 or more digits. Only every 16th
 * character is read, because 16 adjacent digits always include one of these. Digits inside a
 * string may also match.
 */
function mayHoldBigInteger(text: string): boolean {
  for (let at = BIG_DIGITS - 1; at < text.length; at += BIG_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (isDigit(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    if (end - start >= BIG_DIGITS && mayBeginValue(text, start)) return true
    at = end // The next check starts after these digits, so that no digit is read twice.
  }
  return false
}

function mayBeginValue(text: string, start: number): boolean {
  let before = start - 1
  if (text[before] === '-') before -= 1
  while (before >= 0 && text.charCodeAt(before) <= SPACE) before -= 1
  return before < 0 || ':,['.includes(text.charAt(before))
}

/** Returns true for a digit. `code` is NaN for a position outside the text. */
function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

function quoteBigIntegers(text: string): string {
  let written = ''
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const between = quote === -1 ? text.slice(at) : text.slice(at, quote)
    written += between.replaceAll(NUMBER, quoteWhenBig)
    if (quote === -1) break
    const end = endOfText(text, quote) + 1
    written += text.slice(quote, end)
    at = end
  }
  return written
}

function quoteWhenBig(number: string): string {
  return BIG_INTEGER.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number
}

function refuseDepth(text: string, maxDepth: number): void {
  // No JSON is nested deeper than its number of opening brackets. Nearly every response has fewer
  // brackets than the maximum.
  if (hasAtMost(text, maxDepth)) return
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > maxDepth) throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels.`)
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
}

/**
 * Returns true if the text contains at most `max` opening brackets. Brackets inside strings count
 * too.
 */
function hasAtMost(text: string, max: number): boolean {
  let left = max
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1
      if (left < 0) return false
    }
  }
  return true
}

/**
 * Returns the index of the quote that closes the string opened at `start`. For a string that is
 * not closed, returns the length of the text.
 */
function endOfText(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
}
