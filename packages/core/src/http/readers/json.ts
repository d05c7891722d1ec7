import { wrongArgument } from '../../models/values/wrong-argument.js'

/** How deep JSON from outside may be nested. Our choice: replies of networks nest less than half as deep. */
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

/** An integer of so many digits, or more, may be beyond 2^53, which has 16. */
const BIG_DIGITS = 16

/** A number of any kind, between texts. */
const NUMBER = /-?\d[\d.eE+-]*/g
const BIG_INTEGER = /^-?[1-9]\d{15,}$/

/** What no text may hold, written as an escape: NUL, and half of an emoji. One behind a backslash of its own counts too, harmlessly. */
const UNFIT =
  /\\u(?:0000|[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F]))|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]/
/** One escape: both halves of an emoji, what no text may hold, or any other. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})|[^])/g
const UNFIT_LENGTH = 6
const ESCAPE_START = String.raw`\u`

/**
 * Reads JSON from outside. An integer beyond ±(2^53-1) becomes a string of its digits, so that no id is rounded. NUL and
 * half an emoji become U+FFFD, as in any other text that was decoded: no id holds them, and no database takes them.
 *
 * @param text - The JSON.
 * @param options - `maxDepth`: how deep it may be nested; 64 unless given.
 * @throws ConfigError for anything but text.
 * @throws SyntaxError when it is not JSON, or nested too deep.
 */
export function parseJson(text: string, options: { readonly maxDepth?: number | undefined } = {}): unknown {
  if (typeof text !== 'string') throw wrongArgument('parseJson: text', 'text', text)
  const maxDepth = options?.maxDepth ?? MAX_DEPTH
  if (typeof maxDepth !== 'number') throw wrongArgument('parseJson: maxDepth', 'a number', maxDepth)
  refuseDepth(text, maxDepth)
  const whole = mayHoldUnfit(text) ? text.replaceAll(ESCAPE, withoutUnfit) : text
  return JSON.parse(mayHoldBigInteger(whole) ? quoteBigIntegers(whole) : whole)
}

/** Most texts hold no such escape at all, which is told much faster than by the expression. */
function mayHoldUnfit(text: string): boolean {
  return text.includes(ESCAPE_START) && UNFIT.test(text)
}

function withoutUnfit(escape: string): string {
  return escape.length === UNFIT_LENGTH ? String.raw`\ufffd` : escape
}

/**
 * True when 16 digits or more stand where a value may; those inside a text count only now and then, harmlessly. Every
 * 16th place is looked at: 16 digits side by side cannot lie between two of them.
 */
function mayHoldBigInteger(text: string): boolean {
  for (let at = BIG_DIGITS - 1; at < text.length; at += BIG_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (isDigit(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    if (end - start >= BIG_DIGITS && mayBeginValue(text, start)) return true
    at = end // These digits are done: looking at each 16th of them would walk over all of them again.
  }
  return false
}

function mayBeginValue(text: string, start: number): boolean {
  let before = start - 1
  if (text[before] === '-') before -= 1
  while (before >= 0 && text.charCodeAt(before) <= SPACE) before -= 1
  return before < 0 || ':,['.includes(text.charAt(before))
}

/** NaN, which stands outside the text, is no digit. */
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
  // As deep as it has opening characters, at most: nearly every reply is done here.
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

/** True when there are so many opening brackets or fewer, those inside texts included. */
function hasAtMost(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1
      if (left < 0) return false
    }
  }
  return true
}

/** Where the text that opens at `start` closes; the end of everything when it never does. */
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
