import { createHash } from 'node:crypto'

import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Consent, Grant, IssuedToken, OAuthClient } from '../records.js'
import type { YoutubeState } from '../state.js'
import { OAuthRefusal } from '../wire/refusals.js'

const refuse = (error: string, description = 'Bad Request', status = 400): OAuthRefusal =>
  new OAuthRefusal(status, error, description)

async function readForm({ request, url }: Visit): Promise<URLSearchParams> {
  const text = new TextDecoder().decode(await readSmallBody(request))
  const type = request.headers.get('content-type') ?? ''
  return type.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(text) : url.searchParams
}

function requireClient(state: YoutubeState, form: URLSearchParams): OAuthClient {
  const clientId = form.get('client_id')
  if (!clientId) throw refuse('invalid_request', 'Could not determine client ID from request.')
  const client = state.clients.get(clientId)
  if (!client) throw refuse('invalid_client', 'The OAuth client was not found.', 401)
  if (!form.get('client_secret')) throw refuse('invalid_request', 'client_secret is missing.')
  if (form.get('client_secret') !== client.clientSecret)
    throw refuse('invalid_client', 'The provided client secret is invalid.', 401)
  return client
}

export function makeAccessToken(state: YoutubeState, consent: Consent): IssuedToken {
  const { clientId, email, channelIds, scopes } = consent
  const { accessTokenSeconds } = state.settings
  const token: IssuedToken = {
    clientId,
    email,
    channelIds,
    scopes,
    token: `ya29.${state.seed.token('access_token')}`,
    expiresAt: new Date(state.clock.now().getTime() + accessTokenSeconds * 1000),
    revoked: false,
  }
  state.accessTokens.set(token.token, token)
  return token
}

/** Creates a refresh token. A refresh token does not expire and is never replaced. */
export function makeRefreshToken(state: YoutubeState, consent: Consent): IssuedToken {
  const { clientId, email, channelIds, scopes } = consent
  const token = `1//${state.seed.token('refresh_token')}`
  const issued: IssuedToken = { clientId, email, channelIds, scopes, token, expiresAt: null, revoked: false }
  state.refreshTokens.set(token, issued)
  return issued
}

function checkVerifier({ challenge }: Grant, form: URLSearchParams): void {
  const verifier = form.get('code_verifier')
  if (challenge === null) return
  if (!verifier) throw refuse('invalid_grant', 'Missing code verifier.')
  const hashed = createHash('sha256').update(verifier).digest('base64url')
  if (hashed !== challenge && verifier !== challenge) throw refuse('invalid_grant', 'Invalid code verifier.')
}

function exchangeCode(state: YoutubeState, client: OAuthClient, form: URLSearchParams): Grant {
  const code = form.get('code')
  if (!code) throw refuse('invalid_request', 'Missing required parameter: code')
  const grant = state.grants.get(code)
  if (!grant) throw refuse('invalid_grant', 'Malformed auth code.')
  if (grant.clientId !== client.clientId || grant.used || grant.expiresAt <= state.clock.now())
    throw refuse('invalid_grant')
  if (form.get('redirect_uri') !== grant.redirectUri) throw refuse('redirect_uri_mismatch')
  checkVerifier(grant, form)
  grant.used = true
  return grant
}

function tokenReply(state: YoutubeState, consent: Consent, refreshToken: IssuedToken | null): Response {
  const token = makeAccessToken(state, consent)
  return Response.json(
    {
      access_token: token.token,
      expires_in: state.settings.accessTokenSeconds,
      ...(refreshToken && { refresh_token: refreshToken.token }),
      scope: token.scopes.join(' '),
      token_type: 'Bearer',
    },
    { headers: { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' } },
  )
}

/** POST /token: exchanges an authorization code or a refresh token. */
export async function createToken(state: YoutubeState, visit: Visit): Promise<Response> {
  const form = await readForm(visit)
  const client = requireClient(state, form)
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const grant = exchangeCode(state, client, form)
      return tokenReply(state, grant, grant.givesRefreshToken ? makeRefreshToken(state, grant) : null)
    }
    case 'refresh_token': {
      const refreshToken = state.refreshTokens.get(form.get('refresh_token') ?? '')
      if (!refreshToken || refreshToken.revoked || refreshToken.clientId !== client.clientId)
        throw refuse('invalid_grant', 'Token has been expired or revoked.')
      return tokenReply(state, refreshToken, null)
    }
    default:
      throw refuse('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
  }
}

/**
 * Revokes all permissions that a person granted to the Cloud project, and all tokens of this
 * person.
 */
export function revokeAll(state: YoutubeState, email: string): void {
  for (const tokens of [state.accessTokens, state.refreshTokens])
    for (const token of tokens.values()) if (token.email === email) token.revoked = true
  for (const approval of state.approvals) if (approval.endsWith(` ${email}`)) state.approvals.delete(approval)
}

/** POST /revoke: revokes the token, and all other tokens and permissions of the same person. */
export async function revokeToken(state: YoutubeState, visit: Visit): Promise<Response> {
  const given = (await readForm(visit)).get('token') ?? ''
  const token = state.refreshTokens.get(given) ?? state.accessTokens.get(given)
  if (!token || token.revoked) throw refuse('invalid_token', 'Token expired or revoked')
  revokeAll(state, token.email)
  return Response.json({})
}
