import { measureText } from '@social/core/platform'

/** What makes a letter an emoji: a picture, a flag, a key. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
/** Made when the first text is counted: making one costs milliseconds. */
let segmenter: Intl.Segmenter | null = null

/**
 * Characters as Threads counts them: an emoji counts as its bytes in UTF-8, everything else as one for each code point.
 * https://developers.facebook.com/documentation/threads/posts (copy of 20 April 2026)
 */
export function threadsLength(text: string): number {
  if (!EMOJI.test(text)) return measureText(text)
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let length = 0
  for (const { segment } of segmenter.segment(text))
    length += EMOJI.test(segment) ? Buffer.byteLength(segment) : measureText(segment)
  return length
}
