/** Weight of every URL in a text, independent of its length. */
const URL_WEIGHT = 23

// Top-level domains of countries, and the most frequent other ones. The real X knows all top-level
// domains. A URL with a domain that is missing here counts as plain text, with or without a scheme:
// `https://shop.example`.
const COUNTRIES =
  'ac|ad|ae|af|ag|ai|al|am|ao|aq|ar|as|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bw|by|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cm|cn|co|cr|cu|cv|cw|cx|cy|cz|de|dj|dk|dm|do|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gd|ge|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|io|iq|ir|is|it|je|jm|jo|jp|ke|kg|kh|ki|km|kn|kp|kr|kw|ky|kz|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|ma|mc|md|me|mg|mh|mk|ml|mm|mn|mo|mp|mq|mr|ms|mt|mu|mv|mw|mx|my|mz|na|nc|ne|nf|ng|ni|nl|no|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|sc|sd|se|sg|sh|si|sk|sl|sm|sn|so|sr|ss|st|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us|uy|uz|va|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw'
const DOMAINS = `(?:com|org|net|edu|gov|mil|int|info|biz|app|dev|xyz|blog|shop|store|site|online|tech|news|bar|cloud|design|agency|social|club|live|world|space|website|wiki|page|link|art|media|${COUNTRIES})(?![A-Za-z0-9@_-])`
const PATH = String.raw`(?::\d+)?(?:\/[a-z0-9!*';:=+,.$/%#\[\]\-_~@|&\u00c0-\u024f\u0400-\u04ff]*(?<![!*';:,.$%\[\]~@|&]))?(?:\?[a-z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*(?<![!?*'@();:+$%\[\].,~|]))?`

const ADDRESS = new RegExp(
  String.raw`(?:(?<![A-Za-z0-9@$#])https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{N}_\-]*\.)*[\p{L}\p{N}][\p{L}\p{N}\-]*\.|(?<![\w@.\-\/$#])(?:[a-z0-9][a-z0-9\-]*\.)+)${DOMAINS}${PATH}`,
  'giu',
)

/**
 * Ranges of code points with weight one, from configuration 3 of twitter-text.
 * https://docs.x.com/fundamentals/counting-characters (read 2026-11-22)
 */
const WEIGHT_ONE_RANGES: readonly (readonly [number, number])[] = [
  [0x00_00, 0x10_ff],
  [0x20_00, 0x20_0d],
  [0x20_10, 0x20_1f],
  [0x20_32, 0x20_37],
]

const EMOJI = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}?)$/v

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const weightOfCharacter = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return WEIGHT_ONE_RANGES.some(([from, to]) => code >= from && code <= to) ? 1 : 2
}

function weightOfGrapheme(grapheme: string): number {
  // ©, ® and ™ are emoji in Unicode. X counts them as letters unless a variation selector follows.
  if (EMOJI.test(grapheme) && !/^[©®]$/u.test(grapheme)) return 2
  return Array.from(grapheme).reduce((sum, character) => sum + weightOfCharacter(character), 0)
}

/** Finds the URLs of a text as the author wrote them. */
export function urlsIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(ADDRESS)]
}

/** Computes the weighted length of a text. The maximum without a subscription is 280. */
export function weightOf(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let rest = ''
  let at = 0
  for (const match of urlsIn(normal)) {
    rest += normal.slice(at, match.index)
    at = match.index + match[0].length
    weight += URL_WEIGHT
  }
  rest += normal.slice(at)
  for (const { segment } of graphemes.segment(rest)) weight += weightOfGrapheme(segment)
  return weight
}

/** Counts the cashtags in a text, for example `$TSLA`. */
export function cashtagsIn(text: string): number {
  return [...text.matchAll(/(?<![\w$])\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\w$])/g)].length
}
