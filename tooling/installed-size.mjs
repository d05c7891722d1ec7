// Measures the disk space of an application's packages after npm installed them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Collects a package and all its dependencies by name. */
function withNeeds(app, name, found = new Set()) {
  if (found.has(name)) return found
  found.add(name)
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(app, 'node_modules', name, 'package.json'), 'utf8'),
  )
  for (const peer of Object.keys(peerDependencies ?? {}))
    if (peerDependenciesMeta?.[peer]?.optional !== true) withNeeds(app, peer, found)
  for (const needed of Object.keys(dependencies ?? {})) withNeeds(app, needed, found)
  return found
}

function bytesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(folder, file)))
    .filter((stat) => stat.isFile())
    .reduce((sum, { size }) => sum + size, 0)
}

/** Returns the megabytes of packages and all their dependencies. Each package counts once. */
export function installedMegabytes(app, names) {
  const all = new Set()
  for (const name of names) withNeeds(app, name, all)
  return [...all].reduce((sum, name) => sum + bytesOf(join(app, 'node_modules', name)), 0) / 1_000_000
}
