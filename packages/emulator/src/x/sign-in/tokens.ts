import { createHash } from 'node:crypto'

import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Access } from '../records.js'
import { inSeconds, type XState } from '../state.js'
import { OAuthProblem } from '../wire/problems.js'

/** Creates an access token. With the scope `offline.access`, also creates a refresh token. */
export function makeAccess(
  state: XState,
  parts: Pick<Access, 'personId' | 'scopes'> & { readonly family?: number },
): Access {
  const { personId, scopes, family = state.accesses.length + 1 } = parts
  const access: Access = {
    personId,
    scopes,
    family,
    accessToken: state.seed.token('access'),
    refreshToken: scopes.includes('offline.access') ? state.seed.token('refresh') : null,
    expiresAt: inSeconds(state, state.settings.accessSeconds),
    refreshUsed: false,
    revoked: false,
  }
  state.accesses.push(access)
  return access
}

const invalidToken = (): OAuthProblem =>
  new OAuthProblem(400, 'invalid_request', 'Value passed for the token was invalid.')

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OAuthProblem(400, 'invalid_request', 'Only application/x-www-form-urlencoded is accepted.')
  return new URLSearchParams(new TextDecoder().decode(await readSmallBody(request)))
}

/**
 * Authenticates the client. A confidential client uses the header. A public client sends its id in the form and no
 * header.
 */
function requireApp(state: XState, request: Request, form: URLSearchParams): void {
  const { clientId, clientSecret } = state.settings
  const header = request.headers.get('authorization')
  if (form.has('client_secret'))
    throw new OAuthProblem(400, 'invalid_request', 'The secret belongs into the header.')
  if (clientSecret === null) {
    if (header !== null) throw new OAuthProblem(401, 'unauthorized_client', 'A public client has no secret.')
    if (form.get('client_id') !== clientId)
      throw new OAuthProblem(400, 'invalid_request', 'Missing required parameter [client_id].')
    return
  }
  const given = /^Basic (\S+)$/.exec(header ?? '')?.[1] ?? ''
  if (Buffer.from(given, 'base64').toString() !== `${clientId}:${clientSecret}`)
    throw new OAuthProblem(401, 'unauthorized_client', 'Missing valid authorization header')
}

function exchangeCode(state: XState, form: URLSearchParams): Access {
  for (const name of ['code', 'redirect_uri', 'code_verifier'])
    if (!form.get(name))
      throw new OAuthProblem(400, 'invalid_request', `Missing required parameter [${name}].`)
  const grant = state.grants.get(form.get('code') ?? '')
  if (grant === undefined || grant.used || grant.expiresAt <= state.clock.now())
    throw new OAuthProblem(400, 'invalid_request', 'Value passed for the authorization code was invalid.')
  if (form.get('redirect_uri') !== grant.redirectUri)
    throw new OAuthProblem(
      400,
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    )
  const verifier = form.get('code_verifier') ?? ''
  const isVerifier = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)
  if (!isVerifier || createHash('sha256').update(verifier).digest('base64url') !== grant.challenge)
    throw new OAuthProblem(
      400,
      'invalid_request',
      'Value passed for the code verifier did not match the code challenge.',
    )
  grant.used = true
  return makeAccess(state, grant)
}

/**
 * Exchanges a refresh token for new tokens. A refresh token works once. Reuse may revoke all tokens of the sign-in.
 */
function renew(state: XState, form: URLSearchParams): Access {
  const given = form.get('refresh_token') ?? ''
  const old = state.accesses.find(({ refreshToken }) => refreshToken === given)
  if (old === undefined || old.revoked) throw invalidToken()
  if (old.refreshUsed) {
    if (state.settings.reuseRevokes)
      for (const one of state.accesses) if (one.family === old.family) one.revoked = true
    throw invalidToken()
  }
  old.refreshUsed = true
  return makeAccess(state, old)
}

/** Handles POST /2/oauth2/token. */
export async function createToken(state: XState, { request }: Visit): Promise<Response> {
  const form = await readForm(request)
  requireApp(state, request, form)
  const kind = form.get('grant_type')
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    throw new OAuthProblem(400, 'unsupported_grant_type', 'The grant type is not supported.')
  const access = kind === 'refresh_token' ? renew(state, form) : exchangeCode(state, form)
  return Response.json({
    token_type: 'bearer',
    expires_in: state.settings.accessSeconds,
    access_token: access.accessToken,
    scope: access.scopes.join(' '),
    ...(access.refreshToken !== null && { refresh_token: access.refreshToken }),
  })
}

/** Handles POST /2/oauth2/revoke. */
export async function revokeToken(state: XState, { request }: Visit): Promise<Response> {
  const form = await readForm(request)
  requireApp(state, request, form)
  const token = form.get('token') ?? ''
  const found = state.accesses.find((one) => one.accessToken === token || one.refreshToken === token)
  if (found === undefined) throw invalidToken()
  for (const one of state.accesses) if (one.family === found.family) one.revoked = true
  return Response.json({ revoked: true })
}
