import { createHash } from 'node:crypto'

import type { Visit } from '../../framework/router.js'
import { removeAccess } from '../events.js'
import type { Access } from '../records.js'
import { OauthRefusal } from '../refusals.js'
import type { TiktokState } from '../state.js'

/**
 * Creates an access token with a refresh token. `refreshExpiresAt` keeps the original expiry after
 * a token refresh.
 */
export function makeAccess(
  state: TiktokState,
  parts: Pick<Access, 'openId' | 'scopes'> & { readonly refreshExpiresAt?: Date },
): Access {
  const now = state.clock.now().getTime()
  const { accessSeconds, refreshSeconds } = state.settings
  const access: Access = {
    openId: parts.openId,
    scopes: parts.scopes,
    accessToken: `act.${state.seed.token('access')}`,
    refreshToken: `rft.${state.seed.token('refresh')}`,
    expiresAt: new Date(now + accessSeconds * 1000),
    refreshExpiresAt: parts.refreshExpiresAt ?? new Date(now + refreshSeconds * 1000),
    refreshUsed: false,
    revoked: false,
  }
  state.accesses.push(access)
  return access
}

function tokenReply(state: TiktokState, access: Access): Response {
  const now = state.clock.now().getTime()
  const left = (end: Date): number => Math.floor((end.getTime() - now) / 1000)
  return Response.json(
    {
      access_token: access.accessToken,
      expires_in: left(access.expiresAt),
      open_id: access.openId,
      refresh_expires_in: left(access.refreshExpiresAt),
      refresh_token: access.refreshToken,
      scope: access.scopes.join(','),
      token_type: 'Bearer',
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const text = await request.text()
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return new URLSearchParams(text)
  throw new OauthRefusal(
    'invalid_request',
    'Only `application/x-www-form-urlencoded` is accepted as Content-Type.',
  )
}

function requireApp(state: TiktokState, form: URLSearchParams): void {
  const { clientKey, clientSecret } = state.settings
  if (form.get('client_key') !== clientKey || form.get('client_secret') !== clientSecret)
    throw new OauthRefusal('invalid_client', 'Client key or secret is incorrect.')
}

/**
 * Exchanges an authorization code for tokens. A code works once, with the redirect URI of the
 * sign-in and the PKCE verifier.
 */
function exchangeCode(state: TiktokState, form: URLSearchParams): Access {
  const grant = state.grants.get(form.get('code') ?? '')
  if (grant === undefined || grant.used || grant.expiresAt <= state.clock.now())
    throw new OauthRefusal('invalid_grant', 'Authorization code is expired.')
  if (form.get('redirect_uri') !== grant.redirectUri)
    throw new OauthRefusal(
      'invalid_request',
      'Redirect_uri is not matched with the uri when requesting code.',
    )
  const verifier = form.get('code_verifier')
  if (grant.challenge === null ? verifier !== null : hexSum(verifier ?? '') !== grant.challenge)
    throw new OauthRefusal('invalid_request', 'Code verifier or code challenge is invalid.')
  grant.used = true
  return makeAccess(state, grant)
}

const hexSum = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Exchanges a refresh token for new tokens. The used refresh token becomes invalid. */
function renew(state: TiktokState, form: URLSearchParams): Access {
  const given = form.get('refresh_token') ?? ''
  const old = state.accesses.find(({ refreshToken }) => refreshToken === given)
  const now = state.clock.now()
  if (old === undefined || old.revoked || old.refreshUsed || old.refreshExpiresAt <= now)
    throw new OauthRefusal('invalid_grant', 'Refresh token is invalid or expired.')
  old.refreshUsed = true
  return makeAccess(state, old)
}

/** POST /v2/oauth/token/: exchanges an authorization code or a refresh token. */
export async function createToken(state: TiktokState, { request }: Visit): Promise<Response> {
  const form = await readForm(request)
  requireApp(state, form)
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return tokenReply(state, exchangeCode(state, form))
    case 'refresh_token':
      return tokenReply(state, renew(state, form))
    default:
      throw new OauthRefusal('unsupported_grant_type', 'The grant type is not supported.')
  }
}

/**
 * POST /v2/oauth/revoke/: revokes the app's access to the person and sends the event with reason
 * 5. The response is empty.
 */
export async function revokeToken(state: TiktokState, { request }: Visit): Promise<Response> {
  const form = await readForm(request)
  requireApp(state, form)
  const access = state.accesses.find(({ accessToken }) => accessToken === form.get('token'))
  if (access === undefined || access.revoked)
    throw new OauthRefusal('invalid_request', 'The token is invalid.')
  removeAccess(state, access.openId, 5)
  return new Response(null)
}
