import { hash } from 'node:crypto'

import { composeText } from '@social/core/platform'

import { loadHtmlReader } from '../map/index.js'
import type { SentReply } from '../schemas.js'

/** Patterns for parts of a text that a comparison of texts ignores. */
interface Patterns {
  /**
   * Matches a mention that names a server, because the server displays only the name. The host has
   * to end with a letter or digit.
   */
  readonly remoteMention: RegExp
  /** Matches white space, which servers change, and invisible characters. */
  readonly space: RegExp
}

let patterns: Patterns | null = null

/**
 * Returns the patterns. They are compiled on first use, because as literals they would slow down
 * the import.
 */
function readPatterns(): Patterns {
  patterns ??= {
    remoteMention: new RegExp(String.raw`(@[a-z0-9_.-]+)@[\p{L}\p{N}.:-]*[\p{L}\p{N}]`, 'gu'),
    space: new RegExp(String.raw`[\s\p{Cf}\p{Cc}]`, 'gu'),
  }
  return patterns
}

/**
 * Returns a text in a normalised form, which does not change when a server converts the text to
 * HTML.
 */
function comparable(text: string): string {
  const { remoteMention, space } = readPatterns()
  return composeText(text).toLowerCase().replaceAll(remoteMention, '$1').replaceAll(space, '')
}

/** Texts of a post: content warning, text and poll. */
interface MarkedText {
  readonly spoilerText: string
  readonly text: string
  /** Choices of the post's poll. */
  readonly choices?: readonly string[] | undefined
}

/**
 * Returns a hash of a post's warning, text and choices, to find the post again. The receipt stores
 * the hash, because it must not contain the text.
 *
 * @returns Null for a post without text.
 */
export function markOf({ spoilerText, text, choices = [] }: MarkedText): string | null {
  const normalized = comparable(text)
  if (normalized === '') return null
  const others = choices.map((choice) => comparable(choice))
  return hash('sha256', [spoilerText === '' ? '' : comparable(spoilerText), normalized, ...others].join('\n'))
}

/** Fields of a status from which its hash is computed. */
type MarkedStatus = Pick<SentReply, 'content' | 'spoiler_text' | 'quote' | 'poll'>

/** Returns the hash of a status in a response of the server. */
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
