import { bodyOf, receive, type Received } from '../framework/bodies/body.js'
import { MultipartError, readMultipart } from '../framework/bodies/multipart.js'
import { notesOf } from '../framework/log/request-notes.js'
import { badParameter } from './refusal.js'

/** A file in a multipart form. */
export interface FormFile {
  readonly filename: string | null
  readonly contentType: string | null
  readonly received: Received
}

/** Parameters that every call accepts. Facebook's own client adds `id` to each change of an object. */
const EVERYWHERE = new Set(['access_token', 'appsecret_proof', 'appsecret_time', 'fields', 'id'])
/** Maximum size in bytes of a form without its files. The emulator chose this limit. */
const MAX_FORM_BYTES = 1_048_576
/** Maximum number of bytes of a file that the server stores. The emulator chose this limit. */
const KEPT_FILE_BYTES = 8_388_608

/** Parameters of a call from any source: query, form, multipart body or JSON body. */
export class Params {
  readonly #values: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, FormFile>

  constructor(values: ReadonlyMap<string, string>, files: ReadonlyMap<string, FormFile>) {
    this.#values = values
    this.files = files
  }

  /**
   * Refuses every parameter that is not listed. A name with a trailing `[]` matches `name[0]`, `name[1]` and so
   * on.
   */
  only(...names: readonly string[]): this {
    for (const given of [...this.#values.keys(), ...this.files.keys()]) {
      const plain = given.replace(/\[\d+\]$/, '[]')
      if (!EVERYWHERE.has(given) && !names.includes(given) && !names.includes(plain))
        throw badParameter(`The parameter ${given} is not known here`)
    }
    return this
  }

  /** Returns the names of the sent parameters, without the parameters that every call accepts. */
  get names(): readonly string[] {
    return [...this.#values.keys(), ...this.files.keys()].filter((name) => !EVERYWHERE.has(name))
  }

  /** Returns a text parameter. Null if the parameter is missing or empty. */
  text(name: string): string | null {
    return this.#values.get(name) || null
  }

  has(name: string): boolean {
    return this.#values.has(name) || this.files.has(name)
  }

  must(name: string): string {
    const value = this.text(name)
    if (value === null) throw badParameter(`The parameter ${name} is required`)
    return value
  }

  boolean(name: string): boolean | null {
    const value = this.text(name)
    if (value === null) return null
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
    throw badParameter(`Param ${name} must be a boolean`)
  }

  /** Returns an integer parameter that is zero or more. */
  number(name: string): number | null {
    const value = this.text(name)
    if (value === null) return null
    if (!/^\d{1,15}$/.test(value)) throw badParameter(`Param ${name} must be an integer`)
    return Number(value)
  }

  oneOf<const W extends string>(name: string, content: readonly W[]): W | null {
    const value = this.text(name)
    if (value === null) return null
    const word = content.find((one) => one === value)
    if (word === undefined)
      throw badParameter(`Param ${name} must be one of {${content.join(', ').toUpperCase()}}`)
    return word
  }

  /** Returns the JSON value of a parameter. */
  json(name: string): unknown {
    const value = this.text(name)
    if (value === null) return undefined
    try {
      return JSON.parse(value)
    } catch {
      throw badParameter(`Param ${name} must be valid JSON`)
    }
  }

  /** Returns the JSON object of a parameter. */
  object(name: string): Readonly<Record<string, unknown>> | null {
    const value = this.json(name)
    if (value === undefined) return null
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw badParameter(`Param ${name} must be a JSON object`)
    return value as Readonly<Record<string, unknown>> // safe cast: the value is an object, and callers check its fields
  }

  /** Returns a list of objects, from one JSON list or from `name[0]`, `name[1]` and so on with a JSON object each. */
  objects(name: string): readonly Readonly<Record<string, unknown>>[] {
    const indexed = [...this.#values.keys()].filter((key) => key.startsWith(`${name}[`))
    const list = indexed.length > 0 ? indexed.map((key) => this.json(key)) : (this.json(name) ?? [])
    if (!Array.isArray(list) || list.some((one) => typeof one !== 'object' || one === null))
      throw badParameter(`Param ${name} must be an array.`)
    return list as readonly Readonly<Record<string, unknown>>[] // safe cast: the values are objects, and callers check their fields
  }

  /** Returns comma-separated values, or the strings of a JSON list. */
  list(name: string): readonly string[] {
    const value = this.text(name)
    if (value === null) return []
    if (!value.startsWith('[')) return value.split(',')
    const list = this.json(name)
    if (!Array.isArray(list)) throw badParameter(`Param ${name} must be an array.`)
    return list.map(String)
  }

  /** Returns a URL parameter. */
  url(name: string): string | null {
    const value = this.text(name)
    if (value === null) return null
    if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw badParameter(`Param ${name} must be a valid URL`)
    return value
  }
}

async function readParts(
  request: Request,
  type: string,
  values: Map<string, string>,
): Promise<Map<string, FormFile>> {
  const files = new Map<string, FormFile>()
  try {
    for await (const { name, filename, contentType, body } of readMultipart(bodyOf(request), type)) {
      const isFile = filename !== null
      const received = await receive(body, { keepUpTo: isFile ? KEPT_FILE_BYTES : MAX_FORM_BYTES })
      const text = isFile ? null : Buffer.from(received.kept ?? []).toString('utf8')
      if (text === null) files.set(name, { filename, contentType, received })
      else values.set(name, text)
      notesOf(request).parts.push({ name, filename, contentType, bytes: received.bytes, text })
    }
  } catch (error) {
    if (error instanceof MultipartError) throw badParameter(error.message)
    throw error
  }
  return files
}

function readJson(text: string, values: Map<string, string>): void {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw badParameter('The body is not valid JSON')
  }
  if (typeof body !== 'object' || body === null) throw badParameter('The body must be a JSON object')
  for (const [name, value] of Object.entries(body))
    values.set(name, typeof value === 'string' ? value : JSON.stringify(value))
}

/** Reads the parameters of a call. */
export async function readParams(request: Request, url: URL): Promise<Params> {
  const values = new Map(url.searchParams)
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) return new Params(values, await readParts(request, type, values))
  const { kept, bytes, tooBig } = await receive(bodyOf(request), {
    keepUpTo: MAX_FORM_BYTES,
    refuseAbove: MAX_FORM_BYTES,
    hash: null,
  })
  if (tooBig) throw badParameter('The request is too large')
  const text = Buffer.from(kept ?? []).toString('utf8')
  if (/^application\/json/i.test(type) && bytes > 0) readJson(text, values)
  else if (/^application\/x-www-form-urlencoded/i.test(type))
    for (const [name, value] of new URLSearchParams(text)) values.set(name, value)
  else if (bytes > 0) throw badParameter(`The content type "${type}" is not supported`)
  return new Params(values, new Map())
}
