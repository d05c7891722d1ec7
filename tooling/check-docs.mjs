// Code that people paste compiles: every ```ts block of the READMEs and guides is type-checked.
// A block with an import starts a module; a block without one goes on where the last one of that page ended.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync } from 'oxc-parser'

import { report, root, workspacePackages } from './workspace.mjs'

const PAGES = [
  '*.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'packages/*/*/README.md',
  'examples/*/README.md',
]
const FENCE = /^```ts\b[^\n]*\n([\s\S]*?)^```/gm
const work = join(root, 'reports/docs')

/** Blocks of one page as `{ line, code }`, gathered into modules. */
function modulesOf(page) {
  const text = readFileSync(join(root, page), 'utf8')
  const modules = []
  for (const match of text.matchAll(FENCE)) {
    const block = { line: text.slice(0, match.index).split('\n').length + 1, code: match[1] }
    const startsModule = /^import\b/m.test(block.code)
    if (startsModule || modules.length === 0) modules.push([block])
    else modules.at(-1).push(block)
  }
  return modules
}

/** One file whose line numbers are those of the page; each block that goes on is a scope of its own. */
function toSource(blocks) {
  let source = ''
  for (const [index, { line, code }] of blocks.entries()) {
    source += '\n'.repeat(Math.max(line - 1 - source.split('\n').length, 0))
    source += index === 0 ? '\n' : '{\n'
    source += code
  }
  return `${source}${'}'.repeat(blocks.length - 1)}\nexport {}\n`
}

/** Bare names of the packages a source imports, `@scope/name` and all. */
function packagesOf(source) {
  const { module } = parseSync('page.ts', source)
  return module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/** Makes a package findable from the pages: ours from the workspace, others from what is installed. */
function link(name, ours) {
  const target = ours.get(name) ?? join(root, 'node_modules/.pnpm/node_modules', name)
  const path = join(work, 'node_modules', name)
  if (existsSync(path) || !existsSync(target)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
const ours = new Map(workspacePackages().map(({ folder, manifest }) => [manifest.name, folder]))
const pages = globSync(PAGES, { cwd: root, exclude: ['**/node_modules/**', '**/CHANGELOG.md'] })
const pageOf = new Map()
let blockCount = 0
for (const page of pages)
  for (const [index, blocks] of modulesOf(page).entries()) {
    const name = `${page.replaceAll('/', '__')}.${index}.ts`
    const source = toSource(blocks)
    pageOf.set(name, page)
    blockCount += blocks.length
    writeFileSync(join(work, name), source)
    for (const one of packagesOf(source)) link(one, ours)
  }
link('@types/node', ours)
writeFileSync(join(work, 'package.json'), '{ "type": "module" }\n')
writeFileSync(
  join(work, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: { declaration: false },
    include: ['*.ts'],
  }),
)
const { stdout } = spawnSync('tsc', ['-p', work, '--pretty', 'false'], { cwd: work, encoding: 'utf8' })
const findings = stdout
  .split('\n')
  .filter((line) => line.includes('error TS'))
  .map((line) =>
    line.replace(/^(.*?\.ts)\(/, (_all, name) => `${pageOf.get(name.split('/').at(-1)) ?? name}(`),
  )
report(findings, `${blockCount} pieces of code on ${new Set(pageOf.values()).size} pages compile.`)
