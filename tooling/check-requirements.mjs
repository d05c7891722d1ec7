// Checks that every line of the requirements has a test, marked with `// Holds R-0040, R-0038.`
// above it. `--write` writes the table.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { report, root } from './workspace.mjs'

const LINES = 'docs/requirements/lines.json'
const PAGE = 'docs/requirements/README.md'
/**
 * File that lists the requirement lines without a test, with reasons. Remove a line from this file
 * when it gets a test.
 */
const OPEN = 'docs/requirements/open.json'

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const lines = read(LINES)
const open = read(OPEN)

/** Matches the title of the test or check that follows an annotation. */
const TITLE = /(?:\b(?:it|test|describe)\b[^'"`]*?|\bname:\s*)(['"`])((?:\\.|(?!\1).)*)\1/s
const ANNOTATION = /^[ \t]*\/\/ Holds (R-\d{4}(?:, R-\d{4})*)\.$/gm
/** Maximum number of characters between an annotation and the title of its test. */
const NEAR = 4000

const findings = []
const tests = new Map(Object.keys(lines).map((id) => [id, []]))
const files = globSync('{packages,internal,examples,tooling}/**/*.{ts,mjs}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
for (const file of files.toSorted()) {
  const source = readFileSync(join(root, file), 'utf8')
  for (const match of source.matchAll(ANNOTATION)) {
    const after = match.index + match[0].length
    const title = TITLE.exec(source.slice(after, after + NEAR))?.[2]
    if (title === undefined) findings.push(`${file}: no test follows "${match[0].trim()}".`)
    for (const id of match[1].split(', ')) {
      const known = tests.get(id)
      if (known === undefined) findings.push(`${file}: ${id} is not a line of ${LINES}.`)
      else known.push({ file, title: title ?? '' })
    }
  }
}
for (const [id, held] of tests) {
  if (held.length === 0 && open[id] === undefined)
    findings.push(`${id} has no test: ${lines[id][1]} Annotate one, or give the reason in ${OPEN}.`)
  if (held.length > 0 && open[id] !== undefined) findings.push(`${id} has a test. Remove it from ${OPEN}.`)
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
const row = ([id, [area, statement]]) => {
  const held = tests.get(id) ?? []
  const by =
    held.length === 0
      ? `_open:_ ${cell(open[id] ?? '')}`
      : held.map(({ file, title }) => `\`${file}\`: ${cell(title)}`).join('<br>')
  return `| ${id} | ${area} | ${cell(statement)} | ${by} |`
}
const page = `# Requirements

Each line of the specification, and the tests that hold it. Written by \`node tooling/check-requirements.mjs --write\` from the
comments \`// Holds R-0040.\` above the tests; \`npm test\` fails for a line without a test.

| Line | Area | Statement | Held by |
| ---- | ---- | --------- | ------- |
${Object.entries(lines).map(row).join('\n')}
`
if (process.argv.includes('--write')) writeFileSync(join(root, PAGE), page)
else if (readFileSync(join(root, PAGE), 'utf8') !== page)
  findings.push(`${PAGE} is out of date. Run node tooling/check-requirements.mjs --write.`)

const held = [...tests.values()].filter((each) => each.length > 0).length
report(
  findings,
  `${held} of ${tests.size} requirement lines are held by tests, ${Object.keys(open).length} are open.`,
)
