/** What an address weighs, whatever its length. */
const ADDRESS_WEIGHT = 23

// The domains without a scheme that are most written; X knows the whole list of top-level domains.
const DOMAINS =
  'com|org|net|edu|gov|info|biz|io|co|ai|app|dev|me|tv|xyz|blog|shop|site|online|tech|news|bar|example|uk|de|fr|jp|es|it|nl|eu|ch|at|us|ca|au|in|br|ru|cn|kr|se|no|fi|dk|pl'

const ADDRESS = new RegExp(
  String.raw`https?:\/\/[^\s/?#]+\.[^\s/?#.]+[^\s]*|(?<![\w@.\-/$#])(?:[a-z0-9-]+\.)+(?:${DOMAINS})(?![\w@-])(?:\/[^\s]*)?`,
  'giu',
)

/** Code points that weigh one: configuration 3 of twitter-text. https://docs.x.com/fundamentals/counting-characters (read 2026-11-22) */
const LIGHT: readonly (readonly [number, number])[] = [
  [0x00_00, 0x10_ff],
  [0x20_00, 0x20_0d],
  [0x20_10, 0x20_1f],
  [0x20_32, 0x20_37],
]

const EMOJI = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}?)$/v

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const weightOfCharacter = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return LIGHT.some(([from, to]) => code >= from && code <= to) ? 1 : 2
}

function weightOfGrapheme(grapheme: string): number {
  // ©, ® and ™ are pictures to Unicode, and letters to X unless they are followed by a variation selector.
  if (EMOJI.test(grapheme) && !/^[©®]$/u.test(grapheme)) return 2
  return Array.from(grapheme).reduce((sum, character) => sum + weightOfCharacter(character), 0)
}

/** The addresses of a text, as they stand there. */
export function addressesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(ADDRESS)]
}

/** How much a text weighs: 280 is the most for people who do not pay. */
export function weightOf(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let rest = ''
  let at = 0
  for (const match of addressesIn(normal)) {
    rest += normal.slice(at, match.index)
    at = match.index + match[0].length
    weight += ADDRESS_WEIGHT
  }
  rest += normal.slice(at)
  for (const { segment } of graphemes.segment(rest)) weight += weightOfGrapheme(segment)
  return weight
}

/** How many cashtags a text has: `$TSLA`. */
export function cashtagsIn(text: string): number {
  return [...text.matchAll(/(?<![\w$])\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\w$])/g)].length
}
