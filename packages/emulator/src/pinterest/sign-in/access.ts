import type { Visit } from '../../framework/router.js'
import { personOf } from '../people.js'
import type { Access, Person } from '../records.js'
import type { PinterestState } from '../state.js'
import { countRequest, type Category } from '../wire/rate-limits.js'
import { flaggedAsSpam, noScope, notAuthenticated, noTier } from '../wire/refusals.js'

/** All scopes of an app for people, without those for advertisers. */
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

/** The four scopes that are together required to create, edit and delete a pin. */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** Caller of an accepted request. */
export interface Caller {
  readonly person: Person
  readonly scopes: readonly string[]
}

function accessOf(state: PinterestState, { headers }: Request): Access | undefined {
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return state.accesses.find(({ accessToken }) => accessToken === token)
}

/** Id of the person whose token a request contains, valid or not. Null without one. */
export function accountOf(state: PinterestState, request: Request): string | null {
  return accessOf(state, request)?.personId ?? null
}

function findAccess(state: PinterestState, request: Request): Access {
  const access = accessOf(state, request)
  if (access === undefined || access.revoked || access.expiresAt <= state.clock.now())
    throw notAuthenticated()
  return access
}

/** Refuses a caller whose token lacks one of the scopes. */
export function assertScopes(scopes: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((one) => !scopes.includes(one))
  if (missing.length > 0) throw noScope(missing)
}

/** Caller of a request, after checking permissions. Counts the request. */
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
