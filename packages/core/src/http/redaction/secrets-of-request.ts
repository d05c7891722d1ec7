import type { Connection } from '../../models/index.js'
import type { OutgoingRequest, RequestOptions } from '../types.js'

/**
 * Minimum length of a secret in characters. A shorter secret may occur in ordinary text. Our
 * choice.
 */
const MIN_SECRET_LENGTH = 8
/**
 * Minimum length of a secret in a field whose name marks it as a secret, such as a code of six
 * digits.
 */
const MIN_NAMED_SECRET_LENGTH = 6
/**
 * Maximum number of fields of one request that are searched for secrets. No network accepts that
 * many.
 */
const MAX_FIELDS = 1_000

/** A request before and after it was signed. */
export interface SentRequest {
  readonly options: RequestOptions
  /** Request without the changes that signing made. */
  readonly request: Pick<OutgoingRequest, 'url'>
  /** Signed request. Null if nothing was sent yet. */
  readonly signed: OutgoingRequest | null
  /** True if the request was signed with the token of the connection. */
  readonly withAuth: boolean
}

/** A field whose name contains one of these texts contains a secret. */
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
/**
 * Fields that never contain a secret. In a request without a token, every other field counts as a
 * secret.
 */
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

/** Returns all secrets that a request contains. */
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

/** Calls `field` for every value in a body, with the name of its field. */
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
    // Header such as `Bearer <token>` or `Basic <credentials>`. The credentials are also added
    // without the scheme, and Basic credentials are added decoded.
    const space = value.indexOf(' ')
    if (space === -1) continue
    const credentials = value.slice(space + 1)
    add(credentials)
    if (value.slice(0, space).toLowerCase() !== 'basic') continue
    const pair = Buffer.from(credentials, 'base64').toString()
    add(pair)
    // The password follows the first colon. A password may contain colons, a user name must not:
    // https://www.rfc-editor.org/rfc/rfc7617#section-2 (read 2026-11-22)
    add(pair.slice(pair.indexOf(':') + 1))
  }
}

/**
 * Adds the secrets of the requested URL's parameters, and the parameters that signing added to the
 * URL.
 */
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
