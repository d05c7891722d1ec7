import { createHash } from 'node:crypto'

import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Consent, Grant, IssuedToken, OAuthClient } from '../records.js'
import type { GoogleState } from '../state.js'
import { OAuthRefusal } from '../wire/refusals.js'

/**
 * Milliseconds without use after which a refresh token expires: about six months.
 * https://developers.google.com/identity/protocols/oauth2#expiration (read 2026-11-21)
 */
const UNUSED_MS = 182 * 86_400_000
/**
 * Lifetime of refresh tokens in seconds while the OAuth consent screen is in the status "Testing".
 */
const TESTING_SECONDS = 604_800

async function readForm({ request, url }: Visit): Promise<URLSearchParams> {
  const text = new TextDecoder().decode(await readSmallBody(request))
  const type = request.headers.get('content-type') ?? ''
  return type.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(text) : url.searchParams
}

function requireClient(state: GoogleState, form: URLSearchParams): OAuthClient {
  const clientId = form.get('client_id')
  if (!clientId) throw new OAuthRefusal('invalid_request', 'Could not determine client ID from request.')
  const client = state.clients.get(clientId)
  if (!client) throw new OAuthRefusal('invalid_client', 'The OAuth client was not found.', 401)
  if (!form.get('client_secret')) throw new OAuthRefusal('invalid_request', 'client_secret is missing.')
  if (form.get('client_secret') !== client.clientSecret)
    throw new OAuthRefusal('invalid_client', 'The provided client secret is invalid.', 401)
  return client
}

export function makeAccessToken(state: GoogleState, { clientId, email, scopes }: Consent): IssuedToken {
  const now = state.clock.now()
  const token: IssuedToken = {
    clientId,
    email,
    scopes,
    token: `ya29.${state.seed.token('access_token')}`,
    expiresAt: new Date(now.getTime() + state.settings.accessTokenSeconds * 1000),
    lastUsedAt: now,
    revoked: false,
  }
  state.accessTokens.set(token.token, token)
  return token
}

/**
 * Creates a refresh token. Above the limit, the oldest refresh token of the person and client is
 * revoked without an error.
 */
export function makeRefreshToken(state: GoogleState, { clientId, email, scopes }: Consent): IssuedToken {
  const token = `1//${state.seed.token('refresh_token')}`
  const now = state.clock.now()
  const { isTesting, refreshTokensPerPerson } = state.settings
  const expiresAt = isTesting ? new Date(now.getTime() + TESTING_SECONDS * 1000) : null
  const issued: IssuedToken = { clientId, email, scopes, token, expiresAt, lastUsedAt: now, revoked: false }
  state.refreshTokens.set(token, issued)
  const live = [...state.refreshTokens.values()].filter(
    (one) => one.email === email && one.clientId === clientId && !one.revoked,
  )
  for (const old of live.slice(0, -refreshTokensPerPerson)) old.revoked = true
  return issued
}

/**
 * Exchanges an authorization code for tokens. A code works once, with the redirect URI of the
 * sign-in and the PKCE verifier.
 */
function exchangeCode(state: GoogleState, client: OAuthClient, form: URLSearchParams): Grant {
  const grant = state.grants.get(form.get('code') ?? '')
  if (!grant) throw new OAuthRefusal('invalid_grant', 'Malformed auth code.')
  if (grant.clientId !== client.clientId || grant.used || grant.expiresAt <= state.clock.now())
    throw new OAuthRefusal('invalid_grant', 'Bad Request')
  if (form.get('redirect_uri') !== grant.redirectUri)
    throw new OAuthRefusal('redirect_uri_mismatch', 'Bad Request')
  const verifier = form.get('code_verifier')
  if (grant.challenge !== null) {
    if (!verifier) throw new OAuthRefusal('invalid_grant', 'Missing code verifier.')
    if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge)
      throw new OAuthRefusal('invalid_grant', 'Invalid code verifier.')
  }
  grant.used = true
  return grant
}

function tokenReply(state: GoogleState, consent: Consent, refreshToken: IssuedToken | null): Response {
  const token = makeAccessToken(state, consent)
  return Response.json(
    {
      access_token: token.token,
      expires_in: state.settings.accessTokenSeconds,
      ...(refreshToken && { refresh_token: refreshToken.token }),
      ...(refreshToken?.expiresAt && { refresh_token_expires_in: TESTING_SECONDS }),
      scope: token.scopes.join(' '),
      token_type: 'Bearer',
    },
    { headers: { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' } },
  )
}

/** Exchanges a refresh token for an access token. The refresh token remains valid. */
function renew(state: GoogleState, client: OAuthClient, form: URLSearchParams): Response {
  const found = state.refreshTokens.get(form.get('refresh_token') ?? '')
  const now = state.clock.now()
  const isDead =
    !found ||
    found.revoked ||
    found.clientId !== client.clientId ||
    (found.expiresAt !== null && found.expiresAt <= now) ||
    now.getTime() - found.lastUsedAt.getTime() > UNUSED_MS
  if (isDead) throw new OAuthRefusal('invalid_grant', 'Token has been expired or revoked.')
  found.lastUsedAt = now
  return tokenReply(state, found, null)
}

/** POST /token: exchanges an authorization code or a refresh token. */
export async function createToken(state: GoogleState, visit: Visit): Promise<Response> {
  const form = await readForm(visit)
  const client = requireClient(state, form)
  const type = form.get('grant_type')
  if (type === 'refresh_token') return renew(state, client, form)
  if (type !== 'authorization_code')
    throw new OAuthRefusal('unsupported_grant_type', `Invalid grant_type: ${(type ?? '').slice(0, 60)}`)
  const grant = exchangeCode(state, client, form)
  return tokenReply(state, grant, grant.givesRefreshToken ? makeRefreshToken(state, grant) : null)
}

/**
 * Revokes all permissions that a person granted to the Cloud project, and all tokens of this
 * person.
 */
export function revokeAll(state: GoogleState, email: string): void {
  for (const tokens of [state.accessTokens, state.refreshTokens])
    for (const token of tokens.values()) if (token.email === email) token.revoked = true
  for (const approval of state.approvals) if (approval.endsWith(` ${email}`)) state.approvals.delete(approval)
}

/** POST /revoke: revokes the token, and all other tokens and permissions of the same person. */
export async function revokeToken(state: GoogleState, visit: Visit): Promise<Response> {
  const given = (await readForm(visit)).get('token') ?? ''
  const token = state.refreshTokens.get(given) ?? state.accessTokens.get(given)
  if (!token || token.revoked) throw new OAuthRefusal('invalid_token', 'Token expired or revoked')
  revokeAll(state, token.email)
  return Response.json({})
}
