import { ConfigError } from '../errors/index.js'
import type { TextCount } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'

/** Units that this library counts. The platform itself counts `NETWORK`. */
export type SharedTextCount = Exclude<TextCount, 'NETWORK'>

const ASCII = /^\p{ASCII}*$/u

let segmenter: Intl.Segmenter | null = null

function assertText(text: unknown): asserts text is string {
  if (typeof text !== 'string')
    throw new ConfigError(`The value to count must be text, not ${describeValue(text)}.`)
}

/** Counts code points. A surrogate pair counts as one. */
function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index += 1)
    if ((text.codePointAt(index) ?? 0) > 0xff_ff) count -= 1
  return count
}

/**
 * Counts the characters that a reader perceives (extended grapheme clusters). A family emoji, a flag and an accented
 * letter count as one each.
 */
export function countGraphemes(text: string): number {
  assertText(text)
  // The only cluster of several ASCII characters is CR LF, so ASCII text without CR needs no segmenter.
  if (!text.includes('\r') && ASCII.test(text)) return text.length
  // The locale is fixed, so that the count is the same on every machine.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const letters = segmenter.segment(text)[Symbol.iterator]()
  let count = 0
  while (!letters.next().done) count += 1
  return count
}

const COUNTERS: Readonly<Record<SharedTextCount, (text: string) => number>> = {
  CHARACTERS: countCodePoints,
  GRAPHEMES: countGraphemes,
  UTF8_BYTES: (text) => Buffer.byteLength(text),
  UTF16_UNITS: (text) => text.length,
}

/**
 * Counts a text in the given unit.
 *
 * @param text - Text to count.
 * @param countedIn - The unit; default: code points.
 */
export function measureText(text: string, countedIn: SharedTextCount = 'CHARACTERS'): number {
  assertText(text)
  if (typeof countedIn !== 'string' || !Object.hasOwn(COUNTERS, countedIn))
    throw new ConfigError(
      `The unit must be one of ${Object.keys(COUNTERS).join(', ')}, not ${describeValue(countedIn)}.`,
    )
  return COUNTERS[countedIn](text)
}
