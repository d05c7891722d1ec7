import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Account, IssuedToken, Json, Location } from '../records.js'
import type { Service } from '../settings.js'
import type { GoogleState } from '../state.js'
import { countRequest } from '../wire/quota.js'
import { badField, errorInfo, forbidden, notFound, Refusal } from '../wire/refusals.js'
import { checkShape, type Shape } from '../wire/shape.js'

/** The only scope of Business Profile. */
export const SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** Query parameters that every method of every service accepts. */
const STANDARD_PARAMS = new Set(['alt', 'prettyPrint', 'fields', 'key', 'quotaUser', '$.xgafv', 'callback'])

const tokenOf = (request: Request): string | null =>
  /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

/** Returns the e-mail address of a request's token. Null for a request without a token. */
export const accountOf = (state: GoogleState, request: Request): string | null =>
  state.accessTokens.get(tokenOf(request) ?? '')?.email ?? null

function unauthenticated(reason: string, content: string): Refusal {
  const message = `${content} Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.`
  return new Refusal('UNAUTHENTICATED', message, [errorInfo(reason, 'googleapis.com')])
}

/** Finds the caller of a service. Requires a valid token, an enabled service, remaining quota and the scope. */
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

/** Refuses query parameters that the method does not accept. */
export function checkParams({ url }: Visit, names: readonly string[]): void {
  for (const name of url.searchParams.keys()) {
    if (names.includes(name) || STANDARD_PARAMS.has(name)) continue
    const content = `Invalid JSON payload received. Unknown name "${name.slice(0, 60)}": Cannot bind query parameter. Field '${name.slice(0, 60)}' could not be found in request message.`
    throw badField('', content, content)
  }
}

/**
 * Reads a request body of the given shape. An empty body counts as `{}`. @throws Refusal if the body is not JSON or
 * has another shape.
 */
export async function readBody({ request }: Visit, shape: Shape): Promise<Json> {
  const text = new TextDecoder().decode(await readSmallBody(request))
  let body: unknown = {}
  try {
    if (text.trim() !== '') body = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_ARGUMENT', 'Invalid JSON payload received. Unexpected token.')
  }
  checkShape(shape, body)
  return body as Json // safe cast: the shape was checked, and the shapes of all bodies are objects
}

/** Finds an account by id. @throws Refusal if the person has no role in the account. */
export function requireAccount(state: GoogleState, { email }: IssuedToken, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw notFound()
  if (!account.roles.has(email)) throw forbidden()
  return account
}

/** True if the person has a role in one of the location's accounts. */
export const mayReach = (state: GoogleState, email: string, { accounts }: Location): boolean =>
  accounts.some((id) => state.accounts.get(id)?.roles.has(email) === true)

/** Finds a location by its bare id. @throws Refusal if the person has no access to the location. */
export function requireLocation(state: GoogleState, { email }: IssuedToken, id: string): Location {
  const location = state.locations.get(id)
  if (!location) throw notFound()
  if (!mayReach(state, email, location)) throw forbidden()
  return location
}

/** Finds a location by its full name, as in version 4. @throws Refusal also for a name with another account. */
export function requireFullLocation(state: GoogleState, token: IssuedToken, { params }: Visit): Location {
  const account = state.accounts.get(params['account'] ?? '')
  const location = requireLocation(state, token, params['location'] ?? '')
  if (!account || !location.accounts.includes(account.id)) throw notFound()
  return location
}
