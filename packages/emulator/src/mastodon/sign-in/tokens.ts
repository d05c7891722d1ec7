import { createHash } from 'node:crypto'

import type { Visit } from '../../framework/router.js'
import type { AccessToken, App } from '../records.js'
import type { MastodonState } from '../state.js'
import { endStreamsOf } from '../streaming/streams.js'
import { filledOf, type Params, readParams, textOf } from '../wire/params.js'
import { Refusal } from '../wire/refusals.js'
import { KNOWN_SCOPES, toScopes } from './access.js'
import { findApp } from './apps.js'

const DESCRIPTIONS = {
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
  unauthorized_client: 'You are not authorized to revoke this token',
}

function refuse(status: number, error: keyof typeof DESCRIPTIONS): Refusal {
  return new Refusal(status, error, {
    description: DESCRIPTIONS[error],
    headers: status === 401 ? { 'www-authenticate': `Bearer realm="Doorkeeper", error="${error}"` } : {},
  })
}

const missing = (name: string): Refusal =>
  new Refusal(400, 'invalid_request', { description: `Missing required parameter: ${name}.` })

/** Finds the application by the client id and secret in the form or in a Basic header. */
function clientOf(state: MastodonState, request: Request, params: Params): App | null {
  const [scheme, encoded = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const isBasic = scheme?.toLowerCase() === 'basic'
  const [basicId = '', basicSecret = ''] = isBasic
    ? Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s, 2).map(decodeURIComponent)
    : []
  const app = findApp(state, isBasic ? basicId : (textOf(params, 'client_id') ?? ''))
  const secret = isBasic ? basicSecret : textOf(params, 'client_secret')
  return app !== null && app.clientSecret === secret ? app : null
}

/** Makes a token. */
export function makeToken(
  state: MastodonState,
  parts: {
    readonly appId: string
    readonly personId: string | null
    readonly scopes: readonly string[]
    /** Refresh token to use again if the server does not rotate refresh tokens. */
    readonly refreshToken?: string | null
  },
): AccessToken {
  const now = state.clock.now()
  const ending = parts.personId === null ? null : state.settings.expiringTokens
  const token: AccessToken = {
    id: state.ids.next('token', now),
    token: state.seed.token('access_token'),
    appId: parts.appId,
    personId: parts.personId,
    scopes: parts.scopes,
    createdAt: now,
    expiresAt: ending === null ? null : new Date(now.getTime() + ending.lifetimeSeconds * 1000),
    refreshToken: ending === null ? null : (parts.refreshToken ?? state.seed.token('refresh_token')),
    refreshUsed: false,
    revoked: false,
  }
  state.tokens.set(token.token, token)
  return token
}

function tokenReply(state: MastodonState, token: AccessToken): Response {
  const ending = token.expiresAt === null ? null : state.settings.expiringTokens
  return Response.json(
    {
      access_token: token.token,
      token_type: 'Bearer',
      scope: token.scopes.join(' '),
      created_at: Math.floor(token.createdAt.getTime() / 1000),
      ...(ending !== null && { expires_in: ending.lifetimeSeconds, refresh_token: token.refreshToken }),
    },
    { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } },
  )
}

function proves(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

/**
 * Exchanges a code for a token. The code works once, for the same application, redirect URI and PKCE verifier.
 */
function exchangeCode(state: MastodonState, app: App | null, params: Params): AccessToken {
  const code = filledOf(params, 'code')
  if (code === null) throw missing('code')
  const grant = state.grants.get(code)
  const verifier = filledOf(params, 'code_verifier')
  if (grant !== undefined && grant.challenge !== null && verifier === null) throw missing('code_verifier')
  const redirectUri = filledOf(params, 'redirect_uri')
  if (redirectUri === null) throw missing('redirect_uri')
  if (app === null) throw refuse(401, 'invalid_client')
  if (
    grant === undefined ||
    grant.used ||
    grant.appId !== app.id ||
    grant.expiresAt <= state.clock.now() ||
    grant.redirectUri !== redirectUri ||
    !proves(grant.challenge, verifier)
  )
    throw refuse(400, 'invalid_grant')
  grant.used = true
  return makeToken(state, grant)
}

/** Exchanges a refresh token for a new token. With rotation, the old refresh token becomes invalid. */
function renew(state: MastodonState, app: App | null, params: Params): AccessToken {
  const refreshToken = filledOf(params, 'refresh_token')
  if (refreshToken === null) throw missing('refresh_token')
  if (app === null) throw refuse(401, 'invalid_client')
  const old = [...state.tokens.values()].findLast((one) => one.refreshToken === refreshToken)
  if (old === undefined || old.appId !== app.id || old.revoked || old.refreshUsed)
    throw refuse(400, 'invalid_grant')
  const rotates = state.settings.expiringTokens?.rotates ?? false
  if (rotates) {
    old.refreshUsed = true
    old.revoked = true
  }
  return makeToken(state, { ...old, refreshToken: rotates ? null : refreshToken })
}

/** Handles POST /oauth/token. */
export async function createToken(state: MastodonState, visit: Visit): Promise<Response> {
  const params = await readParams(visit)
  const app = clientOf(state, visit.request, params)
  switch (textOf(params, 'grant_type')) {
    case null:
      throw missing('grant_type')
    case 'authorization_code':
      return tokenReply(state, exchangeCode(state, app, params))
    case 'client_credentials': {
      if (app === null) throw refuse(401, 'invalid_client')
      const scopes = toScopes(filledOf(params, 'scope') ?? 'read')
      if (!scopes.every((scope) => KNOWN_SCOPES.has(scope) && app.scopes.includes(scope)))
        throw refuse(400, 'invalid_scope')
      return tokenReply(state, makeToken(state, { appId: app.id, personId: null, scopes }))
    }
    case 'refresh_token':
      if (state.settings.expiringTokens !== null) return tokenReply(state, renew(state, app, params))
      throw refuse(400, 'unsupported_grant_type')
    default:
      throw refuse(400, 'unsupported_grant_type')
  }
}

/** Handles POST /oauth/revoke. An unknown or revoked token causes no error. */
export async function revokeToken(state: MastodonState, visit: Visit): Promise<Response> {
  const params = await readParams(visit)
  const app = clientOf(state, visit.request, params)
  const given = textOf(params, 'token') ?? ''
  if (app === null) throw refuse(403, 'unauthorized_client')
  for (const token of state.tokens.values()) {
    if (token.token !== given && token.refreshToken !== given) continue
    if (token.appId !== app.id) throw refuse(403, 'unauthorized_client')
    token.revoked = true
    endStreamsOf(state, token.token)
  }
  return Response.json({})
}
