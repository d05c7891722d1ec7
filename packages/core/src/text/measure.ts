import { ConfigError } from '../errors/index.js'
import type { TextCount } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'

/** The counts that every network shares; `NETWORK` is counted by the platform itself. */
export type SharedTextCount = Exclude<TextCount, 'NETWORK'>

const ASCII = /^\p{ASCII}*$/u

let segmenter: Intl.Segmenter | null = null

function assertText(text: unknown): asserts text is string {
  if (typeof text !== 'string') throw new ConfigError(`Only text can be counted, not ${describeValue(text)}.`)
}

/** Code points: each pair of surrogates is one, seen at its first half. */
function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index += 1)
    if ((text.codePointAt(index) ?? 0) > 0xff_ff) count -= 1
  return count
}

/**
 * Counts letters as a person sees them (extended grapheme clusters): a family emoji, a flag and an accented letter
 * are one each.
 */
export function countGraphemes(text: string): number {
  assertText(text)
  // Within ASCII only CR LF belongs together, so the usual text needs no segmenter.
  if (!text.includes('\r') && ASCII.test(text)) return text.length
  // One locale, so that the count is the same on every machine.
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
 * Counts a text the way a network counts it.
 *
 * @param text - What is counted.
 * @param countedIn - The unit; code points unless given.
 */
export function measureText(text: string, countedIn: SharedTextCount = 'CHARACTERS'): number {
  assertText(text)
  if (typeof countedIn !== 'string' || !Object.hasOwn(COUNTERS, countedIn))
    throw new ConfigError(
      `A text is counted in one of ${Object.keys(COUNTERS).join(', ')}, not in ${describeValue(countedIn)}.`,
    )
  return COUNTERS[countedIn](text)
}
