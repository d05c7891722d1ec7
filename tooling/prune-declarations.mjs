// Takes the declarations out of dist that no door of the package leads to: nobody can import them, and they were a fifth
// of what an application downloads. Runs in the folder of a package, behind tsc.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const doors = Object.values(manifest.exports)
  .filter((target) => typeof target !== 'string')
  .flatMap(({ types }) => (types.includes('*') ? globSync(types) : [types]))

const reachable = new Set()
const waiting = doors.map((door) => resolve(door))
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (reachable.has(file)) continue
  if (!existsSync(file)) throw new Error(`${file} is imported, and was not built.`)
  reachable.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g))
    waiting.push(resolve(dirname(file), path.replace(/\.js$/, '.d.ts')))
}

for (const file of globSync('dist/**/*.d.ts')) if (!reachable.has(resolve(file))) rmSync(file)
