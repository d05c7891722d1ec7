// Checks that names, comments, messages and test titles use the terms of the table in
// CONTRIBUTING.md. `--list <folder>...` checks only these folders.
import { globSync } from 'node:fs'
import { join } from 'node:path'

import { ALLOWED_NAMES, allowedIn, REFUSED_NAMES, REFUSED_PHRASES } from './refused-words.mjs'
import { isTest, parse, report, root } from './workspace.mjs'

const ROOTS = ['packages', 'internal', 'examples', 'tooling']
/** Files that are not checked, because they list the refused words themselves. */
const LISTS = new Set([
  'tooling/check-words.mjs',
  'tooling/refused-words.mjs',
  'tooling/check-prose.mjs',
  'tooling/prose-rules.mjs',
])
/** Matches parts of a comment that tools read. */
const DIRECTIVE = /oxlint-disable|@ts-expect-error|v8 ignore|Holds R-\d|https?:\/\/\S+/
const TITLED = new Set(['it', 'test', 'describe'])

const folders = process.argv[2] === '--list' ? process.argv.slice(3) : ROOTS
const files = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
  { cwd: root, exclude: (name) => ['node_modules', 'dist', 'reports'].includes(name) },
)
  .filter((file) => !LISTS.has(file))
  .toSorted()

/**
 * Returns the comments of a file as prose, without stars, examples, code in backticks and
 * directives. Adjacent lines are joined.
 */
function commentsOf({ comments, text }) {
  const blocks = []
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value) && type === 'Line') continue
    const last = blocks.at(-1)
    const gap = last === undefined ? 'x' : text.slice(last.end, start)
    if (type === 'Line' && last?.type === 'Line' && /^\s*$/.test(gap) && gap.split('\n').length === 2)
      Object.assign(last, { value: `${last.value} ${value}`, end })
    else blocks.push({ type, value, start, end })
  }
  return blocks.map(({ value, start }) => ({
    start,
    prose: value
      .replace(/@example[\s\S]*?(?=\n\s*\*\s*@|$)/, '')
      .replaceAll(/^\s*\* ?/gm, ' ')
      .replaceAll(/`[^`]*`/g, '`code`')
      .replaceAll(/https?:\/\/\S+/g, '')
      .replaceAll(/"[^"]*"/g, '"quote"')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

/**
 * Returns the text of a literal, or of a template without its expressions. Returns null for other
 * nodes.
 */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('{}')
  return null
}

/** Returns the name of the called function, for example `it` for `it.each(rows)('title', …)`. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  return callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression'
    ? calledName(callee.callee ?? callee.tag)
    : ''
}

/**
 * Returns the messages of errors and warnings in sources, or the titles in tests, with their
 * positions.
 */
function textsOf(statements, isTestFile) {
  const found = []
  const add = (node) => {
    const text = textOf(node)
    if (text !== null && text.includes(' '))
      found.push({ start: node.start, prose: text.replaceAll(/"[^"]*"/g, '').replaceAll(/\s+/g, ' ') })
  }
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (node.type === 'CallExpression' && isTestFile && TITLED.has(calledName(node.callee)))
      add(node.arguments[0])
    if (!isTestFile && (node.type === 'Literal' || node.type === 'TemplateLiteral')) add(node)
    for (const key in node) if (key !== 'parent') visit(node[key])
  }
  visit(statements)
  return found
}

/**
 * Returns the code of a file in which spaces replace the comments and literals. The length stays
 * the same.
 */
function codeOf({ comments, statements, text }) {
  const ranges = comments.map(({ start, end }) => [start, end])
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (node.type === 'Literal') ranges.push([node.start, node.end])
    if (node.type === 'TemplateElement' || node.type === 'JSXText') ranges.push([node.start, node.end])
    for (const key in node) if (key !== 'parent') visit(node[key])
  }
  visit(statements)
  let code = ''
  let at = 0
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start < at) continue
    code += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ')
    at = end
  }
  return code + text.slice(at)
}

const findings = []
for (const file of files) {
  const parsed = parse(join(root, file))
  const { text } = parsed
  const code = codeOf(parsed)
  const lineAt = (index) => text.slice(0, index).split('\n').length
  const note = (index, found, instead) =>
    findings.push(`${file}:${lineAt(index)}: ${found}. Write ${instead}.`)
  for (const [pattern, instead] of REFUSED_NAMES)
    for (const { 0: name, index } of code.matchAll(pattern))
      if (!ALLOWED_NAMES.has(name)) note(index, name, instead)
  const isTestFile = isTest(file)
  for (const { start, prose } of [...commentsOf(parsed), ...textsOf(parsed.statements, isTestFile)])
    for (const [pattern, instead] of REFUSED_PHRASES)
      for (const { 0: phrase } of prose.matchAll(pattern))
        if (!allowedIn(file, phrase)) note(start, `"${phrase.trim()}" in "${prose.slice(0, 90)}"`, instead)
}
report(findings, `${files.length} files use the terms of the field.`)
