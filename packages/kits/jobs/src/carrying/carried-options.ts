import { resolve as absolute } from 'node:path'

import { InvalidPostError, type JsonObject, type Media, toPlainJson } from '@social/core/store'
import * as v from 'valibot'

import { refusedPost } from './refused-post.js'

/**
 * Maximum size of a file in a post option, in bytes: twice Mastodon's limit for an image. The file
 * is read into memory.
 */
const MAX_BYTES = 32 * 1024 * 1024
/** Maximum nesting depth of options, the same as in `toPlainJson`. */
const MAX_DEPTH = 100

/** Path of a file in the options, such as `['thumbnail', 0]`. */
const placeSchema = v.array(v.union([v.string(), v.number()]))

/**
 * Files in the options. `place` is the path in the options, and `path` is the file on disk. The
 * file is read when the job runs.
 */
export const optionFilesSchema = v.array(v.object({ place: placeSchema, path: v.string() }))

type Place = v.InferOutput<typeof placeSchema>
type OptionFiles = v.InferOutput<typeof optionFilesSchema>

/** Post options as stored in a queue. Files in the options are replaced by null. */
export interface PackedOptions {
  readonly options: JsonObject
  readonly optionFiles: OptionFiles
}

/**
 * Converts post options to JSON. Files on disk are stored as paths. Bytes are refused.
 *
 * @param whole - Prefix of option names in error messages: `posts[1].`, or empty.
 * @throws InvalidPostError that names the option that a queue cannot store.
 */
export function packOptions(options: unknown, platform: string, whole: string): PackedOptions {
  const optionFiles: { place: Place; path: string }[] = []
  const refuse = (place: Place, what: string): never => {
    throw refusedPost(platform, {
      field: 'options',
      code: 'FILE_NOT_KEPT',
      optionPath: pathOf(place),
      message: `${nameOf(whole, place)} contains ${what}, which a queue does not carry. Write the bytes to a file that every worker can read, and pass Media.fromFile(path).`,
    })
  }
  const walk = (value: unknown, place: Place): unknown => {
    if (typeof value !== 'object' || value === null || place.length > MAX_DEPTH) return value
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return refuse(place, 'bytes')
    if (isFile(value)) {
      if (value.path === null) return refuse(place, value.url === null ? 'bytes' : 'the bytes of a URL')
      optionFiles.push({ place, path: absolute(value.path) })
      return null
    }
    if (Array.isArray(value)) return value.map((item: unknown, at) => walk(item, [...place, at]))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...place, key])]))
  }
  try {
    const plain = toPlainJson(walk(options ?? {}, []), 'options')
    return { options: plain as JsonObject, optionFiles } // safe cast: `checkPost` has refused options that are not an object
  } catch (cause) {
    if (InvalidPostError.is(cause)) throw cause
    const what = cause instanceof Error ? cause.message : 'options cannot be stored as JSON.'
    const message = `${what} A queue stores only JSON values.`
    throw refusedPost(platform, { field: 'options', code: 'OPTIONS_CONFLICT', message }, cause)
  }
}

/**
 * Reads the files in the options, and inserts their bytes into the options.
 *
 * @param open - Creates a file from a path.
 * @throws InvalidPostError for a file that cannot be read, or is too large.
 */
export async function fillOptions(
  { options, optionFiles }: { readonly options: object; readonly optionFiles: OptionFiles },
  open: (path: string) => Media,
): Promise<Record<string, unknown>> {
  const filled = structuredClone(options) as Record<string, unknown> // safe cast: the clone of an object is an object
  for (const { place, path } of optionFiles) {
    const bytes = await readWhole(open(path), place)
    let holder: object = filled
    for (const step of place.slice(0, -1)) holder = Reflect.get(holder, step) as object // safe cast: `packOptions` recorded this path through objects
    Reflect.set(holder, place.at(-1) ?? '', bytes)
  }
  return filled
}

async function readWhole(file: Media, place: Place): Promise<Uint8Array> {
  const size = (await file.size()) ?? 0
  if (size > MAX_BYTES)
    throw refusedPost(null, {
      field: 'options',
      code: 'FILE_TOO_LARGE',
      limit: MAX_BYTES,
      actual: size,
      optionPath: pathOf(place),
      facts: { file: file.filename },
      message: `${nameOf('', place)} is a file of ${size} bytes. The limit is ${MAX_BYTES} bytes. Use a smaller file.`,
    })
  return file.read()
}

/**
 * Detects a file by its properties instead of its class, because the file may come from another
 * copy of the library.
 */
function isFile(value: object): value is Media {
  return 'path' in value && 'url' in value && 'read' in value && typeof value.read === 'function'
}

function nameOf(whole: string, place: Place): string {
  return `${whole}options.${pathOf(place)}`
}

/** Path of an option without `options.`: `thumbnails[0]`. */
function pathOf(place: Place): string {
  return place
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
}
