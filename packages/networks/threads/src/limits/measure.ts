import { measureText } from '@social/core/platform'

/** Matches characters that identify an emoji: a pictograph, a flag or a keycap. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
/** Created on first use, because the constructor takes milliseconds. */
let segmenter: Intl.Segmenter | null = null

/**
 * Returns the length of a text by Threads' rules: an emoji counts as its UTF-8 bytes, every other
 * code point as one.
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
