// Compares the exports of published packages with the list in docs/exports.json. `--write` updates
// the list, so that a reviewer sees each change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { parse, report, resolveRelative, root, workspacePackages } from './workspace.mjs'

const LIST = join(root, 'docs/exports.json')

/** Returns the exported names of a file, including those of `export *`. */
function exportedNames(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  return parse(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.exportName.kind === 'Name') return [entry.exportName.name]
      const target = entry.moduleRequest && resolveRelative(file, entry.moduleRequest.value)
      return target ? exportedNames(target, seen) : []
    }),
  )
}

/**
 * Returns the exports of each entry point of a package: `{ '@social/core/routes': ['Reply', …] }`.
 */
function entryPoints({ folder, manifest }) {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const source = target['@social/source']
    if (source === undefined || source.includes('*')) return []
    const names = exportedNames(join(folder, source))
    return [
      [join(manifest.name, path), [...new Set(names)].toSorted((one, other) => one.localeCompare(other))],
    ]
  })
}

const current = Object.fromEntries(
  workspacePackages()
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap(entryPoints),
)
if (process.argv.includes('--write')) writeFileSync(LIST, `${JSON.stringify(current, null, 2)}\n`)
const listed = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : {}

const findings = []
for (const entryPoint of new Set([...Object.keys(current), ...Object.keys(listed)])) {
  const [now, before] = [current[entryPoint] ?? [], listed[entryPoint] ?? []]
  const where = `${entryPoint} (${relative(root, LIST)})`
  for (const name of now)
    if (!before.includes(name)) findings.push(`${where}: ${name} is exported and not listed.`)
  for (const name of before)
    if (!now.includes(name)) findings.push(`${where}: ${name} is listed and not exported.`)
}
if (findings.length > 0) findings.push('If the change is intended: node tooling/check-exports.mjs --write')
const count = Object.values(current).flat().length
report(findings, `${Object.keys(current).length} entry points export ${count} names, as listed.`)
