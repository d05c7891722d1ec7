import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import { parseSync } from 'oxc-parser'
import type { Options } from 'tsup'

/**
 * Returns one tsup entry for each line of "exports" in package.json. A `*` matches every folder,
 * because dist has the structure of src.
 */
function entryFiles(): Record<string, string> {
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
 * Removes comments from the built JavaScript, because the type declarations contain the TSDoc.
 * esbuild would keep comments inside classes and objects, a tenth of all JavaScript. Spaces
 * replace the comments, so that source maps stay exact.
 */
const withoutComments: Plugin = {
  name: 'without-comments',
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const parts: string[] = []
      let end = 0
      for (const comment of parseSync(path, text).comments) {
        // Keeps annotations such as `@__PURE__`, which bundlers read.
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
 * Puts included third-party code, such as an HTML parser, into a separate minified file in dist.
 * This file has no source map, which would be as long as all others together.
 */
function separate(names: readonly string[]): Plugin {
  return {
    name: 'separate-foreign-code',
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
            // The file THIRD-PARTY-NOTICES contains the licence.
            legalComments: 'none',
            charset: 'utf8',
          })
          return { path: `./${name}.js`, external: true }
        })
    },
  }
}

/**
 * Build options of a package. @param foreign - Third-party packages to include, for packages whose entry points are
 * directly below src.
 */
export const preset = ({ foreign = [] }: { readonly foreign?: readonly string[] } = {}): Options => ({
  entry: entryFiles(),
  format: ['esm'],
  platform: 'node',
  target: TARGET,
  // Source maps without the sources show no lines, and the sources would double the size of the packages.
  sourcemap: false,
  esbuildOptions: (options) => {
    // Tables of characters contain the characters themselves, because escape sequences are three
    // times as long.
    options.charset = 'utf8'
  },
  esbuildPlugins: [withoutComments, separate(foreign)],
  clean: true,
  // Code that several entry points share goes into one file, so that each class exists only once.
  splitting: true,
  treeshake: false,
  // Keeps the prefix "node:", because "node:sqlite" does not exist without it.
  removeNodeProtocol: false,
  dts: false,
  silent: true,
})
