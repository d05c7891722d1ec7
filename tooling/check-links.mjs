// Fails if a link of a page leads to a missing file or heading.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { report, root } from './workspace.mjs'

const PAGES = [
  '*.md',
  'docs/**/*.md',
  '{packages,internal,examples}/*/README.md',
  'packages/*/*/README.md',
  '.changeset/*.md',
]
const pages = PAGES.flatMap((pattern) => globSync(pattern, { cwd: root }))

/** Returns the page without code, because brackets have another meaning in code. */
const proseOf = (page) => readFileSync(join(root, page), 'utf8').replaceAll(/^```[^]*?^```/gm, '')

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchors = new Map()
function anchorsOf(page) {
  let known = anchors.get(page)
  if (known === undefined) {
    known = new Set([...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading)))
    anchors.set(page, known)
  }
  return known
}

let links = 0
const findings = []
for (const page of pages)
  for (const [, link] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?|mailto):/.test(link)) continue
    links += 1
    const [path, anchor] = link.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(root, file))) {
      findings.push(`${page}: ${link} links to a missing file.`)
      continue
    }
    // For a link to a folder, GitHub shows the README of the folder.
    const target = statSync(join(root, file)).isDirectory() ? join(file, 'README.md') : file
    if (anchor !== undefined && anchor !== 'readme' && !anchorsOf(target).has(anchor))
      findings.push(`${page}: ${link} links to a missing heading of ${target}.`)
  }
report(findings, `${links} links on ${pages.length} pages are valid.`)
