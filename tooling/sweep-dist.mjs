// Removes outdated chunks from dist after every build. The name of a chunk depends on its content,
// and a cached build is copied over the existing files. Outdated chunks would otherwise be packed.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { workspacePackages } from './workspace.mjs'

/** Matches the name that esbuild gives to a chunk or its source map. */
const CHUNK = /-[A-Z0-9]{8}\.js(?:\.map)?$/

/** Returns the scripts that the entry points of a package import, directly or indirectly. */
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
