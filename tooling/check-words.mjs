// Names in the field's own terms: see the table in CONTRIBUTING.md. Refused prefixes and words of identifiers.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { report, root } from './workspace.mjs'

/** What is refused, and what to write in its place. */
const REFUSED = [
  [/\b(?:MOST|LONGEST|BIGGEST)_[A-Z0-9_]+\b/g, 'MAX_ with the unit'],
  [/\b(?:FEWEST|SMALLEST|SHORTEST)_[A-Z0-9_]+\b/g, 'MIN_ with the unit'],
  [/\bUSUAL(?:_[A-Z0-9_]+)?\b/g, 'DEFAULT_'],
  [/\b(?:biggest|longest|most|shortest|smallest|fewest)[A-Z]\w*/g, 'max or min with the unit'],
  [/\busual[A-Z]\w*/g, 'default'],
  [/\bneed[A-Z]\w*/g, 'assert'],
  [/\b(?:atOnce|AT_ONCE)\b/g, 'concurrency, immediately or transaction'],
]

/** Identifiers that stay, with the reason. */
const ALLOWED = new Map([['longestFirst', 'compares lengths']])

const findings = []
const files = globSync(
  ['{packages,internal,examples,tooling}/**/*.{ts,mjs}', 'docs/**/*.md', '*.md', 'packages/**/README.md'],
  {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'requirements',
  },
)
let identifiers = 0
for (const file of files) {
  if (file === 'tooling/check-words.mjs') continue
  const source = readFileSync(join(root, file), 'utf8')
  for (const [pattern, instead] of REFUSED)
    for (const { 0: name, index } of source.matchAll(pattern)) {
      identifiers += 1
      if (ALLOWED.has(name)) continue
      const line = source.slice(0, index).split('\n').length
      findings.push(`${file}:${line}: ${name}. Write ${instead}.`)
    }
}
report(findings, `${files.length} files use the names of the field (${identifiers} allowed exceptions).`)
