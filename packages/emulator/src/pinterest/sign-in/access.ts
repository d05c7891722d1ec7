import type { Visit } from '../../framework/router.js'
import { personOf } from '../people.js'
import type { Access, Person } from '../records.js'
import type { PinterestState } from '../state.js'
import { countRequest, type Category } from '../wire/rate-limits.js'
import { flaggedAsSpam, noScope, notAuthenticated, noTier } from '../wire/refusals.js'

/** Every scope that an app of people, not of advertisers, asks for. */
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

/** The four scopes that making, changing and deleting a pin need together. */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** A request that may go on. */
export interface Caller {
  readonly person: Person
  readonly scopes: readonly string[]
}

function accessOf(state: PinterestState, { headers }: Request): Access | undefined {
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return state.accesses.find(({ accessToken }) => accessToken === token)
}

/** Whose token a request carries, good or not; null for none. */
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

/** Who asks, once it is clear that they may, and counted. */
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
