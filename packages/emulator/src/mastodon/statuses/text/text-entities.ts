/** A link, mention or hashtag in a text. */
export type TextEntity =
  | { readonly kind: 'URL'; readonly start: number; readonly end: number; readonly url: string }
  | {
      readonly kind: 'MENTION'
      readonly start: number
      readonly end: number
      readonly username: string
      /** Host of the mentioned person. Null for a mention without a host. */
      readonly host: string | null
    }
  | { readonly kind: 'HASHTAG'; readonly start: number; readonly end: number; readonly tag: string }

const URL_PATTERN = /(?<![\p{L}\p{N}_@$#/.])https?:\/\/[^\s<>"'`{}|\\^[\]]+/giu
// Matches a name with dots or dashes inside, optionally followed by a host. Only local servers have
// a port in the host.
const MENTION_PATTERN =
  /(?<![=/\p{L}\p{N}_@])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@([\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*(?::\d+)?))?/giu
const HASHTAG_PATTERN = /(?<![/)&\p{L}\p{M}\p{N}_])[#＃]([\p{L}\p{M}\p{N}_·]*[\p{L}_·][\p{L}\p{M}\p{N}_·]*)/gu

/**
 * Removes punctuation at the end of a URL. A closing bracket stays only if the URL contains the
 * opening bracket.
 */
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

/** Returns the URLs, mentions and hashtags of a text, in order and without overlaps. */
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
 * Counts the characters of a text and its content warning as the server does. A URL counts as
 * `urlCharacters`. A mention counts as its name without the host. The rest counts in grapheme
 * clusters.
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
