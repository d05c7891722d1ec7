import type { TextLink } from '@social/core/platform'

import type { TextRange } from './plain-text-writer.js'
import type { HtmlContext } from './plain-text.js'

/** An anchor, with the words it stands around. */
export interface Anchor extends TextRange {
  readonly url: string
  readonly isTag: boolean
  readonly isMention: boolean
}

/** What Mastodon itself leaves in links, so nothing that runs.
 *  https://docs.joinmastodon.org/spec/activitypub/#sanitization (read 2026-09-24) */
const SAFE_SCHEMES = /^(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|xmpp|magnet|gemini|mailto):/i

/**
 * An anchor as a link of ours: a hashtag first, because its anchor also has the class of a mention.
 *
 * @returns Null for an anchor without words, and for an address nobody should click.
 */
export function toTextLink(anchor: Anchor, context: HtmlContext): TextLink | null {
  const { start, end, words, url, isTag, isMention } = anchor
  if (start === end || !SAFE_SCHEMES.test(url)) return null
  if (isTag) return { start, end, kind: 'TAG', target: words.trim().replace(/^[#＃]/, ''), url }
  const personId = isMention ? context.mentions.get(url) : undefined
  if (personId !== undefined) return { start, end, kind: 'MENTION', target: personId, url }
  return { start, end, kind: 'LINK', target: url, url }
}
