// Removes chunks of earlier builds from dist. A build from the cache is copied over the existing files, and each
// chunk has a name of its own per content; old chunks would be packed. Runs after every build.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { workspacePackages } from './workspace.mjs'

/** A chunk as esbuild names it, and its map. */
const CHUNK = /-[A-Z0-9]{8}\.js(?:\.map)?$/

/** Scripts that the entry points of a package reach. */
function reachedFrom(entryPoints) {
  const reached = new Set()
  const waiting = [...entryPoints]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !existsSync(file)) continue
    reached.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g))
      waiting.push(join(dirname(file), path))
  }
  return reached
}

for (const { folder, manifest } of workspacePackages()) {
  if (manifest.private === true) continue
  const entryPoints = Object.values(manifest.exports)
    .filter((target) => typeof target !== 'string')
    .flatMap((target) => globSync(target.default, { cwd: folder }))
    .map((entryPoint) => join(folder, entryPoint))
  const reached = reachedFrom(entryPoints)
  for (const file of globSync(join(folder, 'dist/**/*')))
    if (CHUNK.test(file) && !reached.has(file.replace(/\.map$/, ''))) rmSync(file)
}
