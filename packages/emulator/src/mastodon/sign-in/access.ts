import type { AccessToken, Person } from '../records.js'
import type { MastodonState } from '../state.js'
import { Refusal } from '../wire/refusals.js'

const under = (prefix: string, topics: string): string[] =>
  topics.split(' ').map((topic) => `${prefix}:${topic}`)

/** Scopes of a server. https://docs.joinmastodon.org/api/oauth-scopes/ (read 2026-11-21) */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  'profile',
  'follow',
  'push',
  'read',
  'write',
  'admin:read',
  'admin:write',
  ...under('read', 'accounts blocks bookmarks collections favourites filters follows lists mutes'),
  ...under('read', 'notifications search statuses'),
  ...under('write', 'accounts blocks bookmarks collections conversations favourites filters follows'),
  ...under('write', 'lists media mutes notifications reports statuses'),
  ...under('admin:read', 'accounts reports domain_allows domain_blocks ip_blocks'),
  ...under('admin:read', 'email_domain_blocks canonical_email_blocks'),
  ...under('admin:write', 'accounts reports domain_allows domain_blocks ip_blocks'),
  ...under('admin:write', 'email_domain_blocks canonical_email_blocks'),
])

/** Splits space-separated scopes into a list without duplicates. */
export function toScopes(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((scope) => scope !== ''))]
}

const unauthorized = (error: string): Refusal =>
  new Refusal(401, error, {
    headers: {
      'www-authenticate': `Bearer realm="Doorkeeper", error="invalid_token", error_description="${error}"`,
    },
  })

/** Returns the token of a request. Returns null if the token is missing or unknown. */
export function tokenOf(state: MastodonState, request: Request): AccessToken | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')
  return state.tokens.get(match?.[1] ?? '') ?? null
}

/**
 * Returns the id of the account whose token a request contains. Returns null if the token has no
 * account.
 */
export const accountOf = (state: MastodonState, request: Request): string | null =>
  tokenOf(state, request)?.personId ?? null

/** Throws Mastodon's error for a token that is missing, unknown, revoked, expired or without the scope. */
function checkToken(state: MastodonState, token: AccessToken | null, scopes: readonly string[]): AccessToken {
  if (token === null) throw unauthorized('The access token is invalid')
  if (token.revoked) throw unauthorized('The access token was revoked')
  if (token.expiresAt !== null && token.expiresAt <= state.clock.now())
    throw unauthorized('The access token expired')
  if (!token.scopes.some((scope) => scopes.includes(scope)))
    throw new Refusal(403, 'This action is outside the authorized scopes')
  return token
}

const LOGIN_REFUSALS = {
  DISABLED: 'Your login is currently disabled',
  UNCONFIRMED: 'Your login is missing a confirmed e-mail address',
  PENDING: 'Your login is currently pending approval',
}

/** Person who sends a request, and the token of the request. */
export interface Caller {
  readonly person: Person
  readonly token: AccessToken
}

/**
 * Returns the person who sends a request. The request must have a token of a person.
 *
 * @param scopes - Accepted scopes. The token needs one of them.
 */
export function requirePerson(state: MastodonState, request: Request, scopes: readonly string[]): Caller {
  const token = checkToken(state, tokenOf(state, request), scopes)
  const person = state.people.get(token.personId ?? '')
  if (person === undefined) throw new Refusal(422, 'This method requires an authenticated user')
  if (person.login !== 'OK') throw new Refusal(403, LOGIN_REFUSALS[person.login])
  return { person, token }
}

/**
 * Returns the person who sends a request, or null without a token. A token that is sent must be
 * valid.
 */
export function optionalPerson(
  state: MastodonState,
  request: Request,
  scopes: readonly string[],
): Person | null {
  if (!request.headers.has('authorization')) return null
  return state.people.get(checkToken(state, tokenOf(state, request), scopes).personId ?? '') ?? null
}

/** Returns the token of a request. The token can belong to a person or only to an application. */
export function requireApp(state: MastodonState, request: Request): AccessToken {
  return checkToken(state, tokenOf(state, request), [...KNOWN_SCOPES])
}
