// No circular imports, types included: a reader of one file need not read the whole circle. oxlint's import/no-cycle
// covers values only.
import { join } from 'node:path'

import { importsOf, place, resolveRelative, typescriptFiles, workspacePackages } from './workspace.mjs'

/** Files of one package, each with the files it imports. */
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

/** Groups of files that reach each other (Tarjan's strongly connected components), without groups of one file. */
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

/** A finding for each circle of the workspace. */
export function checkCircles() {
  return workspacePackages().flatMap(({ folder }) =>
    circlesOf(importsBetween(join(folder, 'src'))).map(
      (circle) =>
        `${circle.map((file) => place(file)).join(' → ')} import each other in a circle; move what both need into a file below them.`,
    ),
  )
}
