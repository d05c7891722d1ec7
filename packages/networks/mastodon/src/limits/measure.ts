import { type CanMeasureText, countGraphemes, type Limits } from '@social/core/platform'

/**
 * Number of characters that the server counts for each link, whatever the link's real length.
 * `StatusLengthValidator::URL_PLACEHOLDER_CHARS` of the server's source;
 * https://docs.joinmastodon.org/entities/Instance/#characters_reserved_per_url (read 2026-09-24)
 */
export const RESERVED_PER_URL = 23

/**
 * Characters in each part of a URL. The path allows only letters of scripts that use spaces between
 * terms. A link therefore ends where text in another script begins.
 */
const DOMAIN = String.raw`(?:[\p{L}\p{N}_-]+\.)+(?:[a-z][a-z0-9-]+|[^\p{ASCII}\s\p{P}]{2,})(?::\d+)?`
const PATH = String.raw`(?:[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]~&|@_–-]|\([^\s()]*\))*`
const QUERY = String.raw`[a-z0-9!?*'();:&=+$/%#[\]_.,~|@-]*`

/** Punctuation that is not part of a URL when it follows the URL. */
const AFTER_LINK = "!*';:,.?([]"

/** Patterns for the parts of a text that the server counts differently. */
interface Patterns {
  /** Matches a link. config/initializers/twitter_regex.rb of the server (read 2026-09-24) */
  readonly link: RegExp
  /** Matches a mention that names a server, `@bo@other.example`. The server counts only `@bo`. */
  readonly remoteMention: RegExp
}

let patterns: Patterns | null = null

/**
 * Compiles the patterns when the first text is measured. As literals they would take a third of
 * the package's import time.
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
 * Returns the punctuation at the end of a URL. The loop reads backwards, because a regular
 * expression could take quadratic time.
 */
function signsAfter(address: string): string {
  let end = address.length
  while (end > 0 && AFTER_LINK.includes(address.charAt(end - 1))) end -= 1
  return address.slice(end)
}

/**
 * Returns the length of a text by the rules of the server. `perLink` is the length that each link
 * counts.
 */
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
 * Measures a status by Mastodon's rules: in graphemes, with a fixed length for each link, and
 * without the server part of mentions. The content warning counts too. Other programs count
 * differently, so their servers can still refuse the status.
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

/**
 * Reads the content warning from post options that are not validated. Returns '' if the options
 * contain none.
 */
export function spoilerOf(options: object): string {
  return 'spoilerText' in options && typeof options.spoilerText === 'string' ? options.spoilerText : ''
}

/** Creates the method that measures texts. */
export function measuring(): CanMeasureText {
  return {
    measureText: (text, { options, limits }) =>
      measureStatus(text, { spoilerText: spoilerOf(options), limits }),
  }
}
