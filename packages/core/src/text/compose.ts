import { assertString } from '../models/values/assert-kind.js'

/**
 * Matches more combining marks on one letter than any script uses. The limit of 30 is from UAX #15, section 13
 * (Stream-Safe Text Format).
 */
const TOO_MANY_MARKS = /\p{M}{31}/u
const LETTERS_WITH_MARKS = /\P{M}*\p{M}{0,30}/gu

/**
 * Normalizes a text to NFC, so that equal texts have equal characters. Runs in linear time, unlike JavaScript's
 * `normalize`, which sorts the marks of a letter and takes seconds for 64 k accents. More than 30 marks on one
 * letter are composed in groups of 30. The result is exactly NFC for text of any language.
 */
export function composeText(text: string): string {
  assertString(text, 'composeText: text')
  if (!TOO_MANY_MARKS.test(text)) return text.normalize('NFC')
  let composed = ''
  for (const [piece] of text.matchAll(LETTERS_WITH_MARKS)) composed += piece.normalize('NFC')
  return composed
}
