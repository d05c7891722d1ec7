/** Something in a text that is more than text. */
export type TextEntity =
  | { readonly kind: 'URL'; readonly start: number; readonly end: number; readonly url: string }
  | {
      readonly kind: 'MENTION'
      readonly start: number
      readonly end: number
      readonly username: string
      /** Null when only the name was written. */
      readonly host: string | null
    }
  | { readonly kind: 'HASHTAG'; readonly start: number; readonly end: number; readonly tag: string }

const URL_PATTERN = /(?<![\p{L}\p{N}_@$#/.])https?:\/\/[^\s<>"'`{}|\\^[\]]+/giu
// A name with dots or dashes inside, and the server after it; a port only occurs on servers at home.
const MENTION_PATTERN =
  /(?<![=/\p{L}\p{N}_@])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@([\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*(?::\d+)?))?/giu
const HASHTAG_PATTERN = /(?<![/)&\p{L}\p{M}\p{N}_])[#＃]([\p{L}\p{M}\p{N}_·]*[\p{L}_·][\p{L}\p{M}\p{N}_·]*)/gu

/** Punctuation that ends a sentence does not belong to the address in it; a closing bracket only with its opening one. */
function trimUrl(url: string): string {
  let trimmed = url
  while (true) {
    const last = trimmed.at(-1) ?? ''
    const isOpen = last === ')' && trimmed.split('(').length < trimmed.split(')').length
    if (!/[.,:;!?*~…]/.test(last) && !isOpen) return trimmed
    trimmed = trimmed.slice(0, -1)
  }
}

const hasHost = (url: string): boolean => URL.canParse(url) && /[\p{L}\p{N}]/u.test(new URL(url).hostname)

/** Every address, mention and hashtag of a text, in order, none inside another. */
export function findEntities(text: string): TextEntity[] {
  const found: TextEntity[] = []
  for (const { 0: whole, index } of text.matchAll(URL_PATTERN)) {
    const url = trimUrl(whole)
    if (hasHost(url)) found.push({ kind: 'URL', start: index, end: index + url.length, url })
  }
  for (const { 0: whole, 1: username = '', 2: host = null, index } of text.matchAll(MENTION_PATTERN))
    found.push({ kind: 'MENTION', start: index, end: index + whole.length, username, host })
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(HASHTAG_PATTERN))
    found.push({ kind: 'HASHTAG', start: index, end: index + whole.length, tag })
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end)
  return sorted.filter((one, index) => sorted.slice(0, index).every((earlier) => earlier.end <= one.start))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Counts a text and its warning the way the server does: an address is as long as the setting says, a mention as long
 * as its name without the server, the rest is counted in what a reader sees as characters.
 */
export function countCharacters(text: string, spoilerText: string, urlCharacters: number): number {
  let counted = ''
  let at = 0
  for (const entity of findEntities(text)) {
    if (entity.kind === 'HASHTAG') continue
    counted += text.slice(at, entity.start)
    counted += entity.kind === 'URL' ? 'x'.repeat(urlCharacters) : `@${entity.username}`
    at = entity.end
  }
  return [...graphemes.segment(spoilerText + counted + text.slice(at))].length
}
