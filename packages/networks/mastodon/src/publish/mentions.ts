import { toHandle } from '../map/index.js'

/** A mention as detected by the server. `MENTION_RE` in app/models/account.rb of the server (read 2026-09-24) */
const WORD = String.raw`[\p{L}\p{M}\p{N}_]`
const NAME = String.raw`[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*`
const SERVER = String.raw`${WORD}+(?:[.-]+${WORD}+)*(?::\d+)?`

let mention: RegExp | null = null

/** Handles mentioned in a text. The pattern is compiled on first use: as a literal it would slow down the import. */
function handlesIn(text: string): readonly string[] {
  mention ??= new RegExp(String.raw`(?<![=\/]|${WORD})@(${NAME}(?:@${SERVER})?)`, 'giu')
  return Array.from(text.matchAll(mention), ([, handle = '']) => handle)
}

/** Account that can be mentioned. `acct` has no host for accounts on the same server. */
export interface Mentionable {
  readonly id: string
  readonly acct: string
}

/**
 * Mentions to prepend to a text: `@bo @cy@other.example `. In the given order and without duplicates, without the
 * account itself and people mentioned in the text. Whole handles are compared: `@al` is not in `@alice`.
 *
 * @param people - The recipients.
 * @param text - The text.
 * @param me - Host and id of the connected account.
 */
export function mentionsFor(
  people: readonly Mentionable[],
  text: string,
  me: { readonly host: string; readonly accountId: string },
): string {
  const whole = (acct: string): string => toHandle(acct, me.host).toLowerCase()
  const named = new Set(handlesIn(text).map((handle) => whole(handle)))
  let mentions = ''
  for (const { id, acct } of people) {
    if (id === me.accountId || named.has(whole(acct))) continue
    named.add(whole(acct))
    mentions += `@${acct} `
  }
  return mentions
}
