import type { Connection } from '../../models/index.js'
import type { OutgoingRequest, RequestOptions } from '../types.js'

/** Characters of the shortest secret. Our choice: anything shorter may be part of ordinary words. */
const MIN_SECRET_LENGTH = 8
/** Characters of the shortest value of a field whose name says that it is a secret: a code of six digits is one. */
const MIN_NAMED_SECRET_LENGTH = 6
/** Fields of one request that are looked at; more than any network takes. */
const MAX_FIELDS = 1_000

/** What was sent: as it was asked for, and as it left. */
export interface SentRequest {
  readonly options: RequestOptions
  /** Before it was signed. */
  readonly request: Pick<OutgoingRequest, 'url'>
  /** As it left; null when nothing has left yet. */
  readonly signed: OutgoingRequest | null
  /** True when it carries the connection's token. */
  readonly withAuth: boolean
}

/** Words in the names of fields that hold secrets. */
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
/** Fields of a request without a token that tell nothing: everything else in it counts as a secret. */
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

/** Every secret that a request holds, as it was asked for. */
export function secretsIn(sent: SentRequest, connection: Connection | null): string[] {
  const found: string[] = []
  const add = (value: unknown, shortest = MIN_SECRET_LENGTH): void => {
    if (typeof value === 'string' && value.length >= shortest) found.push(value)
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

/** Every text in a body, with the name of the field it stands under. */
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
    // `Bearer <token>`, `Basic <credentials>`: the credentials alone, and what stands in those of Basic.
    const space = value.indexOf(' ')
    if (space === -1) continue
    const credentials = value.slice(space + 1)
    add(credentials)
    if (value.slice(0, space).toLowerCase() !== 'basic') continue
    const pair = Buffer.from(credentials, 'base64').toString()
    add(pair)
    // A password may hold colons, a name may not: https://www.rfc-editor.org/rfc/rfc7617#section-2 (read 2026-11-22)
    add(pair.slice(pair.indexOf(':') + 1))
  }
}

/** What signing put into the address, and the parameters of an address that is proof in itself. */
function addQuery(
  { request, signed }: SentRequest,
  field: (name: string, value: unknown) => void,
  add: (value: unknown) => void,
): void {
  const asked = URL.parse(request.url)?.searchParams
  for (const [name, value] of asked ?? []) if (!HARMLESS.has(name.toLowerCase())) field(name, value)
  for (const [name, value] of URL.parse(signed?.url ?? '')?.searchParams ?? [])
    if (asked?.get(name) !== value) add(value)
}
