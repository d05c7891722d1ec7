import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import { parseSync } from 'oxc-parser'
import type { Options } from 'tsup'

/** One entry for each door that the package's "exports" name, `*` standing for every folder there is: dist mirrors src. */
function doors(): Record<string, string> {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { '@social/source': string; default: string }>
  }
  const entry: Record<string, string> = {}
  for (const [entryPoint, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    const source = target['@social/source']
    const name = source.replace(/^\.\/src\//, '').replace(/\.ts$/, '')
    if (target.default !== `./dist/${name}.js`)
      throw new Error(
        `exports["${entryPoint}"]: ${source} is built to ./dist/${name}.js, not to ${target.default}.`,
      )
    if (name.includes('*'))
      for (const file of globSync(source))
        entry[file.replace(/^src\//, '').replace(/\.ts$/, '')] = `./${file}`
    else entry[name] = source
  }
  return entry
}

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const TARGET = 'node22.19'

/**
 * Takes the comments out of what runs: TSDoc stands in the declarations, and esbuild would keep those inside of classes
 * and objects alone, a tenth of all JavaScript. Blanks take their place, so that source maps stay exact.
 */
const withoutComments: Plugin = {
  name: 'without-comments',
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const parts: string[] = []
      let end = 0
      for (const comment of parseSync(path, text).comments) {
        // What a bundler reads stays: `@__PURE__` and its like.
        if (/^[#@*\s]*[#@]__/.test(comment.value)) continue
        parts.push(
          text.slice(end, comment.start),
          text.slice(comment.start, comment.end).replaceAll(/\S/g, ' '),
        )
        end = comment.end
      }
      return { contents: parts.join('') + text.slice(end), loader: 'ts' }
    })
  },
}

/**
 * Foreign code that comes with a package (an HTML parser) is a file of its own in dist, as small as it gets: nobody
 * reads it there, and a map of it would be as long as all of ours.
 */
function beside(names: readonly string[]): Plugin {
  return {
    name: 'foreign-code-beside',
    setup(build) {
      for (const name of names)
        build.onResolve({ filter: new RegExp(`^${name}$`) }, async () => {
          await build.esbuild.build({
            entryPoints: [name],
            outfile: `dist/${name}.js`,
            bundle: true,
            format: 'esm',
            platform: 'node',
            target: TARGET,
            minify: true,
            // Its licence is in THIRD-PARTY-NOTICES.
            legalComments: 'none',
            charset: 'utf8',
          })
          return { path: `./${name}.js`, external: true }
        })
    },
  }
}

/** @param foreign - Packages that are built in, for packages whose doors all lie right below src. */
export const preset = ({ foreign = [] }: { readonly foreign?: readonly string[] } = {}): Options => ({
  entry: doors(),
  format: ['esm'],
  platform: 'node',
  target: TARGET,
  // So that a stack trace names a line people can find in the sources.
  sourcemap: true,
  // The text of the sources is not needed for that, and would be a quarter of what an application downloads.
  esbuildOptions: (options) => {
    options.sourcesContent = false
    // A table of characters is written as these characters, not as escapes three times as long.
    options.charset = 'utf8'
  },
  esbuildPlugins: [withoutComments, beside(foreign)],
  clean: true,
  // What several doors use goes into one shared file: a class stays the same class behind each door.
  splitting: true,
  treeshake: false,
  // "node:sqlite" has no name without the prefix.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
})
