// Checks that the source maps of a package point from each function and class in dist to the line
// of its declaration.
import { globSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'

const DECLARED = /^(?:export )?(?:async )?(?:function\*? |var )([\p{ID_Continue}$]+)(?= = class|\()/u

/** Returns the errors in the source maps below a folder of dist, as sentences. */
export function wrongMaps(folder) {
  const maps = globSync(join(folder, '**/*.js.map'))
  if (maps.length === 0) return [`${folder} has no source map.`]
  return maps.flatMap((file) => {
    const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
    const sources = new Map()
    const linesOf = (source) => {
      if (!sources.has(source))
        sources.set(source, readFileSync(join(dirname(file), source), 'utf8').split('\n'))
      return sources.get(source)
    }
    const script = file.replace(/\.map$/, '')
    return readFileSync(script, 'utf8')
      .split('\n')
      .flatMap((text, line) => {
        const found = DECLARED.exec(text)
        if (found === null) return []
        const { originalSource, originalLine, originalColumn } = map.findEntry(line, 0)
        // Skips lines inside a template literal, because the source map maps all of them to its
        // start.
        const before = map.findEntry(line - 1, 0)
        if (
          originalSource &&
          before.originalLine === originalLine &&
          before.originalColumn === originalColumn
        )
          return []
        // Removes the number that esbuild appends to names that occur in several files.
        const name = found[1].replace(/\d+$/, '')
        const isThere = originalSource !== undefined && linesOf(originalSource)[originalLine].includes(name)
        return isThere ? [] : [`${script}:${line + 1}: the map does not point to the source of ${found[1]}.`]
      })
  })
}
