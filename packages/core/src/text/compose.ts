import { assertString } from '../models/values/assert-kind.js'

/** More marks on one letter than any script writes: the line is that of UAX #15, section 13 (Stream-Safe Text Format). */
const TOO_MANY_MARKS = /\p{M}{31}/u
const LETTERS_WITH_MARKS = /\P{M}*\p{M}{0,30}/gu

/**
 * A text in the form in which equal texts have equal characters (Unicode normalization form NFC). In linear time:
 * `normalize` of JavaScript takes seconds for a letter with 64 k accents, because it sorts them. Where more than 30
 * stand on one letter they are composed thirty at a time, so every text gives the same result each time, and one of any
 * language gives NFC itself.
 */
export function composeText(text: string): string {
  assertString(text, 'composeText: text')
  if (!TOO_MANY_MARKS.test(text)) return text.normalize('NFC')
  let composed = ''
  for (const [piece] of text.matchAll(LETTERS_WITH_MARKS)) composed += piece.normalize('NFC')
  return composed
}
