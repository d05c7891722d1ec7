import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Account, IssuedToken, Json, Location } from '../records.js'
import type { Service } from '../settings.js'
import type { GoogleState } from '../state.js'
import { countRequest } from '../wire/quota.js'
import { badField, errorInfo, forbidden, notFound, Refusal } from '../wire/refusals.js'
import { checkShape, type Shape } from '../wire/shape.js'

/** OAuth scope of Business Profile. There is only one. */
export const SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** Query parameters that every method of every service accepts. */
const STANDARD_PARAMS = new Set(['alt', 'prettyPrint', 'fields', 'key', 'quotaUser', '$.xgafv', 'callback'])

const tokenOf = (request: Request): string | null =>
  /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

/**
 * Returns the e-mail address of the person to whom the access token belongs. Null for an unknown
 * or missing token.
 */
export const accountOf = (state: GoogleState, request: Request): string | null =>
  state.accessTokens.get(tokenOf(request) ?? '')?.email ?? null

function unauthenticated(reason: string, content: string): Refusal {
  const message = `${content} Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.`
  return new Refusal('UNAUTHENTICATED', message, [errorInfo(reason, 'googleapis.com')])
}

/**
 * Returns the access token of the caller and counts the request.
 * @throws Refusal if the token is invalid or lacks the scope, or if the service is disabled or its
 * quota exhausted.
 */
export function requireCaller(state: GoogleState, { request }: Visit, service: Service): IssuedToken {
  const given = tokenOf(request)
  if (given === null)
    throw unauthenticated('CREDENTIALS_MISSING', 'Request is missing required authentication credential.')
  const token = state.accessTokens.get(given)
  if (!token || token.revoked || (token.expiresAt !== null && token.expiresAt <= state.clock.now()))
    throw unauthenticated('ACCESS_TOKEN_EXPIRED', 'Request had invalid authentication credentials.')
  countRequest(state, service)
  if (!token.scopes.includes(SCOPE))
    throw new Refusal('PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
      errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'googleapis.com', {
        service: `${service}.googleapis.com`,
      }),
    ])
  return token
}

/** @throws Refusal if the request has a query parameter that the method does not accept. */
export function checkParams({ url }: Visit, names: readonly string[]): void {
  for (const name of url.searchParams.keys()) {
    if (names.includes(name) || STANDARD_PARAMS.has(name)) continue
    const content = `Invalid JSON payload received. Unknown name "${name.slice(0, 60)}": Cannot bind query parameter. Field '${name.slice(0, 60)}' could not be found in request message.`
    throw badField('', content, content)
  }
}

/**
 * Removes fields with the value null: Google's services read null as a missing value.
 * https://protobuf.dev/programming-guides/json/
 */
function withoutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value
}

/**
 * Reads a JSON body of this shape. An empty body counts as `{}`.
 * @throws Refusal if the body is not JSON or has another shape.
 */
export async function readBody({ request }: Visit, shape: Shape): Promise<Json> {
  const text = new TextDecoder().decode(await readSmallBody(request))
  let body: unknown = {}
  try {
    if (text.trim() !== '') body = JSON.parse(text, withoutNull)
  } catch {
    throw new Refusal('INVALID_ARGUMENT', 'Invalid JSON payload received. Unexpected token.')
  }
  checkShape(shape, body)
  return body as Json // safe cast: checkShape guarantees an object, because every caller passes a shape with fields
}

/**
 * Finds an account by id.
 * @throws Refusal if the account is unknown or the person has no role in it.
 */
export function requireAccount(state: GoogleState, { email }: IssuedToken, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw notFound()
  if (!account.roles.has(email)) throw forbidden()
  return account
}

/** Returns true if the person has a role in an account that lists the location. */
export const mayReach = (state: GoogleState, email: string, { accounts }: Location): boolean =>
  accounts.some((id) => state.accounts.get(id)?.roles.has(email) === true)

/**
 * Finds a location by id.
 * @throws Refusal if the location is unknown or the person has no access to it.
 */
export function requireLocation(state: GoogleState, { email }: IssuedToken, id: string): Location {
  const location = state.locations.get(id)
  if (!location) throw notFound()
  if (!mayReach(state, email, location)) throw forbidden()
  return location
}

/**
 * Finds a location by account and id, as the paths of version 4 name it.
 * @throws Refusal also if the account does not list the location.
 */
export function requireFullLocation(state: GoogleState, token: IssuedToken, { params }: Visit): Location {
  const account = state.accounts.get(params['account'] ?? '')
  const location = requireLocation(state, token, params['location'] ?? '')
  if (!account || !location.accounts.includes(account.id)) throw notFound()
  return location
}
