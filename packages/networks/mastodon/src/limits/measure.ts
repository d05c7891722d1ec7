import { type CanMeasureText, countGraphemes, type Limits } from '@social/core/platform'

/** What every link counts, however long it is. `StatusLengthValidator::URL_PLACEHOLDER_CHARS` of the server's source;
 *  https://docs.joinmastodon.org/entities/Instance/#characters_reserved_per_url (read 2026-09-24) */
export const RESERVED_PER_URL = 23

/**
 * A link as the server finds it, ending where the words of a language written without spaces go on.
 * https://github.com/mastodon/mastodon config/initializers/twitter_regex.rb (read 2026-09-24)
 */
const LINK =
  /(?<![\p{L}\p{N}@$#_-])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+(?:[a-z][a-z0-9-]+|[^\p{ASCII}\s\p{P}]{2,})(?::\d+)?(?:\/(?:[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]~&|@_–-]|\([^\s()]*\))*)?(?:\?[a-z0-9!?*'();:&=+$/%#[\]_.,~|@-]*)?/giu

/** Marks that end a sentence rather than an address. */
const AFTER_LINK = /[!*';:,.?([\]]+$/u

/** A mention with its server; only the part before the server counts. */
const REMOTE_MENTION =
  /(?<![/\p{L}\p{M}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}.-]*[\p{L}\p{N}]/giu

/** Length of words by the server's rules, and what each of its links counts. */
function count(words: string, perLink: number): number {
  let links = 0
  const withoutLinks = words.replace(LINK, (link) => {
    links += 1
    return AFTER_LINK.exec(link)?.[0] ?? ''
  })
  const counted = words.includes('@') ? withoutLinks.replace(REMOTE_MENTION, '@$1') : withoutLinks
  return countGraphemes(counted) + links * perLink
}

/**
 * Counts a status as Mastodon does: letters as people see them, each link as a fixed number, of a mention the name
 * alone; the warning in front of the text counts too. Other programs count otherwise, so the server has the last word.
 *
 * @param text - The words.
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
