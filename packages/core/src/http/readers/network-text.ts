import { cleanText } from '../../errors/message-of.js'
import { assertString } from '../../models/values/assert-kind.js'

/**
 * Maximum length in characters of a text that is quoted from a network. Longer texts are cut before a pattern is
 * applied. Our choice.
 */
const MAX_TEXT_LENGTH = 300

/** Matches white space with line breaks. Control characters were replaced by spaces before. */
const SPACES = /\s+/g

/**
 * Cleans a text of a network or any other outside source: one line, at most 300 characters, no lone surrogate at the
 * end. Apply nothing else to such a text before: it may be as long as a response, and slow to search on purpose.
 *
 * @param value - Received value. Values other than text count as empty.
 * @returns The cleaned text; empty if there is none.
 */
export function networkText(value: unknown): string {
  if (typeof value !== 'string') return ''
  // Only this part of the text is searched, even if most of its characters are white space.
  const start = value.trimStart().slice(0, MAX_TEXT_LENGTH * 4)
  const line = cleanText(start).replaceAll(SPACES, ' ').trimStart()
  // A character of two code units may start or end at position 300. A character that starts there is removed.
  const isCutInHalf = (line.codePointAt(MAX_TEXT_LENGTH - 1) ?? 0) > 0xffff
  return line
    .slice(0, isCutInHalf ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH)
    .trim()
    .toWellFormed()
}

/**
 * Builds a sentence that quotes a network: `opening: text.`, with one full stop.
 *
 * @param opening - First part of the sentence, without a full stop.
 * @param text - Text of the network; empty = no quote.
 */
export function quoteNetwork(opening: string, text: string): string {
  assertString(opening, 'quoteNetwork: opening')
  const quote = withoutStops(networkText(text))
  return quote === '' ? `${opening}.` : `${opening}: ${quote}.`
}

/** Removes full stops, exclamation marks and spaces from the end of a text, because the sentence continues after it. */
export function withoutStops(text: string): string {
  assertString(text, 'withoutStops: text')
  let end = text.length
  while (end > 0 && '.! '.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
