import { readFileSync, writeFileSync, globSync } from 'node:fs'

import { parseSync } from 'oxc-parser'
const folders = process.argv.slice(2)
const files = globSync(
  folders.map((f) => `${f}/**/*.{ts,tsx,mjs}`),
  { exclude: (n) => ['node_modules', 'dist', 'reports'].includes(n) },
)
const mapOf = (file) => ({
  told: ['reported', 'notified'],
  tell: ['notify'],
  door: ['entryPoint'],
  doors: ['entryPoints'],
  standing: ['status', 'state'],
  settle: ['complete'],
  looked: ['searched'],
  looks: ['queries'],
  look: [file.startsWith('examples/studio') ? 'statistics' : 'query', 'check'],
  toldAt: ['reportedAt'],
  nobody: ['noOne'],
  words: ['text', 'message', 'content'],
})
let n = 0,
  skipped = []
for (const file of files) {
  let text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const ranges = comments.map((c) => [c.start, c.end])
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (
      (node.type === 'Literal' && typeof node.value === 'string') ||
      node.type === 'TemplateElement' ||
      node.type === 'JSXText'
    )
      ranges.push([node.start, node.end])
    for (const k in node) if (k !== 'parent') visit(node[k])
  }
  visit(program.body)
  ranges.sort((a, b) => a[0] - b[0])
  let code = '',
    at = 0
  for (const [s, e] of ranges) {
    if (s < at) continue
    code += text.slice(at, s) + text.slice(s, e).replace(/[^\n]/g, '\u0000')
    at = e
  }
  code += text.slice(at)
  const isStudio = file.startsWith('examples/studio')
  const edits = []
  for (const [from, tos] of Object.entries(mapOf(file))) {
    const re = new RegExp(`(?<![\\w$-])${from}(?![\\w$])`, 'g')
    const hits = [...code.matchAll(re)]
    if (!hits.length) continue
    const opts = from === 'words' && isStudio ? ['texts'] : tos
    const to = opts.find((t) => !new RegExp(`(?<![\\w$])${t}(?![\\w$])`).test(code))
    if (!to) {
      skipped.push(`${file} ${from}`)
      continue
    }
    for (const h of hits) edits.push([h.index, from.length, to])
  }
  edits.sort((a, b) => b[0] - a[0])
  for (const [i, l, t] of edits) {
    text = text.slice(0, i) + t + text.slice(i + l)
    n++
  }
  if (edits.length) writeFileSync(file, text)
}
console.log(n, skipped.join('\n'))
