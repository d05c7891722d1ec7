// Takes chunks of earlier builds out of dist: a build that comes out of the cache is laid over what is there, and a chunk
// bears a name of its own for each content. What is left would be packed. Runs behind every build.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { workspacePackages } from './workspace.mjs'

/** A chunk as esbuild names it, and its map. */
const CHUNK = /-[A-Z0-9]{8}\.js(?:\.map)?$/

/** Scripts that the doors of a package lead to. */
function reachedFrom(doors) {
  const reached = new Set()
  const waiting = [...doors]
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
  const doors = Object.values(manifest.exports)
    .filter((target) => typeof target !== 'string')
    .flatMap((target) => globSync(target.default, { cwd: folder }))
    .map((door) => join(folder, door))
  const reached = reachedFrom(doors)
  for (const file of globSync(join(folder, 'dist/**/*')))
    if (CHUNK.test(file) && !reached.has(file.replace(/\.map$/, ''))) rmSync(file)
}
