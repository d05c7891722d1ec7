import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import * as v from 'valibot'

import { PLATFORM_NAME } from '../contract/define-platform.js'
import type { Platform } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { packageEntry } from './package-entry.js'

/** Keyword that the package.json of a network package must contain. */
const KEYWORD = 'social-platform'

/** Refuses arrays, because the object schemas of valibot accept them. */
const noList = v.custom<Record<string, unknown>>((value) => !Array.isArray(value))
const versions = v.optional(v.pipe(noList, v.record(v.string(), v.string())), {})

const manifestSchema = v.pipe(
  noList,
  v.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions }),
)

const packageSchema = v.object({
  name: v.string(),
  keywords: v.optional(v.array(v.string()), []),
  social: v.optional(v.object({ platform: v.string(), export: v.string() })),
  exports: v.optional(v.unknown()),
})

interface SocialPackage {
  readonly name: string
  readonly platform: string
  readonly factory: string
  /** Folder in which the package is installed. */
  readonly folder: string
  /** The `exports` field of the package's package.json. Undefined if the field is missing. */
  readonly exports: unknown
}

/** Methods that every platform has. An object with all of these methods counts as a platform. */
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
 * Finds the networks that an application has installed. Reads the application's `package.json`, and imports the
 * dependencies whose own `package.json` has the keyword `social-platform` and `"social": { "platform": "<name>",
 * "export": "<factory>" }`. Dependencies of dependencies are not imported.
 *
 * @param options - `from`: the application's folder, its `package.json`, or `import.meta.url`.
 * @returns Each platform under its registered name, made without arguments. If a package cannot be imported, its
 * entry throws a `ConfigError` on use, so that the other platforms still work.
 * @throws ConfigError when no readable `package.json` is found at `from`, two packages use the same name, or a
 * package uses an invalid name.
 * @example
 * const social = new SocialClient({ storage, platforms: await discoverPlatforms({ from: import.meta.url }) })
 */
export async function discoverPlatforms(options: {
  readonly from: string | URL
}): Promise<Record<string, Platform>> {
  const manifestPath = await findManifest(startOf(options))
  const manifest = await readManifest(manifestPath)
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
  for (const offer of found.values()) platforms[offer.platform] = await load(offer)
  return platforms
}

/**
 * Returns the path at which the search for `package.json` starts.
 * @throws ConfigError for an unknown option, and for `from` that is neither a path nor a `file:` URL.
 */
function startOf(options: { readonly from: string | URL }): string {
  // JavaScript callers can omit the options or pass another type.
  const given: unknown = options
  if (typeof given === 'object' && given !== null) refuseUnknownNames(given, ['from'], 'discoverPlatforms')
  const from: unknown = (options as { readonly from?: unknown } | undefined | null)?.from
  const isAddress = from instanceof URL || (typeof from === 'string' && /^[a-z]{2,}:/i.test(from))
  if (isAddress) {
    const url = URL.parse(String(from))
    if (url?.protocol === 'file:' && url.host === '') return fileURLToPath(url)
  } else if (typeof from === 'string' && from !== '') return resolve(from)
  throw new ConfigError(
    "discoverPlatforms requires the location of a package.json. Pass { from: import.meta.url }, the application's folder, or the path of its package.json.",
  )
}

async function findManifest(start: string): Promise<string> {
  const isNamed = basename(start) === 'package.json'
  if (isNamed && !(await isReadable(start)))
    throw new ConfigError(
      `${start} does not exist or is not readable. Pass the package.json of the application.`,
    )
  for (let folder = start; ; folder = dirname(folder)) {
    const path = isNamed ? start : join(folder, 'package.json')
    if (await isReadable(path)) return path
    if (folder === dirname(folder)) throw new ConfigError(`No package.json was found from ${start} upwards.`)
  }
}

function isReadable(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  )
}

async function readManifest(path: string): Promise<v.InferOutput<typeof manifestSchema>> {
  const read = v.safeParse(manifestSchema, await readJson(path))
  if (read.success) return read.output
  throw new ConfigError(
    `${path} is not a valid package.json: ${v.getDotPath(read.issues[0]) ?? 'the whole file'} must be an object of names and versions.`,
  )
}

async function readJson(path: string): Promise<unknown> {
  try {
    // npm accepts a byte order mark at the start of the file, which some editors write.
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')) as unknown
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read as JSON.`, { cause })
  }
}

/** Reads what a package offers. Returns null for a package that is not installed or is not a network package. */
async function readOffer(name: string, manifestPath: string): Promise<SocialPackage | null> {
  for (let folder = dirname(manifestPath); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json')
    if (await isReadable(path)) {
      // A third-party package whose package.json cannot be read is not a network package.
      const read = v.safeParse(packageSchema, await readJson(path).catch(() => null))
      if (!read.success || !read.output.keywords.includes(KEYWORD) || !read.output.social) return null
      const { social, exports } = read.output
      if (!PLATFORM_NAME.test(social.platform))
        throw new ConfigError(
          `The package ${name} offers the platform ${describeValue(social.platform)}, which is not a valid name. A name has lower-case letters, digits, _ and -, and starts with a letter. Remove the package, or report it to its author.`,
        )
      return { name, platform: social.platform, factory: social.export, folder: dirname(path), exports }
    }
    if (folder === dirname(folder)) return null
  }
}

async function load(offer: SocialPackage): Promise<Platform> {
  try {
    const exports = (await import(packageEntry(offer))) as Record<string, unknown> // safe cast: a module is always an object
    const factory = exports[offer.factory]
    if (typeof factory !== 'function') throw new TypeError(`it does not export a function "${offer.factory}"`)
    const platform: unknown = factory()
    if (typeof platform !== 'object' || platform === null)
      throw new TypeError(`${offer.factory}() did not return a platform`)
    const methods = platform as Readonly<Record<string, unknown>> // safe cast: the lines above checked that it is an object
    const missing = MUST_HAVE.filter((method) => typeof methods[method] !== 'function')
    if (missing.length > 0) throw new TypeError(`its platform lacks ${missing.join(', ')}`)
    if (methods['name'] !== offer.platform)
      throw new TypeError(`its platform has the name "${String(methods['name'])}"`)
    return platform as Platform // safe cast: its methods and its name were checked above
  } catch (cause) {
    return broken(offer, cause)
  }
}

function reasonOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message : String(cause)
  } catch {
    return 'it threw a value that cannot be converted to text'
  }
}

/** Makes the entry for a package that cannot be imported. Reading any property other than its name throws. */
function broken(offer: SocialPackage, cause: unknown): Platform {
  const reason = reasonOf(cause)
  const fail = () => {
    throw new ConfigError(`The package ${offer.name} could not be used for "${offer.platform}": ${reason}.`, {
      cause,
    })
  }
  return new Proxy({} as Platform, {
    // Only the name is known, from package.json. `await` and printing also read properties, and must not throw.
    get: (_target, key) => {
      if (key === 'name') return offer.platform
      return key === 'then' || typeof key === 'symbol' ? undefined : fail()
    },
    has: fail,
  })
}
