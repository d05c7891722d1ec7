import type { Visit } from '../../framework/router.js'
import { personOf } from '../people.js'
import type { Access, Person } from '../records.js'
import type { PinterestState } from '../state.js'
import { countRequest, type Category } from '../wire/rate-limits.js'
import { flaggedAsSpam, noScope, notAuthenticated, noTier } from '../wire/refusals.js'

/** Scopes that an app can request, without the scopes for advertisers. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  'boards:read',
  'boards:read_secret',
  'boards:write',
  'boards:write_secret',
  'pins:read',
  'pins:read_secret',
  'pins:write',
  'pins:write_secret',
  'user_accounts:read',
])

/** Scopes that creating, editing and deleting a pin require. A token needs all four. */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** Person who sent an authorized request, and the scopes of the access token. */
export interface Caller {
  readonly person: Person
  readonly scopes: readonly string[]
}

function accessOf(state: PinterestState, { headers }: Request): Access | undefined {
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return state.accesses.find(({ accessToken }) => accessToken === token)
}

/**
 * Returns the id of the person to whom the access token belongs, even if the token expired or was
 * revoked. Null for an unknown or missing token.
 */
export function accountOf(state: PinterestState, request: Request): string | null {
  return accessOf(state, request)?.personId ?? null
}

function findAccess(state: PinterestState, request: Request): Access {
  const access = accessOf(state, request)
  if (access === undefined || access.revoked || access.expiresAt <= state.clock.now())
    throw notAuthenticated()
  return access
}

/** @throws Refusal if one of the needed scopes is missing. */
export function assertScopes(scopes: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((one) => !scopes.includes(one))
  if (missing.length > 0) throw noScope(missing)
}

/**
 * Returns the caller of a request and counts the request.
 * @throws Refusal if the token, app, scopes or account do not allow the call, or above a limit.
 */
export function requireCaller(
  state: PinterestState,
  { request }: Visit,
  needs: { readonly scopes: readonly string[]; readonly category: Category },
): Caller {
  const access = findAccess(state, request)
  if (state.settings.access === 'NONE') throw noTier()
  countRequest(state, needs.category, { access, request })
  assertScopes(access.scopes, needs.scopes)
  const person = personOf(state, access)
  if (person.isFlagged && needs.category === 'org_write') throw flaggedAsSpam()
  return { person, scopes: access.scopes }
}
