const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Counts the characters of a text as Threads does: an emoji counts as its number of bytes in
 * UTF-8. https://developers.facebook.com/documentation/threads/posts (read 2026-11-22)
 */
export function threadsLength(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text))
    length += EMOJI.test(segment) ? Buffer.byteLength(segment) : Array.from(segment).length
  return length
}

/** Returns the distinct URLs in a text. */
export const linksIn = (text: string): ReadonlySet<string> => new Set(text.match(/https?:\/\/[^\s]+/g))
