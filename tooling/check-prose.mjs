// Checks the language of the documentation: at most 25 words in a sentence, and no term of
// refused-words.mjs. `--list <file>...` checks only these files.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  FIXED_HEADINGS,
  MAX_PARAGRAPH_WORDS,
  MAX_SENTENCE_WORDS,
  PROSE_ALLOWED,
  REFUSED_IN_PROSE,
} from './prose-rules.mjs'
import { report, root } from './workspace.mjs'

const PAGES = [
  '*.md',
  '.changeset/*.md',
  '.github/*.md',
  'docs/**/*.md',
  '{internal,examples,packages}/*/README.md',
  'packages/*/*/README.md',
]
/** Generated pages are not checked. check-requirements.mjs and the tests of the networks write them. */
const GENERATED = /^docs\/(requirements\/README|field-reports\/[a-z-]+)\.md$/

const listed = process.argv[2] === '--list' ? process.argv.slice(3) : null
const pages = (listed ?? globSync(PAGES, { cwd: root, exclude: (name) => name === 'node_modules' }))
  .map((page) => page.replaceAll('\\', '/'))
  .filter((page) => !page.endsWith('CHANGELOG.md') && !GENERATED.test(page))
  .toSorted()

/** Returns only the line breaks of a text, so that line numbers stay the same. */
const blank = (text) => text.replaceAll(/[^\n]/g, '')

/**
 * Returns a page without front matter, code blocks and HTML comments. The line numbers stay the
 * same.
 */
const proseOf = (page) =>
  readFileSync(join(root, page), 'utf8')
    .replace(/^---\n[^]*?\n---\n/, blank)
    .replaceAll(/^( *)(```+)[^]*?^\1\2/gm, blank)
    .replaceAll(/<!--[^]*?-->/g, blank)

const TABLE_ROW = /^\s*\|/
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/
const ITEM = /^\s*(?:[-*+]|\d+\.)\s+/
const HEADING = /^#+\s+/

/**
 * Returns the blocks of a page as `{ line, text, isParagraph }`. Blocks are paragraphs, list
 * items, headings, and single table cells.
 */
function blocksOf(prose) {
  const blocks = []
  let current = null
  for (const [index, row] of prose.split('\n').entries()) {
    const line = index + 1
    const start = (text, isParagraph) => {
      current = { line, text, isParagraph }
      blocks.push(current)
    }
    if (row.trim() === '') current = null
    else if (TABLE_ROW.test(row)) {
      current = null
      if (!TABLE_RULE.test(row))
        for (const cell of row.split(/(?<!\\)\|/)) if (cell.trim() !== '') blocks.push({ line, text: cell })
    } else if (HEADING.test(row)) {
      const text = row.replace(HEADING, '')
      if (!FIXED_HEADINGS.has(text)) blocks.push({ line, text })
      current = null
    } else if (ITEM.test(row)) start(row.replace(ITEM, ''), false)
    else if (current === null) start(row.replace(/^\s*>\s?/, ''), true)
    else current.text += ` ${row.trim().replace(/^>\s?/, '')}`
  }
  return blocks
}

/** Replaces links by their text and code by one word. Removes emphasis and URLs. */
const plain = (text) =>
  text
    .replaceAll(/(`+)(?:(?!\1)[^])+\1/g, '`code`')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>\s]+>|https?:\/\/\S+/g, 'address')
    .replaceAll(/\*\*|__|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Splits a block into sentences. A full stop after an abbreviation does not end a sentence. */
const sentencesOf = (text) =>
  text
    .replaceAll(/\b(e\.g|i\.e|etc|vs|no|St)\.(?= [a-z\d])/g, '$1')
    .split(/(?<=[.?!]["')\]]*) +(?=["'([]*[\p{Lu}\d`])/u)
    .filter((sentence) => sentence !== '')

const wordsIn = (text) => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const excerpt = (text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
const isAllowed = (page, phrase) =>
  PROSE_ALLOWED.some(([where, word]) => page.startsWith(where) && phrase.toLowerCase().includes(word))

const findings = []
for (const page of pages)
  for (const { line, text, isParagraph } of blocksOf(proseOf(page))) {
    const note = (finding) => findings.push(`${page}:${line}: ${finding}`)
    const prose = plain(text)
    const sentences = sentencesOf(prose)
    const total = wordsIn(prose)
    if (isParagraph && total > MAX_PARAGRAPH_WORDS)
      note(`a paragraph of ${total} words, at most ${MAX_PARAGRAPH_WORDS}: "${excerpt(prose)}"`)
    for (const sentence of sentences) {
      const words = wordsIn(sentence)
      if (words > MAX_SENTENCE_WORDS)
        note(`a sentence of ${words} words, at most ${MAX_SENTENCE_WORDS}: "${excerpt(sentence)}"`)
      for (const [pattern, instead] of REFUSED_IN_PROSE)
        for (const { 0: phrase } of sentence.matchAll(pattern))
          if (!isAllowed(page, phrase))
            note(`"${phrase.trim()}" in "${excerpt(sentence)}". Write ${instead}.`)
    }
  }
report(findings, `${pages.length} pages use short sentences and the terms of the field.`)
