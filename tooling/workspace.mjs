// Functions for the checks that read the workspace: packages, entry points and source files.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parseSync } from 'oxc-parser'

export const root = fileURLToPath(new URL('..', import.meta.url))

const GROUPS = [
  'packages/*',
  'packages/{networks,frameworks,stores,queues,kits}/*',
  'internal/*',
  'examples/*',
]

/** Returns every package of the workspace, with its folder and its package.json. */
export function workspacePackages() {
  return globSync(
    GROUPS.map((group) => `${group}/package.json`),
    { cwd: root },
  )
    .toSorted()
    .map((file) => {
      const folder = join(root, dirname(file))
      return { folder, manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) }
    })
}

/** Returns the source files of the entry points that "exports" in package.json lists. */
export function entryPointsOf({ folder, manifest }) {
  return Object.values(manifest.exports ?? {})
    .map((target) => target['@social/source'])
    .filter((source) => source !== undefined)
    .flatMap((source) => (source.includes('*') ? globSync(source, { cwd: folder }) : [source]))
    .map((source) => join(folder, source))
}

/** Returns true for files that are never published: tests, benchmarks and their fixtures. */
export const isTest = (file) => /\.(test|test-d|bench)\.tsx?$|__fixtures__/.test(file)

/**
 * Returns every TypeScript file below a folder, including tests. The paths are relative to the
 * folder.
 */
export function typescriptFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .toSorted()
}

const parsed = new Map()

/** Parses a file. Returns its text, statements, comments, imports and exports. */
export function parse(file) {
  let result = parsed.get(file)
  if (result === undefined) {
    const text = readFileSync(file, 'utf8')
    const { program, module, comments, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    result = { file, text, statements: program.body, module, comments }
    parsed.set(file, result)
  }
  return result
}

/**
 * Returns every module that a file imports, as `{ specifier, isType, start }`. Includes dynamic
 * imports of literal texts.
 */
export function importsOf(file) {
  const { module, text } = parse(file)
  const fixed = module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    isType: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    start: one.start,
  }))
  const passedOn = module.staticExports.flatMap((one) => one.entries).filter((entry) => entry.moduleRequest)
  const dynamic = module.dynamicImports.map((one) => ({
    specifier: text.slice(one.moduleRequest.start, one.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    isType: false,
    start: one.start,
  }))
  return [
    ...fixed,
    ...passedOn.map((entry) => ({
      specifier: entry.moduleRequest.value,
      isType: entry.isType,
      start: entry.start,
    })),
    ...dynamic,
  ]
}

/** Returns the source file of a relative import, or null if the file is not in the workspace. */
export function resolveRelative(from, specifier) {
  if (!specifier.startsWith('.')) return null
  const base = join(dirname(from), specifier.replace(/\.js$/, ''))
  return [`${base}.ts`, `${base}.tsx`, specifier].find((file) => existsSync(file)) ?? null
}

/** Returns a location that editors can open, such as `packages/core/src/index.ts:12`. */
export function place(file, start) {
  const line = start === undefined ? '' : `:${parse(file).text.slice(0, start).split('\n').length}`
  return `${relative(root, file)}${line}`
}

/**
 * Prints the findings and sets the exit status. Without findings, prints the number of checked
 * files.
 */
export function report(findings, allWell) {
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
  else console.log(allWell)
}
