import { inspect } from 'node:util'

import type { Connection } from '@social/core/platform'

import { type CheckDefinition, fail, isPromise, must } from './check.js'
import { NEEDS_CONNECTION, type Subject } from './subject.js'

/** Maximum time in seconds between the renewal of a token and its expiry: 90 days. Our choice. */
const MAX_AHEAD = 90 * 24 * 3600

/**
 * Minimum length of a secret that the checks search for. A shorter text could occur by chance. Our
 * choice.
 */
const MIN_SECRET_LENGTH = 8

const needsConnection = ({ hooks }: Subject): false | string =>
  hooks.makeConnection ? false : NEEDS_CONNECTION

/**
 * Returns true for https URLs, and for http URLs of the local machine, which tests and demos use.
 */
function isSafe(url: URL): boolean {
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.|\[::1\])/.test(url.hostname))
  )
}

function readAddress(value: unknown, what: string): URL {
  if (isPromise(value)) fail(`${what} must be synchronous. Remove async.`)
  if (typeof value !== 'string' || !URL.canParse(value))
    fail(`${what} must be an address, not ${inspect(value)}.`)
  const url = new URL(value)
  must(isSafe(url), `${what} is "${value}". It must start with https://.`)
  return url
}

function checkApiBase(subject: Subject): void {
  const base = subject.platform.apiBase(subject.connection())
  readAddress(base, 'apiBase()')
  must(!base.endsWith('/'), `apiBase() is "${base}". Paths start with a slash: remove the trailing slash.`)
}

function checkOrigins(subject: Subject): void {
  const connection = subject.connection()
  const origins: unknown = subject.platform.origins(connection)
  if (!Array.isArray(origins)) fail('origins() must give a list of origins, such as ["https://api.example"].')
  for (const origin of origins) {
    const url = readAddress(origin, 'An entry of origins()')
    must(url.origin === origin, `"${String(origin)}" is no origin. Write "${url.origin}".`)
  }
  const { origin } = new URL(subject.platform.apiBase(connection))
  must(origins.includes(origin), `origins() lacks ${origin}, where apiBase() is: nothing would be signed.`)
}

function checkAuthHeaders(subject: Subject): void {
  const headers: unknown = subject.platform.authHeaders(subject.connection())
  if (isPromise(headers)) fail('authHeaders() must be synchronous. Remove async.')
  if (typeof headers !== 'object' || headers === null) fail('authHeaders() must return names and values.')
  for (const [name, value] of Object.entries(headers))
    must(typeof value === 'string', `authHeaders() returns a value that is not text for "${name}".`)
}

function checkRenewal(subject: Subject): void {
  const rule: Partial<Record<string, unknown>> = { ...subject.platform.renewal(subject.connection()) }
  const { beforeSeconds, needsRefreshToken, rotates } = rule
  const isSane = typeof beforeSeconds === 'number' && beforeSeconds >= 0 && beforeSeconds <= MAX_AHEAD
  must(isSane, `renewal().beforeSeconds is ${inspect(beforeSeconds)}. It is seconds: 0 to 90 days.`)
  must(
    typeof needsRefreshToken === 'boolean' && typeof rotates === 'boolean',
    'renewal() must return needsRefreshToken and rotates, each true or false.',
  )
  must(
    rotates !== true || needsRefreshToken === true,
    'renewal() returns rotates: true with needsRefreshToken: false. Only one of them can be correct.',
  )
}

function secretsOf({ token }: Connection): readonly string[] {
  return [token.accessToken, token.refreshToken, token.proofKey].filter(
    (one): one is string => one !== null && one.length >= MIN_SECRET_LENGTH,
  )
}

function refuseSecretsIn(texts: readonly string[], connection: Connection, where: string): void {
  for (const secret of secretsOf(connection))
    for (const text of texts) must(!text.includes(secret), `${where} shows a secret of the connection.`)
}

function checkSecrets(subject: Subject): void {
  const connection = subject.connection()
  const shown = [
    inspect(connection, { depth: Number.POSITIVE_INFINITY }),
    inspect(Object.assign({}, connection), { depth: Number.POSITIVE_INFINITY }),
    JSON.stringify(connection),
  ]
  refuseSecretsIn(shown, connection, 'A printed connection')
  const { platform } = subject
  refuseSecretsIn(
    [platform.apiBase(connection), ...platform.origins(connection)],
    connection,
    'An address of the platform',
  )
}

/**
 * Asserts that the platform object stores no data of an account. One object serves all accounts,
 * so it could reveal the data of one account to another.
 */
function checkForgets(subject: Subject): void {
  const one = subject.connection('42')
  const other = subject
    .connection('43')
    .with({ token: { accessToken: 'another-access', refreshToken: 'another-refresh' } })
  const { platform } = subject
  const before = JSON.stringify(platform.authHeaders(one))
  platform.authHeaders(other)
  must(
    JSON.stringify(platform.authHeaders(one)) === before,
    'authHeaders() returns other headers for an account after another account was served. A platform must have no state of an account.',
  )
  const shown = inspect(platform, { depth: Number.POSITIVE_INFINITY, showHidden: true })
  refuseSecretsIn([shown], one, 'The platform itself')
  refuseSecretsIn([shown], other, 'The platform itself')
}

/** Checks of base URLs and of the authentication of requests. */
export const addressChecks: readonly CheckDefinition[] = [
  { name: 'has an apiBase without a trailing slash', skip: needsConnection, run: checkApiBase },
  { name: 'lists the origin of apiBase among its origins', skip: needsConnection, run: checkOrigins },
  { name: 'has authHeaders with text values', skip: needsConnection, run: checkAuthHeaders },
  { name: 'has a valid renewal rule for tokens', skip: needsConnection, run: checkRenewal },
  { name: 'reveals no secret of a connection', skip: needsConnection, run: checkSecrets },
  { name: 'keeps no state of an account', skip: needsConnection, run: checkForgets },
]
