import { type CanMeasureText, countGraphemes, type Limits } from '@social/core/platform'

/** What every link counts, however long it is. `StatusLengthValidator::URL_PLACEHOLDER_CHARS` of the server's source;
 *  https://docs.joinmastodon.org/entities/Instance/#characters_reserved_per_url (read 2026-09-24) */
export const RESERVED_PER_URL = 23

/** Letters, digits and what else may stand in the part of an address they name; of scripts that are written with spaces,
 *  so that a link ends where the words of another language go on. */
const DOMAIN = String.raw`(?:[\p{L}\p{N}_-]+\.)+(?:[a-z][a-z0-9-]+|[^\p{ASCII}\s\p{P}]{2,})(?::\d+)?`
const PATH = String.raw`(?:[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]~&|@_–-]|\([^\s()]*\))*`
const QUERY = String.raw`[a-z0-9!?*'();:&=+$/%#[\]_.,~|@-]*`

/** Marks that end a sentence rather than an address. */
const AFTER_LINK = "!*';:,.?([]"

/** What the server looks for in a text. */
interface Patterns {
  /** A link. config/initializers/twitter_regex.rb of the server (read 2026-09-24) */
  readonly link: RegExp
  /** A mention with its server; only the part before the server counts. */
  readonly remoteMention: RegExp
}

let patterns: Patterns | null = null

/** Made when the first text is counted: as literals they would take a third of the package's import. */
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

/** The signs at its end that are no part of a link. Looked at from the end: as a pattern it would begin at each sign anew. */
function signsAfter(address: string): string {
  let end = address.length
  while (end > 0 && AFTER_LINK.includes(address.charAt(end - 1))) end -= 1
  return address.slice(end)
}

/** Length of words by the server's rules, and what each of its links counts. */
function count(words: string, perLink: number): number {
  if (!words.includes('://') && !words.includes('@')) return countGraphemes(words)
  const { link, remoteMention } = serverPatterns()
  let links = 0
  const withoutLinks = words.replace(link, (address) => {
    links += 1
    return signsAfter(address)
  })
  const counted = withoutLinks.replace(remoteMention, '@$1')
  return countGraphemes(counted) + links * perLink
}

/**
 * Counts a status as Mastodon does: letters as people see them, each link as a fixed number, of a mention the name
 * alone; the warning in front of the text counts too. Other programs count otherwise, so the server has the last word.
 *
 * @param text - The text.
 * @param facts - The warning ('' when there is none), and the limits of the server.
 */
export function measureStatus(
  text: string,
  facts: { readonly spoilerText: string; readonly limits: Limits },
): number {
  const { reservedPerUrl } = facts.limits.extra
  const perLink = typeof reservedPerUrl === 'number' ? reservedPerUrl : RESERVED_PER_URL
  return count(facts.spoilerText, perLink) + count(text, perLink)
}

/** The warning in post options that nobody has checked yet; '' when there is none. */
export function spoilerOf(options: object): string {
  return 'spoilerText' in options && typeof options.spoilerText === 'string' ? options.spoilerText : ''
}

/** Counting, as an ability. */
export function measuring(): CanMeasureText {
  return {
    measureText: (text, { options, limits }) =>
      measureStatus(text, { spoilerText: spoilerOf(options), limits }),
  }
}
