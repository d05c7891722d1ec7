import type { Connection } from '../../models/index.js'
import type { OutgoingRequest, RequestOptions } from '../types.js'

/** Minimum length of a secret in characters. Our choice: a shorter text may be part of a word. */
const MIN_SECRET_LENGTH = 8
/** Minimum length of the value of a field that is named as a secret. A code of six digits is one. */
const MIN_NAMED_SECRET_LENGTH = 6
/** Maximum number of fields of a request that are searched. More than any network accepts. */
const MAX_FIELDS = 1_000

/** A request before and after signing. */
export interface SentRequest {
  readonly options: RequestOptions
  /** Before signing. */
  readonly request: Pick<OutgoingRequest, 'url'>
  /** After signing; null if nothing was sent yet. */
  readonly signed: OutgoingRequest | null
  /** True if it contains the token of the connection. */
  readonly withAuth: boolean
}

/** Parts of the names of fields that contain secrets. */
const SECRET_NAMES = [
  'secret',
  'token',
  'code',
  'verifier',
  'password',
  'passwd',
  'assertion',
  'credential',
  'authorization',
  'cookie',
  'proof',
  'dpop',
  'signature',
  'pin',
]
/** Fields without secrets. All other fields of a request without a token count as secrets. */
const HARMLESS: ReadonlySet<string> = new Set([
  'access_type',
  'client_id',
  'client_key',
  'client_name',
  'client_uri',
  'code_challenge',
  'code_challenge_method',
  'fields',
  'grant_type',
  'name',
  'prompt',
  'redirect_uri',
  'redirect_uris',
  'response_type',
  'scope',
  'scopes',
  'token_type_hint',
  'website',
])
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'user-agent',
  'content-range',
])

/** All secrets that a request contains. */
export function secretsIn(sent: SentRequest, connection: Connection | null): string[] {
  const found: string[] = []
  const add = (value: unknown, minLength = MIN_SECRET_LENGTH): void => {
    if (typeof value === 'string' && value.length >= minLength) found.push(value)
  }
  if (connection !== null) {
    const { accessToken, refreshToken, proofKey } = connection.token
    for (const secret of [accessToken, refreshToken, proofKey]) add(secret)
  }
  const { options, withAuth } = sent
  for (const secret of options.secrets ?? []) add(secret, 1)
  const field = (name: string, value: unknown): void => {
    const isNamed = namesSecret(name)
    if (isNamed || !withAuth) add(value, isNamed ? MIN_NAMED_SECRET_LENGTH : MIN_SECRET_LENGTH)
  }
  for (const fields of [options.form, options.query]) eachField(fields, withAuth, field)
  eachField(options.json, withAuth, field)
  for (const part of options.multipart ?? []) if ('value' in part) field(part.name, part.value)
  addHeaders({ ...options.headers, ...sent.signed?.headers }, withAuth, add)
  addQuery(sent, field, add)
  return found
}

function namesSecret(name: string): boolean {
  const lower = name.toLowerCase()
  return !HARMLESS.has(lower) && SECRET_NAMES.some((word) => lower.includes(word))
}

/** Calls `field` for every text in a body, with the name of its field. */
function eachField(body: unknown, withAuth: boolean, field: (name: string, value: unknown) => void): void {
  const waiting: [string, unknown][] = [['', body]]
  for (let seen = 0; seen < MAX_FIELDS && waiting.length > 0; seen += 1) {
    const [name, value] = waiting.pop() ?? ['', null]
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) waiting.push([Array.isArray(value) ? name : key, one])
    else if (withAuth || !HARMLESS.has(name.toLowerCase())) field(name, value)
  }
}

function addHeaders(
  headers: Readonly<Record<string, string>>,
  withAuth: boolean,
  add: (value: unknown) => void,
): void {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (HARMLESS_HEADERS.has(lower) || (withAuth && !namesSecret(lower))) continue
    add(value)
    // `Bearer <token>`, `Basic <credentials>`: adds the credentials without the scheme, and the parts of Basic
    // credentials.
    const space = value.indexOf(' ')
    if (space === -1) continue
    const credentials = value.slice(space + 1)
    add(credentials)
    if (value.slice(0, space).toLowerCase() !== 'basic') continue
    const pair = Buffer.from(credentials, 'base64').toString()
    add(pair)
    // A password may contain colons, a user name must not: https://www.rfc-editor.org/rfc/rfc7617#section-2 (read
    // 2026-11-22)
    add(pair.slice(pair.indexOf(':') + 1))
  }
}

/** Adds the parameters that signing added to the URL, and those of a URL that contains its own proof. */
function addQuery(
  { request, signed }: SentRequest,
  field: (name: string, value: unknown) => void,
  add: (value: unknown) => void,
): void {
  const requested = URL.parse(request.url)?.searchParams
  for (const [name, value] of requested ?? []) if (!HARMLESS.has(name.toLowerCase())) field(name, value)
  for (const [name, value] of URL.parse(signed?.url ?? '')?.searchParams ?? [])
    if (requested?.get(name) !== value) add(value)
}
