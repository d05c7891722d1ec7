import { wrongArgument } from '../../models/values/wrong-argument.js'
import { callListener } from '../call-listener.js'
import type { CallOptions } from '../types.js'
import type { DirectOptions } from './direct.js'

/** Options that describe the request itself, without the options of every call. */
export type DirectRequest = Omit<DirectOptions, keyof CallOptions>

interface Rule {
  readonly wanted: string
  readonly fits: (value: unknown) => boolean
}

const text: Rule = { wanted: 'text', fits: (value) => typeof value === 'string' }
const flag: Rule = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' }
const positive: Rule = {
  wanted: 'a number above zero',
  fits: (value) => typeof value === 'number' && value > 0,
}
const fields: Rule = { wanted: 'an object such as { limit: 5 }', fits: isPlain }

const RULES: Readonly<Record<keyof DirectRequest, Rule>> = {
  query: fields,
  form: fields,
  headers: {
    wanted: "an object of strings such as { 'accept-language': 'de' }",
    fits: (value) => isPlain(value) && Object.values(value).every(text.fits),
  },
  json: { wanted: 'a value that JSON.stringify accepts', fits: isWritable },
  multipart: {
    wanted: "a list of parts such as [{ name: 'a', value: 'b' }] or [{ name, filename, contentType, body }]",
    fits: (value) => Array.isArray(value) && [...value].every(isPart),
  },
  body: { wanted: 'a Uint8Array, or { length, open() }', fits: isBody },
  contentType: text,
  retry: {
    wanted: "'always', 'unsent' or 'never'",
    fits: (value) => value === 'always' || value === 'unsent' || value === 'never',
  },
  stallSeconds: positive,
  accept: {
    wanted: 'a list of statuses such as [404]',
    fits: (value) => Array.isArray(value) && [...value].every(Number.isInteger),
  },
  replyAs: { wanted: "'bytes'", fits: (value) => value === 'bytes' },
  maxReplyBytes: positive,
  fromPerson: flag,
  onSent: { wanted: 'a function', fits: isFunction },
  secrets: {
    wanted: 'a list of strings',
    fits: (value) => Array.isArray(value) && [...value].every(text.fits),
  },
  readsOnly: flag,
  cost: {
    wanted: "an object such as { units: 1, bucket: 'reads' }",
    fits: (value) => isPlain(value) && typeof value['units'] === 'number' && text.fits(value['bucket']),
  },
}

/** Names of the options that describe the request. */
export const REQUEST_NAMES = Object.keys(RULES)

/**
 * Reads the options of a direct request. Null means a missing option, except for `json`, whose value can be null.
 *
 * @param given - Options with known names only.
 * @param platform - Registered name of the network, for the warning if the application's `onSent` throws. That error
 * does not end the upload.
 * @throws ConfigError with the name of the invalid option.
 */
export function readRequest(given: DirectRequest, platform: string): DirectRequest {
  const read: Record<string, unknown> = {}
  for (const [name, { wanted, fits }] of Object.entries(RULES)) {
    const value: unknown = given[name as keyof DirectRequest] // safe cast: the names come from the keys of `RULES`
    if (value === undefined || (value === null && name !== 'json')) continue
    if (!fits(value)) throw wrongArgument(`account.direct: ${name}`, wanted, value)
    read[name] = value
  }
  const { onSent } = given
  if (onSent) read['onSent'] = (sent: number) => callListener(platform, 'onSent', () => onSent(sent))
  return read
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)
}

function isBody(value: unknown): boolean {
  if (value instanceof Uint8Array) return true
  return isPlain(value) && Number.isInteger(value['length']) && isFunction(value['open'])
}

function isPart(value: unknown): boolean {
  if (!isPlain(value) || !text.fits(value['name'])) return false
  return 'value' in value
    ? text.fits(value['value'])
    : text.fits(value['filename']) && text.fits(value['contentType']) && isBody(value['body'])
}

function isWritable(value: unknown): boolean {
  try {
    return typeof JSON.stringify(value) === 'string'
  } catch {
    return false // JSON cannot represent the value, or its `toJSON` throws
  }
}
