import { type CanMeasureText, countGraphemes, type Limits } from '@social/core/platform'

/**
 * Number of characters that every link counts, whatever its real length.
 * `StatusLengthValidator::URL_PLACEHOLDER_CHARS` of the server's source;
 * https://docs.joinmastodon.org/entities/Instance/#characters_reserved_per_url (read 2026-09-24)
 */
export const RESERVED_PER_URL = 23

/** Character classes of each part of a URL. The path has only scripts that use spaces. A link therefore
 *  ends where text in another script begins. */
const DOMAIN = String.raw`(?:[\p{L}\p{N}_-]+\.)+(?:[a-z][a-z0-9-]+|[^\p{ASCII}\s\p{P}]{2,})(?::\d+)?`
const PATH = String.raw`(?:[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]~&|@_–-]|\([^\s()]*\))*`
const QUERY = String.raw`[a-z0-9!?*'();:&=+$/%#[\]_.,~|@-]*`

/** Punctuation after a URL, which belongs to the sentence and not to the URL. */
const AFTER_LINK = "!*';:,.?([]"

/** Patterns that the server counts specially. */
interface Patterns {
  /** A link. config/initializers/twitter_regex.rb of the server (read 2026-09-24) */
  readonly link: RegExp
  /** A mention with a server. Only the part before the server's name counts. */
  readonly remoteMention: RegExp
}

let patterns: Patterns | null = null

/**
 * Compiles the patterns for the first text, because as literals they would take a third of the package's import
 * time.
 */
function serverPatterns(): Patterns {
  patterns ??= {
    link: new RegExp(
      String.raw`(?<![\p{L}\p{N}@$#_-])https?:\/\/${DOMAIN}(?:\/${PATH})?(?:\?${QUERY})?`,
      'giu',
    ),
    remoteMention: new RegExp(
      String.raw`(?<![\/\p{L}\p{M}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}.-]*[\p{L}\p{N}]`,
      'giu',
    ),
  }
  return patterns
}

/**
 * Returns the punctuation after a URL. The URL is read backwards, because a regular expression could take quadratic
 * time.
 */
function signsAfter(address: string): string {
  let end = address.length
  while (end > 0 && AFTER_LINK.includes(address.charAt(end - 1))) end -= 1
  return address.slice(end)
}

/** Counts the length of a text by the rules of the server. `perLink` is the length of each link. */
function count(text: string, perLink: number): number {
  if (!text.includes('://') && !text.includes('@')) return countGraphemes(text)
  const { link, remoteMention } = serverPatterns()
  let links = 0
  const withoutLinks = text.replace(link, (address) => {
    links += 1
    return signsAfter(address)
  })
  const counted = withoutLinks.replace(remoteMention, '@$1')
  return countGraphemes(counted) + links * perLink
}

/**
 * Measures a status by Mastodon's rules: graphemes, a fixed length for each link, and only the name of a mention.
 * The content warning counts too. Other programs count differently, so the server can still refuse the status.
 *
 * @param text - The text.
 * @param facts - The content warning ('' for none), and the limits of the server.
 */
export function measureStatus(
  text: string,
  facts: { readonly spoilerText: string; readonly limits: Limits },
): number {
  const { reservedPerUrl } = facts.limits.extra
  const perLink = typeof reservedPerUrl === 'number' ? reservedPerUrl : RESERVED_PER_URL
  return count(facts.spoilerText, perLink) + count(text, perLink)
}

/** Reads the content warning of post options that were not validated; '' if they contain none. */
export function spoilerOf(options: object): string {
  return 'spoilerText' in options && typeof options.spoilerText === 'string' ? options.spoilerText : ''
}

/** The ability to measure texts. */
export function measuring(): CanMeasureText {
  return {
    measureText: (text, { options, limits }) =>
      measureStatus(text, { spoilerText: spoilerOf(options), limits }),
  }
}
