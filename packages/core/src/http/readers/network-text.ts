import { cleanText } from '../../errors/message-of.js'
import { assertString } from '../../models/values/assert-kind.js'

/** Characters of the longest piece of what a network says that is quoted, or looked at by any pattern. Our choice. */
const MAX_TEXT_LENGTH = 300

/** White space, line breaks included. Control characters are spaces by then. */
const SPACES = /\s+/g

/**
 * The words of a network, or of anybody else outside: on one line, at most 300 letters, without half a character at the
 * end. Nothing else may look at such a text before: it may be as long as a reply, and made to be slow to search.
 *
 * @param value - What was sent; anything but text counts as nothing.
 * @returns The words; '' when there are none.
 */
export function networkText(value: unknown): string {
  if (typeof value !== 'string') return ''
  // The rest cannot be quoted, however many of these letters are white space.
  const start = value.trimStart().slice(0, MAX_TEXT_LENGTH * 4)
  const line = cleanText(start).replaceAll(SPACES, ' ').trimStart()
  // A letter of two code units begins at 300, or ends there: only the former is cut in half.
  const isCutInHalf = (line.codePointAt(MAX_TEXT_LENGTH - 1) ?? 0) > 0xffff
  return line
    .slice(0, isCutInHalf ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH)
    .trim()
    .toWellFormed()
}

/**
 * A sentence that quotes a network: `opening: words.`, with one full stop.
 *
 * @param opening - Our half of the sentence, without a full stop.
 * @param words - The network's own words; '' leaves them out.
 */
export function quoteNetwork(opening: string, words: string): string {
  assertString(opening, 'quoteNetwork: opening')
  const said = withoutStops(networkText(words))
  return said === '' ? `${opening}.` : `${opening}: ${said}.`
}

/** Words without the full stops, exclamation marks and spaces at their end: a sentence goes on behind them. */
export function withoutStops(words: string): string {
  assertString(words, 'withoutStops: words')
  let end = words.length
  while (end > 0 && '.! '.includes(words.charAt(end - 1))) end -= 1
  return words.slice(0, end)
}
