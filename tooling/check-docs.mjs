// Type-checks every ```ts block of the READMEs and guides. A block can use the imports and
// declarations of earlier blocks on the same page.
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

/** Returns the code blocks of a page as `{ line, code }`. */
function blocksOf(page) {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(FENCE)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1],
  }))
}

/** Returns the same number of empty lines as the text has. */
const blank = (text) => text.replaceAll(/[^\n]/g, ' ')

/**
 * Removes the imports of a code block. Returns the remaining code with its positions unchanged, and the imports by
 * name.
 */
function withoutImports(code) {
  const { module } = parseSync('page.ts', code)
  const imports = new Map()
  let left = code
  for (const { start, end, entries, moduleRequest } of module.staticImports) {
    left = left.slice(0, start) + blank(left.slice(start, end)) + left.slice(end)
    for (const { importName, localName, isType } of entries) {
      const local = localName.value
      const isAll = code.slice(start, end).includes(`* as ${local}`)
      const one =
        importName.name === null ? local : `{ ${isType ? 'type ' : ''}${importName.name} as ${local} }`
      const attributes = moduleRequest.value.endsWith('.json') ? " with { type: 'json' }" : ''
      imports.set(local, `import ${isAll ? `* as ${local}` : one} from '${moduleRequest.value}'${attributes}`)
    }
  }
  return { left, imports }
}

/**
 * Removes `export` and converts `declare const`, because neither is allowed inside a scope. The
 * length stays the same.
 */
const inScope = (code) =>
  code.replaceAll(/^export (?=\w)/gm, '       ').replaceAll(/^declare const (\w+):/gm, '        let $1!:')

/**
 * Creates the source file of a page, with the line numbers of the page. Each block is a scope
 * inside the previous block.
 */
function toSource(blocks) {
  const imports = new Map()
  let body = ''
  for (const { line, code } of blocks) {
    const block = withoutImports(code)
    for (const [name, statement] of block.imports) imports.set(name, imports.get(name) ?? statement)
    body += `${'\n'.repeat(Math.max(line - 2 - body.split('\n').length, 0))}{\n${inScope(block.left)}`
  }
  return `${[...imports.values()].join(';')};export {}\n${body}${'}'.repeat(blocks.length)}\n`
}

/** Returns the names of the packages that a source file imports, including their npm scope. */
function packagesOf(source) {
  const { module } = parseSync('page.ts', source)
  return module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/**
 * Makes a package importable from the pages. Packages of the workspace are linked from it, others
 * from the installed packages.
 */
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
for (const page of pages) {
  const blocks = blocksOf(page)
  if (blocks.length === 0) continue
  const name = `${page.replaceAll('/', '__')}.ts`
  const source = toSource(blocks)
  pageOf.set(name, page)
  blockCount += blocks.length
  writeFileSync(join(work, name), source)
  for (const one of packagesOf(source)) {
    link(one, ours)
    link(`@types/${one}`, ours)
  }
}
link('@types/node', ours)
writeFileSync(join(work, 'package.json'), '{ "type": "module" }\n')
writeFileSync(
  join(work, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: { declaration: false, experimentalDecorators: true },
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
report(findings, `${blockCount} code blocks on ${pageOf.size} pages compile.`)
