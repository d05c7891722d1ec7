import { wrongArgument } from '../../models/values/wrong-argument.js'

/** Maximum nesting depth of JSON from outside. Our choice: responses of networks are less than half as deep. */
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

/** Minimum number of digits of an integer that may exceed 2^53. The number 2^53 has 16 digits. */
const BIG_DIGITS = 16

/** Matches a number outside of strings. */
const NUMBER = /-?\d[\d.eE+-]*/g
const BIG_INTEGER = /^-?[1-9]\d{15,}$/

/**
 * Escapes that no string may contain: NUL and lone surrogates. An escaped backslash before it also matches, harmlessly.
 */
const UNFIT =
  /\\u(?:0000|[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F]))|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]/
/** Matches one escape: a surrogate pair, an escape that no string may contain, or any other escape. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})|[^])/g
const UNFIT_LENGTH = 6
const ESCAPE_START = String.raw`\u`

/**
 * Parses JSON from outside. Integers beyond ±(2^53-1) become strings of digits, so that ids are not rounded. NUL and
 * lone surrogates become U+FFFD, as in decoded text: no id contains them, and databases do not accept them.
 *
 * @param text - JSON text.
 * @param options - `maxDepth`: maximum nesting depth; default: 64.
 * @throws ConfigError for a value that is not text.
 * @throws SyntaxError for invalid JSON and for JSON that is nested too deep.
 */
export function parseJson(text: string, options: { readonly maxDepth?: number | undefined } = {}): unknown {
  if (typeof text !== 'string') throw wrongArgument('parseJson: text', 'text', text)
  const maxDepth = options?.maxDepth ?? MAX_DEPTH
  if (typeof maxDepth !== 'number') throw wrongArgument('parseJson: maxDepth', 'a number', maxDepth)
  refuseDepth(text, maxDepth)
  const whole = mayHoldUnfit(text) ? text.replaceAll(ESCAPE, withoutUnfit) : text
  return JSON.parse(mayHoldBigInteger(whole) ? quoteBigIntegers(whole) : whole)
}

/** Checks quickly whether a text may contain an escape to replace. Most texts contain no `\u` escape. */
function mayHoldUnfit(text: string): boolean {
  return text.includes(ESCAPE_START) && UNFIT.test(text)
}

function withoutUnfit(escape: string): string {
  return escape.length === UNFIT_LENGTH ? String.raw`\ufffd` : escape
}

/**
 * True if 16 or more digits may start a value. Digits inside a string sometimes match too, which is harmless. Only
 * every 16th character is checked: 16 adjacent digits always include one of them.
 */
function mayHoldBigInteger(text: string): boolean {
  for (let at = BIG_DIGITS - 1; at < text.length; at += BIG_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (isDigit(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    if (end - start >= BIG_DIGITS && mayBeginValue(text, start)) return true
    at = end // Continues after these digits. Otherwise the check of each 16th digit would scan all digits again.
  }
  return false
}

function mayBeginValue(text: string, start: number): boolean {
  let before = start - 1
  if (text[before] === '-') before -= 1
  while (before >= 0 && text.charCodeAt(before) <= SPACE) before -= 1
  return before < 0 || ':,['.includes(text.charAt(before))
}

/** False for NaN, which `charCodeAt` returns outside of the text. */
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
  // The depth is at most the number of opening brackets. For nearly every response this number is below the limit.
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

/** True if the text contains at most `max` opening brackets, including those inside strings. */
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
 * Returns the index of the closing quote of the string that opens at `start`. Returns the length of the text for an
 * unclosed string.
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
