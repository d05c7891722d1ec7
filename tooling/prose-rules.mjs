// Rules that check-prose.mjs applies to the documentation.
import { REFUSED_PHRASES } from './refused-words.mjs'

export const MAX_SENTENCE_WORDS = 25
export const MAX_PARAGRAPH_WORDS = 60

/**
 * Phrases that documentation must not use, each with the term to use instead. The same phrases are
 * refused in comments and messages.
 */
export const REFUSED_IN_PROSE = REFUSED_PHRASES

/** Allowed uses of a refused phrase: start of the path, phrase in lower case, and the reason. */
export const PROSE_ALLOWED = [
  ['CONTRIBUTING.md', 'words', 'length of a sentence'],
  ['packages/testkit/README.md', 'lookup', 'the method lookUp of a port'],
]

/** Headings that check-shape.mjs requires as they are. */
export const FIXED_HEADINGS = new Set(['What it does'])
