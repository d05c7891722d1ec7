import { createHash } from 'node:crypto'

import { loadHtmlReader } from '../map/index.js'
import type { SentReply } from '../schemas.js'

/** A mention with its server: the server shows the name alone. The last letter decides where it ends. */
const REMOTE_MENTION = /(@[a-z0-9_.-]+)@[\p{L}\p{N}.:-]*[\p{L}\p{N}]/gu

/** White space, which a server puts where it likes, and what cannot be seen. */
const SPACE = /[\s\p{Cf}\p{Cc}]/gu

/** Words as they can be compared after a server made HTML of them. */
function comparable(words: string): string {
  return words.normalize('NFC').toLowerCase().replaceAll(REMOTE_MENTION, '$1').replaceAll(SPACE, '')
}

/**
 * The mark by which a post is found again: of its warning and words, which are not to be kept in a receipt.
 *
 * @returns Null where there is nothing to know it by: a post without a letter.
 */
export function markOf({
  spoilerText,
  text,
}: {
  readonly spoilerText: string
  readonly text: string
}): string | null {
  const words = comparable(text)
  if (words === '') return null
  return createHash('sha256')
    .update(`${comparable(spoilerText)}\n${words}`)
    .digest('hex')
}

/** The mark of a status as the server shows it. */
export async function markOfStatus({
  content,
  spoiler_text: spoilerText,
  quote,
}: SentReply): Promise<string | null> {
  const readHtml = await loadHtmlReader()
  const { text } = readHtml(content ?? '', {
    mentions: new Map(),
    withoutQuoteLink: Boolean(quote),
    withInvisible: true,
  })
  return markOf({ spoilerText: spoilerText ?? '', text })
}
