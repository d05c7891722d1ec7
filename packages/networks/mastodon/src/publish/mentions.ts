import { toHandle } from '../map/index.js'

/** A mention as the server finds it. `MENTION_RE` in app/models/account.rb of the server (read 2026-09-24) */
const WORD = String.raw`[\p{L}\p{M}\p{N}_]`
const NAME = String.raw`[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*`
const SERVER = String.raw`${WORD}+(?:[.-]+${WORD}+)*(?::\d+)?`

let mention: RegExp | null = null

/** Handles that a text names. The pattern is made when it is first needed: as a literal it would slow the import down. */
function handlesIn(text: string): readonly string[] {
  mention ??= new RegExp(String.raw`(?<![=\/]|${WORD})@(${NAME}(?:@${SERVER})?)`, 'giu')
  return Array.from(text.matchAll(mention), ([, handle = '']) => handle)
}

/** Someone who can be mentioned: `acct` is bare for people of the account's own server. */
export interface Mentionable {
  readonly id: string
  readonly acct: string
}

/**
 * The mentions that go in front of a text: `@bo @cy@other.example `. Each person once, in the order given; without the
 * account itself, and without whom the text names already. Whole handles are compared: `@al` is not in `@alice`.
 *
 * @param people - The recipients.
 * @param text - The text.
 * @param me - Server and id of the connected account.
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
