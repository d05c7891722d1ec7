import { countGraphemes } from '@social/core/platform'

/** A link, mention or tag in a text. Its offsets are UTF-16 indexes. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly kind: 'MENTION' | 'LINK' | 'TAG'
  /** Handle of a mention, URL of a link, or name of a tag without `#`. */
  readonly value: string
}

/**
 * Maximum length of a tag in Bluesky's own application. Source: the page named at `makePatterns`.
 */
const MAX_TAG_LENGTH = 64

/**
 * Compiles the patterns of Bluesky's own application. They are compiled for the first text, so
 * that the import stays fast.
 * https://github.com/bluesky-social/atproto/blob/main/packages/api/src/rich-text/util.ts (read
 * 2026-11-21)
 */
function makePatterns() {
  const unseen = String.raw`\u00AD\u2060\u200A\u200B\u200C\u200D\u20e2`
  return {
    mention: /(^|\s|\()(@)([a-zA-Z0-9.-]+)(\b)/g,
    link: /(^|\s|\()((https?:\/\/[\S]+)|((?<domain>[a-z][a-z0-9]*(\.[a-z0-9]+)+)[\S]*))/gim,
    tag: new RegExp(
      String.raw`(^|\s)[#＃]((?!\ufe0f)[^\s${unseen}]*[^\d\s\p{P}${unseen}]+[^\s${unseen}]*)?`,
      'gu',
    ),
    cashtag: /(^|\s|\()\$([A-Za-z][A-Za-z0-9]{0,4})(?=\s|$|[.,;:!?)"'\u2019])/gu,
    punctuation: /^\p{P}$/u,
  }
}

let patterns: ReturnType<typeof makePatterns> | null = null

/** Returns true for a valid top-level domain such as `com`. */
type IsEnding = (ending: string) => boolean

/**
 * Returns true if a text may contain a mention or a domain without a protocol. Finding these needs
 * the list of top-level domains.
 */
export function mayHoldNames(text: string): boolean {
  return /[a-z0-9]\.[a-z0-9]/i.test(text)
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

function mentionsIn(text: string, pattern: RegExp, isEnding: IsEnding): Mark[] {
  return [...text.matchAll(pattern)].flatMap(([, before = '', , handle = ''], place, all) => {
    if (!handle.includes('.') || !(isEnding(endingOf(handle)) || handle.endsWith('.test'))) return []
    const start = (all[place]?.index ?? 0) + before.length
    return [{ start, end: start + 1 + handle.length, kind: 'MENTION', value: handle }]
  })
}

function linksIn(text: string, pattern: RegExp, isEnding: IsEnding): Mark[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [, before = '', found = ''] = match
    const domain = match.groups?.['domain']
    const isWhole = found.toLowerCase().startsWith('http') && /^https?:\/\//i.test(found)
    if (!isWhole && (domain === undefined || !isEnding(endingOf(domain)))) return []
    let shown = found
    if (/[.,;:!?]$/.test(shown)) shown = shown.slice(0, -1)
    if (shown.endsWith(')') && !shown.includes('(')) shown = shown.slice(0, -1)
    const start = match.index + before.length
    return [{ start, end: start + shown.length, kind: 'LINK', value: isWhole ? shown : `https://${shown}` }]
  })
}

/**
 * Removes punctuation from the end of a tag. The loop reads backwards, because a regular
 * expression could take quadratic time.
 */
function withoutPunctuation(tag: string, punctuation: RegExp): string {
  let end = tag.length
  while (end > 0) {
    const isPair = /[\uDC00-\uDFFF]/.test(tag.charAt(end - 1))
    const start = isPair ? end - 2 : end - 1
    if (!punctuation.test(tag.slice(Math.max(start, 0), end))) break
    end = start
  }
  return tag.slice(0, Math.max(end, 0))
}

function tagsIn(text: string, pattern: RegExp, punctuation: RegExp): Mark[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [, before = '', found = ''] = match
    const tag = withoutPunctuation(found.trim(), punctuation)
    if (tag === '' || countGraphemes(tag) > MAX_TAG_LENGTH) return []
    const start = match.index + before.length
    return [{ start, end: start + 1 + tag.length, kind: 'TAG', value: tag }]
  })
}

function cashtagsIn(text: string, pattern: RegExp): Mark[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [, before = '', ticker = ''] = match
    const start = match.index + before.length
    return { start, end: start + 1 + ticker.length, kind: 'TAG', value: `$${ticker.toUpperCase()}` }
  })
}

/**
 * Finds mentions, links, tags and cashtags in a text, by the rules of Bluesky's own application.
 *
 * @param isEnding - Returns true for a top-level domain. If it always returns false, only full
 * URLs are links.
 * @returns Marks in the order of the text, without overlaps.
 */
export function findMarks(text: string, isEnding: IsEnding): readonly Mark[] {
  patterns ??= makePatterns()
  const found = [
    ...mentionsIn(text, patterns.mention, isEnding),
    ...linksIn(text, patterns.link, isEnding),
    ...tagsIn(text, patterns.tag, patterns.punctuation),
    ...cashtagsIn(text, patterns.cashtag),
  ].toSorted((left, right) => left.start - right.start)
  let end = 0
  return found.filter((mark) => {
    if (mark.start < end) return false
    end = mark.end
    return true
  })
}
