// Rules of check-prose.mjs for documentation.
import { REFUSED_PHRASES } from './refused-words.mjs'

export const MAX_SENTENCE_WORDS = 25
export const MAX_PARAGRAPH_WORDS = 60

/**
 * Phrases that documentation must not use, each with the term to write instead. The list contains the refused
 * phrases of comments and messages.
 */
export const REFUSED_IN_PROSE = REFUSED_PHRASES

/** Exceptions: start of a path, phrase in lower case, and the reason. */
export const PROSE_ALLOWED = [
  ['CONTRIBUTING.md', 'words', 'length of a sentence'],
  ['packages/testkit/README.md', 'lookup', 'the method lookUp of a port'],
]

/** Headings that check-shape.mjs requires as they are. */
export const FIXED_HEADINGS = new Set(['What it does'])
