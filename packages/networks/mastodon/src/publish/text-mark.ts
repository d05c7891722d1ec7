import { hash } from 'node:crypto'

import { composeText } from '@social/core/platform'

import { loadHtmlReader } from '../map/index.js'
import type { SentReply } from '../schemas.js'

/** Patterns for the differences that a comparison ignores. */
interface Patterns {
  /**
   * A mention with a server. The server displays only the name. The last character determines the end of the
   * mention.
   */
  readonly remoteMention: RegExp
  /** White space, which servers change, and invisible characters. */
  readonly space: RegExp
}

let patterns: Patterns | null = null

/** Compiled on first use: as literals they would slow down the import. */
function readPatterns(): Patterns {
  patterns ??= {
    remoteMention: new RegExp(String.raw`(@[a-z0-9_.-]+)@[\p{L}\p{N}.:-]*[\p{L}\p{N}]`, 'gu'),
    space: new RegExp(String.raw`[\s\p{Cf}\p{Cc}]`, 'gu'),
  }
  return patterns
}

/** Normalised text, comparable after a server converted it to HTML. */
function comparable(text: string): string {
  const { remoteMention, space } = readPatterns()
  return composeText(text).toLowerCase().replaceAll(remoteMention, '$1').replaceAll(space, '')
}

/** Complete text of a post. */
interface MarkedText {
  readonly spoilerText: string
  readonly text: string
  /** Choices of its poll. */
  readonly choices?: readonly string[] | undefined
}

/**
 * Hash by which a post is found again: of its warning, text and choices. A receipt must not contain the text itself.
 *
 * @returns Null for a post without text.
 */
export function markOf({ spoilerText, text, choices = [] }: MarkedText): string | null {
  const normalized = comparable(text)
  if (normalized === '') return null
  const others = choices.map((choice) => comparable(choice))
  return hash('sha256', [spoilerText === '' ? '' : comparable(spoilerText), normalized, ...others].join('\n'))
}

/** The text fields of a status. */
type MarkedStatus = Pick<SentReply, 'content' | 'spoiler_text' | 'quote' | 'poll'>

/** Hash of a status as returned by the server. */
export async function markOfStatus(status: MarkedStatus): Promise<string | null> {
  const readHtml = await loadHtmlReader()
  const { text } = readHtml(status.content ?? '', {
    mentions: new Map(),
    withoutQuoteLink: Boolean(status.quote),
    withInvisible: true,
  })
  const choices = status.poll?.options.map(({ title }) => title)
  return markOf({ spoilerText: status.spoiler_text ?? '', text, choices })
}
