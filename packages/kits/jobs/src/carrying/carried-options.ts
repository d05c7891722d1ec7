import { resolve as absolute } from 'node:path'

import { InvalidPostError, type JsonObject, type Media, toPlainJson } from '@social/core/store'
import * as v from 'valibot'

/** Most bytes of a file in an option, which is read as a whole: twice what Mastodon takes for a picture. */
const MAX_BYTES = 32 * 1024 * 1024
/** Levels of nesting: as many as `toPlainJson` takes. */
const MAX_DEPTH = 100

/** Where a file stands in the options: `['thumbnail', 0]`. */
const placeSchema = v.array(v.union([v.string(), v.number()]))

/** Files that stand in the options for their bytes. */
export const optionFilesSchema = v.array(v.object({ place: placeSchema, path: v.string() }))

type Place = v.InferOutput<typeof placeSchema>
type OptionFiles = v.InferOutput<typeof optionFilesSchema>

/** Options as they travel in a queue: where a file stands for its bytes they hold null. */
export interface PackedOptions {
  readonly options: JsonObject
  readonly optionFiles: OptionFiles
}

/**
 * Packs the options of a post. Bytes do not travel: a file on disk may stand in their place.
 *
 * @param whole - What the options belong to, for the message: `posts[1].`, or nothing.
 * @throws InvalidPostError naming the option that a queue cannot carry.
 */
export function packOptions(options: unknown, platform: string, whole: string): PackedOptions {
  const optionFiles: { place: Place; path: string }[] = []
  const refuse = (place: Place, what: string): never => {
    throw new InvalidPostError(
      `${nameOf(whole, place)} holds ${what}, which a queue does not carry. Write them to a file that every worker can read, and pass Media.fromFile(path) in their place.`,
      { platform },
    )
  }
  const walk = (value: unknown, place: Place): unknown => {
    if (typeof value !== 'object' || value === null || place.length > MAX_DEPTH) return value
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return refuse(place, 'bytes')
    if (isFile(value)) {
      if (value.path === null) return refuse(place, value.url === null ? 'bytes' : 'the bytes of an address')
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
    return { options: plain as JsonObject, optionFiles } // checkPost sees to it that it is an object
  } catch (cause) {
    if (InvalidPostError.is(cause)) throw cause
    const what = cause instanceof Error ? cause.message : 'options cannot be kept as JSON.'
    throw new InvalidPostError(`${what} A queue carries nothing else.`, { platform, cause })
  }
}

/**
 * The options with the bytes of their files.
 *
 * @param open - Makes a file of a path.
 * @throws InvalidPostError for a file that cannot be read, or is far too big.
 */
export async function fillOptions(
  { options, optionFiles }: { readonly options: object; readonly optionFiles: OptionFiles },
  open: (path: string) => Media,
): Promise<Record<string, unknown>> {
  const filled = structuredClone(options) as Record<string, unknown> // an object stays one
  for (const { place, path } of optionFiles) {
    const bytes = await readWhole(open(path), nameOf('', place))
    let holder: object = filled
    for (const step of place.slice(0, -1)) holder = Reflect.get(holder, step) as object // as `packOptions` has found it
    Reflect.set(holder, place.at(-1) ?? '', bytes)
  }
  return filled
}

async function readWhole(file: Media, name: string): Promise<Uint8Array> {
  const size = (await file.size()) ?? 0
  if (size > MAX_BYTES)
    throw new InvalidPostError(
      `${name} names a file of ${size} bytes; an option takes at most ${MAX_BYTES}. Make the file smaller.`,
    )
  return file.read()
}

/** A file is told by its shape: it may be of another copy of the library. */
function isFile(value: object): value is Media {
  return 'path' in value && 'url' in value && 'read' in value && typeof value.read === 'function'
}

function nameOf(whole: string, place: Place): string {
  const steps = place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `${whole}options${steps}`
}
