import { hash } from 'node:crypto'

import { composeText } from '@social/core/platform'

import { loadHtmlReader } from '../map/index.js'
import type { SentReply } from '../schemas.js'

/** What is told apart from words before they are compared. */
interface Patterns {
  /** A mention with its server, of which the server shows the name alone. The last letter decides where it ends. */
  readonly remoteMention: RegExp
  /** White space, which a server puts where it likes, and what cannot be seen. */
  readonly space: RegExp
}

let patterns: Patterns | null = null

/** Made when they are first needed: as literals they would slow the import down. */
function readPatterns(): Patterns {
  patterns ??= {
    remoteMention: new RegExp(String.raw`(@[a-z0-9_.-]+)@[\p{L}\p{N}.:-]*[\p{L}\p{N}]`, 'gu'),
    space: new RegExp(String.raw`[\s\p{Cf}\p{Cc}]`, 'gu'),
  }
  return patterns
}

/** Words as they can be compared after a server made HTML of them. */
function comparable(words: string): string {
  const { remoteMention, space } = readPatterns()
  return composeText(words).toLowerCase().replaceAll(remoteMention, '$1').replaceAll(space, '')
}

/** All text of a post. */
interface MarkedText {
  readonly spoilerText: string
  readonly text: string
  /** Of its poll. */
  readonly choices?: readonly string[] | undefined
}

/**
 * The mark by which a post is found again: of its warning, words and choices, which are not to be kept in a receipt.
 *
 * @returns Null where there is nothing to know it by: a post without a letter.
 */
export function markOf({ spoilerText, text, choices = [] }: MarkedText): string | null {
  const words = comparable(text)
  if (words === '') return null
  const others = choices.map((choice) => comparable(choice))
  return hash('sha256', [spoilerText === '' ? '' : comparable(spoilerText), words, ...others].join('\n'))
}

/** The text fields of a status. */
type MarkedStatus = Pick<SentReply, 'content' | 'spoiler_text' | 'quote' | 'poll'>

/** The mark of a status as the server shows it. */
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
