import { toHandle } from '../map/index.js'

/**
 * Characters of the name in a mention. `MENTION_RE` in app/models/account.rb of the server (read
 * 2026-09-24)
 */
const WORD = String.raw`[\p{L}\p{M}\p{N}_]`
const NAME = String.raw`[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*`
const SERVER = String.raw`${WORD}+(?:[.-]+${WORD}+)*(?::\d+)?`

let mention: RegExp | null = null

/**
 * Returns the handles that a text mentions. The pattern is compiled on first use, because as a
 * literal it would slow down the import.
 */
function handlesIn(text: string): readonly string[] {
  mention ??= new RegExp(String.raw`(?<![=\/]|${WORD})@(${NAME}(?:@${SERVER})?)`, 'giu')
  return Array.from(text.matchAll(mention), ([, handle = '']) => handle)
}

/**
 * An account that a status can mention. `acct` has no host if the account is on the same server.
 */
export interface Mentionable {
  readonly id: string
  readonly acct: string
}

/**
 * Returns the mentions to put before a text: `@bo @cy@other.example `. Keeps the given order.
 * Omits duplicates, the account itself, and people whom the text already mentions. Compares whole
 * handles: `@al` is not in `@alice`.
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
