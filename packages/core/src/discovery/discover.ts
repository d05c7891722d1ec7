import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import * as v from 'valibot'

import type { Platform } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'

/** The keyword by which a package says that it speaks to a network. */
const KEYWORD = 'social-platform'

const manifestSchema = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
})

const packageSchema = v.object({
  name: v.string(),
  keywords: v.optional(v.array(v.string()), []),
  social: v.optional(v.object({ platform: v.string(), export: v.string() })),
})

type SocialPackage = { readonly name: string; readonly platform: string; readonly factory: string }

/** Name of the first method every platform has: what shows that an import gave a platform. */
const MUST_HAVE = [
  'apiBase',
  'authHeaders',
  'origins',
  'limits',
  'startLogin',
  'finishLogin',
  'refresh',
] as const

/**
 * Finds the networks an application has installed: reads its `package.json`, and imports those of its dependencies whose
 * own `package.json` has the keyword `social-platform` and `"social": { "platform": "<name>", "export": "<factory>" }`.
 * Nothing the application did not list is imported.
 *
 * @param options - `from`: the application's folder, its `package.json`, or `import.meta.url`.
 * @returns Each platform under its registered name, built with no arguments. A package that fails to import becomes an
 *   entry that throws its `ConfigError` on use, so that the others still work.
 * @throws ConfigError when `package.json` cannot be read, or two packages offer one name.
 * @example
 * const social = new SocialClient({ storage, platforms: await discoverPlatforms({ from: import.meta.url }) })
 */
export async function discoverPlatforms(options: {
  readonly from: string | URL
}): Promise<Record<string, Platform>> {
  const manifestPath = await findManifest(options.from)
  const manifest = v.parse(manifestSchema, await readJson(manifestPath))
  const require = createRequire(manifestPath)
  const names = new Set(
    [manifest.dependencies, manifest.optionalDependencies, manifest.devDependencies].flatMap(Object.keys),
  )
  const found = new Map<string, SocialPackage>()
  for (const name of [...names].toSorted()) {
    const offer = await readOffer(name, manifestPath)
    if (offer === null) continue
    const other = found.get(offer.platform)
    if (other)
      throw new ConfigError(
        `Two packages offer the platform "${offer.platform}": ${other.name} and ${offer.name}. Remove one of them.`,
      )
    found.set(offer.platform, offer)
  }
  const platforms: Record<string, Platform> = {}
  for (const offer of found.values()) platforms[offer.platform] = await load(offer, require)
  return platforms
}

async function findManifest(from: string | URL): Promise<string> {
  const start = from instanceof URL || from.startsWith('file:') ? fileURLToPath(from) : from
  for (let folder = start; ; folder = dirname(folder)) {
    const path = folder.endsWith('package.json') ? folder : join(folder, 'package.json')
    if (
      await readFile(path).then(
        () => true,
        () => false,
      )
    )
      return path
    if (folder === dirname(folder)) throw new ConfigError(`No package.json was found from ${start} upwards.`)
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read as JSON.`, { cause })
  }
}

/** Null for a package that is not installed, or says nothing of a network. */
async function readOffer(name: string, manifestPath: string): Promise<SocialPackage | null> {
  for (let folder = dirname(manifestPath); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json')
    if (
      await readFile(path).then(
        () => true,
        () => false,
      )
    ) {
      // A package of somebody else that cannot be read is none of ours.
      const read = v.safeParse(packageSchema, await readJson(path).catch(() => null))
      if (!read.success || !read.output.keywords.includes(KEYWORD) || !read.output.social) return null
      return { name, platform: read.output.social.platform, factory: read.output.social.export }
    }
    if (folder === dirname(folder)) return null
  }
}

async function load(offer: SocialPackage, require: NodeJS.Require): Promise<Platform> {
  try {
    const exports = (await import(pathToFileURL(require.resolve(offer.name)).href)) as Record<string, unknown> // a module is an object
    const factory = exports[offer.factory]
    if (typeof factory !== 'function') throw new TypeError(`it exports no function "${offer.factory}"`)
    const platform: unknown = factory()
    if (typeof platform !== 'object' || platform === null)
      throw new TypeError(`${offer.factory}() gave no platform`)
    const methods = platform as Readonly<Record<string, unknown>> // an object, as just checked
    const missing = MUST_HAVE.filter((method) => typeof methods[method] !== 'function')
    if (missing.length > 0) throw new TypeError(`its platform lacks ${missing.join(', ')}`)
    if (methods['name'] !== offer.platform)
      throw new TypeError(`its platform is called "${String(methods['name'])}"`)
    return platform as Platform // has every method of one, and its name
  } catch (cause) {
    return broken(offer, cause)
  }
}

/** An entry that says what is wrong as soon as anything but its name is looked at. */
function broken(offer: SocialPackage, cause: unknown): Platform {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const fail = () => {
    throw new ConfigError(`The package ${offer.name} could not be used for "${offer.platform}": ${reason}.`, {
      cause,
    })
  }
  return new Proxy({} as Platform, {
    // The name alone is known, from the package's own package.json. Awaiting and printing are no use of it.
    get: (_target, key) => {
      if (key === 'name') return offer.platform
      return key === 'then' || typeof key === 'symbol' ? undefined : fail()
    },
    has: fail,
  })
}
