import { pictureUrl, type TextLink } from '@social/core/platform'

import type { HtmlContext } from './plain-text.js'

/** Target of a link, from the attributes of its `<a>` element. */
export interface AnchorTarget {
  readonly url: string
  readonly isTag: boolean
  readonly isMention: boolean
}

/** A link in HTML, and its position in the plain text. */
export interface Anchor extends AnchorTarget {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Converts a link of HTML to a text link. Checks for hashtags first, because their links also have
 * the class `mention`.
 *
 * @returns Null for a link without text, and for a URL that is not `http(s)`.
 */
export function toTextLink(anchor: Anchor, context: HtmlContext): TextLink | null {
  const { start, end, text, isTag, isMention } = anchor
  const url = pictureUrl(anchor.url)
  if (start === end || url === null) return null
  if (isTag) return { start, end, kind: 'TAG', target: text.trim().replace(/^[#＃]/, ''), url }
  const personId = isMention ? context.mentions.get(url) : undefined
  if (personId !== undefined) return { start, end, kind: 'MENTION', target: personId, url }
  return { start, end, kind: 'LINK', target: url, url }
}
