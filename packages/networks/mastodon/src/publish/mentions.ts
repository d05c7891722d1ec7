import { toHandle } from '../map/index.js'

/** A mention as the server finds it. `MENTION_RE` in app/models/account.rb of the server (read 2026-09-24) */
const MENTION =
  /(?<![=/\p{L}\p{M}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*(?:@[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*(?::\d+)?)?)/giu

/** Someone who can be mentioned: `acct` is bare for people of the account's own server. */
export interface Mentionable {
  readonly id: string
  readonly acct: string
}

/**
 * The mentions that go in front of a text: `@bo @cy@other.example `. Each person once, in the order given; without the
 * account itself, and without whom the text names already. Whole handles are compared: `@al` is not in `@alice`.
 *
 * @param people - Whom the words are for.
 * @param text - The words.
 * @param me - Server and id of the connected account.
 */
export function mentionsFor(
  people: readonly Mentionable[],
  text: string,
  me: { readonly host: string; readonly accountId: string },
): string {
  const whole = (acct: string): string => toHandle(acct, me.host).toLowerCase()
  const named = new Set([...text.matchAll(MENTION)].map(([, handle = '']) => whole(handle)))
  let mentions = ''
  for (const { id, acct } of people) {
    if (id === me.accountId || named.has(whole(acct))) continue
    named.add(whole(acct))
    mentions += `@${acct} `
  }
  return mentions
}
