// Fails for circular imports, including imports of types, so that a reader of one file does not
// have to read the whole circle. oxlint's import/no-cycle checks only imports of values.
import { join } from 'node:path'

import { importsOf, place, resolveRelative, typescriptFiles, workspacePackages } from './workspace.mjs'

/** Returns the files of one package, each with the files that it imports. */
function importsBetween(source) {
  const files = typescriptFiles(source).map((file) => join(source, file))
  const known = new Set(files)
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .map(({ specifier }) => resolveRelative(file, specifier))
        .filter((target) => known.has(target) && target !== file),
    ]),
  )
}

/**
 * Returns groups of files that import each other directly or indirectly (Tarjan's strongly
 * connected components). Groups of one file are left out.
 */
export function circlesOf(imports) {
  const order = new Map()
  const lowest = new Map()
  const path = []
  const circles = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    path.push(file)
    for (const target of imports.get(file)) {
      if (!order.has(target)) visit(target)
      if (path.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1) circles.push(circle)
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}

/** Returns a finding for each circle in the workspace. */
export function checkCircles() {
  return workspacePackages().flatMap(({ folder }) =>
    circlesOf(importsBetween(join(folder, 'src'))).map(
      (circle) =>
        `${circle.map((file) => place(file)).join(' → ')} import each other in a circle; move what both need into a file below them.`,
    ),
  )
}
