import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

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

const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')

/**
 * Foreign code that is bundled (an HTML parser) gets no line in the source map: its map would be as long as all of ours.
 * An empty map of its own is the way to say so: https://github.com/evanw/esbuild/issues/4130.
 */
const withoutForeignMaps: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-foreign-maps',
  setup(build) {
    build.onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'js',
    }))
  },
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
    // A table of characters is written as these characters, not as escapes three times as long.
    options.charset = 'utf8'
  },
  esbuildPlugins: [withoutForeignMaps],
  clean: true,
  // What several doors use goes into one shared file: a class stays the same class behind each door.
  splitting: true,
  treeshake: false,
  // "node:sqlite" has no name without the prefix.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
})
