import type { Visit } from '../../framework/router.js'
import { personOf } from '../people/people.js'
import type { Access, Person } from '../records.js'
import type { XState } from '../state.js'
import { refuseWithoutCredits } from '../wire/billing.js'
import { forbidden, notEnrolled, notPermitted, unauthorized } from '../wire/problems.js'
import { countRequest } from '../wire/rate-limits.js'

/** All scopes of this server. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'users.email',
  'follows.read',
  'follows.write',
  'media.write',
  'like.read',
  'like.write',
  'dm.read',
  'dm.write',
  'bookmark.read',
  'bookmark.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'mute.read',
  'mute.write',
  'space.read',
  'offline.access',
])

function accessOf(state: XState, { headers }: Request): Access | undefined {
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return state.accesses.find(({ accessToken }) => accessToken === token)
}

/**
 * Returns the id of the person whose token a request contains, even if the token is invalid now.
 * Returns null for a request without a known token.
 */
export function accountOf(state: XState, request: Request): string | null {
  return accessOf(state, request)?.personId ?? null
}

/**
 * Returns the person who sends a request. Checks the permissions of the person and the app, and
 * counts the request.
 */
export function requirePerson(
  state: XState,
  { request }: Visit,
  needs: { readonly route: string; readonly scopes: readonly string[] },
): Person {
  const access = accessOf(state, request)
  if (access === undefined || access.revoked || access.expiresAt <= state.clock.now()) throw unauthorized()
  if (state.settings.plan === 'NOT_ENROLLED') throw notEnrolled(state.settings.clientId)
  countRequest(state, request, { route: needs.route, personId: access.personId })
  if (!needs.scopes.every((scope) => access.scopes.includes(scope))) throw forbidden()
  refuseWithoutCredits(state)
  return personOf(state, access)
}

/** Requires that the `:id` in the path is the id of the caller. */
export function requireSelf(person: Person, id: string | undefined): void {
  if (person.id !== id) throw notPermitted()
}
