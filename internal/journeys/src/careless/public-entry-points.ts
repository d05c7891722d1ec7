import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Packages that applications must not install. Only other packages of this repository use them. */
const FOR_OUR_PACKAGES: ReadonlySet<string> = new Set(['@social/meta-kit', '@social/store-kit'])

/** Part of a package.json file. */
interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

/** Entry point of a published package. */
export interface PublicEntryPoint {
  /** Import specifier, such as `@social/core/platform`. */
  readonly name: string
  readonly load: () => Promise<object>
}

/**
 * Returns the source files of one line of `exports`. A `*` matches every folder that contains the
 * file.
 */
async function sourcesOf(folder: string, path: string, source: string): Promise<[string, string][]> {
  if (!path.includes('*')) return [[path, source]]
  const found: [string, string][] = []
  for await (const file of glob(source, { cwd: folder })) {
    const [before = '', after = ''] = source.replace('./', '').split('*')
    found.push([path.replace('*', file.slice(before.length, file.length - after.length)), file])
  }
  return found.toSorted(([one], [other]) => one.localeCompare(other))
}

/**
 * Returns every entry point of every published package, as listed in the `exports` of the
 * workspaces. New packages and entry points are included automatically.
 */
export async function publicEntryPoints(): Promise<readonly PublicEntryPoint[]> {
  const entryPoints: PublicEntryPoint[] = []
  for await (const manifestPath of glob('packages/{*,*/*}/package.json', { cwd: ROOT })) {
    const manifest = JSON.parse(readFileSync(join(ROOT, manifestPath), 'utf8')) as Manifest // safe cast: the file is a package.json of this repository
    if (manifest.private === true || FOR_OUR_PACKAGES.has(manifest.name)) continue
    const folder = join(ROOT, dirname(manifestPath))
    for (const [path, target] of Object.entries(manifest.exports ?? {})) {
      if (typeof target === 'string') continue // skips the line for package.json
      for (const [subpath, file] of await sourcesOf(folder, path, target['@social/source'] ?? '')) {
        const absolute = join(folder, file)
        if (!existsSync(absolute)) throw new Error(`${manifest.name} exports ${file}, which does not exist.`)
        entryPoints.push({
          name: join(manifest.name, subpath),
          load: () => import(/* @vite-ignore */ pathToFileURL(absolute).href) as Promise<object>, // a module
        })
      }
    }
  }
  return entryPoints.toSorted((one, other) => one.name.localeCompare(other.name))
}
