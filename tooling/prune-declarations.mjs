// Removes declarations from dist that no entry point of the package needs. They cannot be imported,
// and would be more than a quarter of the download. Runs in the folder of a package, after tsc.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { parse } from './workspace.mjs'

/**
 * Key for statements without a name, such as `export {}` and `declare module`, which apply to the
 * whole file.
 */
const WHOLE_FILE = Symbol('whole file')

const fileOf = (from, specifier) => resolve(dirname(from), specifier.replace(/\.js$/, '.d.ts'))
const isOurs = (specifier) => specifier.startsWith('.')
const textOf = ({ start, end }, text) => text.slice(start, end)

/** Returns the names that a statement of a declaration file declares. */
function namesOf(statement) {
  const declared = statement.declaration ?? statement
  if (declared.type === 'VariableDeclaration') return declared.declarations.map(({ id }) => id.name)
  return declared.id?.type === 'Identifier' ? [declared.id.name] : [WHOLE_FILE]
}

const files = new Map()

/**
 * Reads one declaration file: its declarations, imports and exports by name, and the parts that
 * are needed so far.
 */
function read(file) {
  if (files.has(file)) return files.get(file)
  const { text, statements } = parse(file)
  const found = { text, statements, declared: new Map(), imported: new Map(), exported: new Map(), stars: [] }
  files.set(file, { ...found, needed: new Set() })
  for (const statement of statements) {
    const from = statement.source?.value
    if (statement.exported || (statement.type === 'ImportDeclaration' && statement.specifiers.length === 0))
      throw new Error(`${file}: this form of import or export is not known here: ${textOf(statement, text)}`)
    if (statement.type === 'ImportDeclaration')
      for (const each of statement.specifiers)
        found.imported.set(each.local.name, { each, from, name: each.imported?.name })
    else if (statement.type === 'ExportAllDeclaration') found.stars.push(statement)
    else if (statement.specifiers?.length > 0)
      for (const each of statement.specifiers)
        found.exported.set(each.exported.name, { each, from, name: each.local.name })
    else
      for (const name of namesOf(statement)) {
        found.declared.set(name, [...(found.declared.get(name) ?? []), statement])
        if (statement.type === 'ExportNamedDeclaration') found.exported.set(name, { name })
      }
  }
  return files.get(file)
}

/**
 * Marks the declaration of an exported name as needed. Marks all names if another file imports the
 * whole file.
 */
function keepExport(file, name) {
  const { exported, stars, needed } = read(file)
  for (const statement of read(file).declared.get(WHOLE_FILE) ?? []) keepStatement(file, statement)
  for (const [known, { each, from, name: inside }] of exported) {
    if (name !== undefined && known !== name) continue
    if (each) needed.add(each)
    if (from === undefined) assertName(file, inside)
    else if (isOurs(from)) keepExport(fileOf(file, from), inside)
  }
  if (name !== undefined && exported.has(name)) return
  for (const star of stars) {
    const from = star.source.value
    if (isOurs(from) && name !== undefined && !offers(fileOf(file, from), name)) continue
    needed.add(star)
    if (isOurs(from)) keepExport(fileOf(file, from), name)
  }
}

function offers(file, name) {
  const { exported, stars } = read(file)
  const passedOn = stars.map(({ source }) => source.value).filter(isOurs)
  return exported.has(name) || passedOn.some((from) => offers(fileOf(file, from), name))
}

/** Marks the declarations of a name in a file as needed. */
function assertName(file, name) {
  const { imported, declared, needed } = read(file)
  for (const statement of declared.get(name) ?? []) keepStatement(file, statement)
  const found = imported.get(name)
  if (found === undefined || needed.has(found.each)) return
  needed.add(found.each)
  if (isOurs(found.from)) keepExport(fileOf(file, found.from), found.name)
}

/**
 * Marks a statement as needed, together with every declaration whose name occurs in it. A declaration
 * whose name occurs only by chance is kept too.
 */
function keepStatement(file, statement) {
  const { text, needed, declared, imported } = read(file)
  if (needed.has(statement)) return
  needed.add(statement)
  const own = textOf(statement, text)
  for (const [, from, name] of own.matchAll(/import\("(\.[^"]*)"\)(?:\.(\w+))?/g))
    keepExport(fileOf(file, from), name)
  const identifiers = own.replaceAll(/\/\*.*?\*\//gs, '').match(/[\p{ID_Continue}$]+/gu)
  for (const identifier of new Set(identifiers))
    if (declared.has(identifier) || imported.has(identifier)) assertName(file, identifier)
}

/**
 * Returns the part of a statement that is needed: all of it, some names of its list, or nothing.
 */
function kept(statement, { text, needed }) {
  const all = textOf(statement, text)
  const { specifiers } = statement
  if (specifiers === undefined || specifiers.length === 0) return needed.has(statement) ? all : null
  const listed = specifiers.filter((each) => needed.has(each))
  if (listed.length === specifiers.length) return all
  if (listed.length === 0) return null
  const list = listed.map((each) => textOf(each, text)).join(', ')
  return all.replace(/\{[^}]*\}/, `{ ${list} }`)
}

function pruned(file) {
  const found = read(file)
  const { text, statements } = found
  return (
    statements
      .map((statement, index) => {
        const stays = kept(statement, found)
        // The text between two statements is the TSDoc of the second.
        return stays && text.slice(statements[index - 1]?.end ?? 0, statement.start) + stays
      })
      .filter((part) => part !== null)
      .join('')
      .trimStart()
      // Halves the indentation of four spaces that tsc writes.
      .replaceAll(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2))
      .concat('\n')
  )
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const entryPoints = Object.values(manifest.exports)
  .filter((target) => typeof target !== 'string')
  .flatMap(({ types }) => (types.includes('*') ? globSync(types) : [types]))
for (const entryPoint of entryPoints) keepExport(resolve(entryPoint))

for (const file of globSync('dist/**/*.d.ts').map((each) => resolve(each)))
  if (files.get(file)?.needed.size > 0) writeFileSync(file, pruned(file))
  else rmSync(file)
