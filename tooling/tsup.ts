import { globSync, readFileSync } from 'node:fs'

import type { Options } from 'tsup'

/** One entry for each door that the package's "exports" name, `*` standing for every folder there is: dist mirrors src. */
function doors(): Record<string, string> {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { '@social/source': string; default: string }>
  }
  const entry: Record<string, string> = {}
  for (const [door, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    const source = target['@social/source']
    const name = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '')
    if (target.default !== `./dist/${name}.js`)
      throw new Error(
        `exports["${door}"]: ${source} is built to ./dist/${name}.js, not to ${target.default}.`,
      )
    if (name.includes('*'))
      for (const file of globSync(source))
        entry[file.replace(/^src\//, '').replace(/\.ts$/, '')] = `./${file}`
    else entry[name] = source
  }
  return entry
}

export const preset = (): Options => ({
  entry: doors(),
  format: ['esm'],
  platform: 'node',
  target: 'node22.19',
  // So that a stack trace names a line people can find in the sources.
  sourcemap: true,
  // The text of the sources is not needed for that, and would be a quarter of what an application downloads.
  esbuildOptions: (options) => {
    options.sourcesContent = false
  },
  clean: true,
  // What several doors use goes into one shared file: a class stays the same class behind each door.
  splitting: true,
  treeshake: false,
  // "node:sqlite" has no name without the prefix.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
})
