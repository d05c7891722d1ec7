// Checks that every export of an entry point has TSDoc: a sentence in a /** comment directly above
// it.
import { existsSync } from 'node:fs'
import { relative } from 'node:path'

import {
  entryPointsOf,
  parse,
  place,
  report,
  resolveRelative,
  root,
  workspacePackages,
} from './workspace.mjs'

const findings = new Set()
const seen = new Set()

/**
 * Returns the comment directly above a position, without stars. Returns null if there is no
 * comment.
 */
function docAbove({ text, comments }, start) {
  const comment = comments.findLast(({ end }) => end <= start)
  if (comment === undefined || comment.type !== 'Block' || !comment.value.startsWith('*')) return null
  if (text.slice(comment.end, start).trim() !== '') return null
  return comment.value.replace(/^[\s*]+/gm, '').trim()
}

/** Returns the names and positions of the declarations in one statement. */
function declared(statement) {
  const declaration = statement.declaration ?? statement
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations
      .map(({ id }) => id)
      .filter(({ type }) => type === 'Identifier')
      .map(({ name }) => ({ name, isOverload: false, start: statement.start }))
  const name = declaration.id?.name
  if (name === undefined) return []
  const isOverload = declaration.type === 'TSDeclareFunction' || declaration.type === 'FunctionDeclaration'
  return [{ name, isOverload, start: statement.start }]
}

/** Checks every declaration of a name in a file. */
function checkName(file, name) {
  const source = parse(file)
  const here = source.statements.flatMap(declared).filter((one) => one.name === name)
  // The comment of the first overload is enough for all overloads.
  const toCheck = here.filter((one, index) => !one.isOverload || index === 0)
  for (const { start } of toCheck) {
    const doc = docAbove(source, start)
    if (doc === null || doc === '') findings.add(`${place(file, start)}  ${name} has no TSDoc`)
  }
}

function follow(file, specifier, name) {
  const target = resolveRelative(file, specifier)
  if (target !== null) checkExport(target, name)
}

/** Checks one export of a file, given the exported name. */
function checkExport(file, name) {
  const key = `${file}>${name}`
  if (seen.has(key)) return
  seen.add(key)
  for (const { entries } of parse(file).module.staticExports)
    for (const entry of entries) {
      if (entry.exportName.kind === 'None') follow(file, entry.moduleRequest.value, name)
      else if (entry.exportName.name !== name) continue
      else if (entry.moduleRequest) follow(file, entry.moduleRequest.value, entry.importName.name ?? name)
      else checkName(file, entry.localName.name ?? name)
    }
}

/** Checks all exports of a file, including those of `export *`. */
function checkAll(file) {
  if (seen.has(file)) return
  seen.add(file)
  for (const { entries } of parse(file).module.staticExports)
    for (const entry of entries) {
      if (entry.exportName.kind === 'Default') findings.add(`${place(file, entry.start)}  default export`)
      else if (entry.exportName.kind === 'None' || entry.importName.kind === 'All') {
        const target = resolveRelative(file, entry.moduleRequest.value)
        if (target !== null) checkAll(target)
      } else checkExport(file, entry.exportName.name)
    }
}

const entryPoints = workspacePackages()
  .filter(({ manifest }) => manifest.private !== true)
  .flatMap((one) => entryPointsOf(one))
for (const entryPoint of entryPoints)
  if (existsSync(entryPoint)) checkAll(entryPoint)
  else findings.add(`${relative(root, entryPoint)}  package.json lists this file, but it does not exist`)
report([...findings], `Every export of ${entryPoints.length} entry points has TSDoc.`)
