import { types } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { parseJson } from '../../http/readers/json.js'
import { describeValue } from '../../models/values/describe-value.js'
import type { Params, RouteRequest } from '../request.js'

/** Maximum number of form fields. Our choice: the forms of sign-ins have about a dozen. */
const MAX_FIELDS = 200

const NO_BYTES = new Uint8Array(0)
const decoder = new TextDecoder()

/**
 * Reads a url-encoded form. Empty values are dropped. If a name is repeated, its last value counts. Invalid UTF-8
 * becomes replacement characters. No input from a visitor makes the function throw.
 *
 * @param body - The bytes or the text of the form, or a query without its `?`.
 * @throws ConfigError for a body that the framework has already parsed.
 */
export function readForm(body: Uint8Array | string): Params {
  const fields = noFields()
  // Frameworks pass undefined or null for a missing body.
  const text = typeof body === 'string' ? body : decoder.decode(bytesOf(body))
  if (text === '') return fields
  for (const [name, value] of new URLSearchParams(text)) if (value !== '') fields[name] = value
  return fields
}

/**
 * Reads the query and, on POST, the body of a request. A value in the body takes precedence. The body must be a
 * url-encoded form or a JSON object of strings.
 *
 * @returns Null for a request over the form limits, or for other JSON.
 */
export function readParams(request: RouteRequest): Params | null {
  const fields = noFields()
  Object.assign(fields, readForm(request.query))
  if (request.method === 'POST') {
    const body = isJson(request.headers['content-type'])
      ? readJsonFields(request.body)
      : readForm(request.body)
    if (!body) return null
    Object.assign(fields, body)
  }
  return Object.keys(fields).length > MAX_FIELDS ? null : fields
}

/** @throws ConfigError for a body that the framework has already parsed. */
function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return NO_BYTES
  if (types.isUint8Array(body)) return body
  throw new ConfigError(
    `readForm requires the bytes or the text of a form, not ${describeValue(body)}. Read the raw body before anything parses it.`,
  )
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)
}

function readJsonFields(body: Uint8Array): Params | null {
  let value: unknown
  try {
    value = parseJson(decoder.decode(body))
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = noFields()
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== 'string') return null
    if (field !== '') fields[name] = field
  }
  return fields
}

/** Makes an object without a prototype, so that a name such as `constructor` exists only if the visitor sent it. */
function noFields(): Record<string, string> {
  return Object.assign(Object.create(null), {})
}
