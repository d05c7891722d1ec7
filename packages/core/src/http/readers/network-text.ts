import { cleanText } from '../../errors/message-of.js'
import { assertString } from '../../models/values/assert-kind.js'

/**
 * Maximum length of a quoted text of a network in characters. Longer texts are cut before regular
 * expressions run on them. Our choice.
 */
const MAX_TEXT_LENGTH = 300

/**
 * Matches white space, including line breaks. Control characters were replaced by spaces before.
 */
const SPACES = /\s+/g

/**
 * Cleans a received text for use in a message: one line, at most 300 characters, no lone surrogate
 * at its end. Call this function before any other search in the text, because a hostile text may
 * be long and slow to search.
 *
 * @param value - Received value. A value that is not a string counts as empty.
 * @returns The cleaned text. Empty if there is none.
 */
export function networkText(value: unknown): string {
  if (typeof value !== 'string') return ''
  // Only this many characters are searched. The factor leaves enough characters if much of the text
  // is white space.
  const start = value.trimStart().slice(0, MAX_TEXT_LENGTH * 4)
  const line = cleanText(start).replaceAll(SPACES, ' ').trimStart()
  // A character of two code units may cross the maximum length. This character is then removed as a
  // whole.
  const isCutInHalf = (line.codePointAt(MAX_TEXT_LENGTH - 1) ?? 0) > 0xffff
  return line
    .slice(0, isCutInHalf ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH)
    .trim()
    .toWellFormed()
}

/**
 * Builds a sentence that quotes a network, as `opening: text.` with one full stop.
 *
 * @param opening - Start of the sentence, without a full stop.
 * @param text - Text of the network. If it is empty, the sentence has no quote.
 */
export function quoteNetwork(opening: string, text: string): string {
  assertString(opening, 'quoteNetwork: opening')
  const quote = withoutStops(networkText(text))
  return quote === '' ? `${opening}.` : `${opening}: ${quote}.`
}

/**
 * Removes full stops, exclamation marks and spaces from the end of a text, so that the sentence
 * can continue after the text.
 */
export function withoutStops(text: string): string {
  assertString(text, 'withoutStops: text')
  let end = text.length
  while (end > 0 && '.! '.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
