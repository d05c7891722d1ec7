import type { Visit } from '../../framework/router.js'
import { removeAccess } from '../events.js'
import type { Access } from '../records.js'
import type { BusinessState } from '../state.js'
import { Refusal } from '../wire/refusals.js'
import { type JsonObject, readJson, requireText } from './access.js'

/**
 * Creates an access token with a refresh token. `refreshExpiresAt` keeps the original expiry after
 * a token refresh.
 */
export function makeAccess(
  state: BusinessState,
  parts: Pick<Access, 'openId' | 'scopes'> & Partial<Pick<Access, 'refreshExpiresAt' | 'refreshToken'>>,
): Access {
  const now = state.clock.now().getTime()
  const { accessSeconds, refreshSeconds } = state.settings
  const access: Access = {
    openId: parts.openId,
    scopes: parts.scopes,
    accessToken: `act.${state.seed.token('access')}`,
    refreshToken: parts.refreshToken ?? `rft.${state.seed.token('refresh')}`,
    expiresAt: new Date(now + accessSeconds * 1000),
    refreshExpiresAt: parts.refreshExpiresAt ?? new Date(now + refreshSeconds * 1000),
    refreshUsed: false,
    revoked: false,
  }
  state.accesses.push(access)
  return access
}

function tokenData(state: BusinessState, access: Access, withRefreshToken = true): object {
  const now = state.clock.now().getTime()
  const left = (end: Date): number => Math.floor((end.getTime() - now) / 1000)
  return {
    access_token: access.accessToken,
    expires_in: left(access.expiresAt),
    open_id: access.openId,
    ...(withRefreshToken && {
      refresh_token: access.refreshToken,
      refresh_token_expires_in: left(access.refreshExpiresAt),
    }),
    scope: access.scopes.join(','),
    token_type: 'Bearer',
  }
}

/**
 * @throws Refusal if the app id or secret is wrong. The client key of TikTok for Developers, a
 * separate portal, is refused too.
 */
export function requireApp(state: BusinessState, id: string, secret: string): void {
  if (id !== state.settings.appId) throw new Refusal(40_113, `Invalid app id ${id.slice(0, 40)}`)
  if (secret !== state.settings.appSecret) throw new Refusal(40_101, 'Invalid client_id or client_secret.')
}

function requireGrantType(body: JsonObject, wanted: string): void {
  if (requireText(body, 'grant_type') !== wanted) throw new Refusal(40_108, `grant_type must be ${wanted}.`)
}

/**
 * POST /tt_user/oauth2/token/: exchanges an authorization code for tokens. A code works once, with
 * the redirect URI of the sign-in.
 */
export async function createToken(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, [
    'client_id',
    'client_secret',
    'grant_type',
    'auth_code',
    'redirect_uri',
  ])
  requireApp(state, requireText(body, 'client_id'), requireText(body, 'client_secret'))
  requireGrantType(body, 'authorization_code')
  const grant = state.grants.get(requireText(body, 'auth_code'))
  const redirectUri = requireText(body, 'redirect_uri')
  if (grant === undefined || grant.used) throw new Refusal(40_110, 'Authorization code is invalid or used.')
  if (grant.expiresAt <= state.clock.now()) throw new Refusal(40_131, 'Authorization code is expired')
  if (redirectUri !== grant.redirectUri) throw new Refusal(40_101, 'redirect_uri does not match.')
  grant.used = true
  return tokenData(state, makeAccess(state, grant))
}

/** POST /tt_user/oauth2/refresh_token/: exchanges a refresh token for a new access token. */
export async function renewToken(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, ['client_id', 'client_secret', 'grant_type', 'refresh_token'])
  requireApp(state, requireText(body, 'client_id'), requireText(body, 'client_secret'))
  requireGrantType(body, 'refresh_token')
  const given = requireText(body, 'refresh_token')
  const old = state.accesses.findLast(({ refreshToken }) => refreshToken === given)
  if (old === undefined || old.revoked || old.refreshUsed)
    throw new Refusal(40_107, 'Refresh token is incorrect.')
  if (old.refreshExpiresAt <= state.clock.now()) throw new Refusal(40_103, 'Refresh token has expired.')
  const rule = state.settings.refreshTokens
  if (rule === 'ROTATED') old.refreshUsed = true
  const { openId, scopes, refreshExpiresAt } = old
  const kept = rule === 'ROTATED' ? {} : { refreshToken: given }
  return tokenData(
    state,
    makeAccess(state, { openId, scopes, refreshExpiresAt, ...kept }),
    rule !== 'OMITTED',
  )
}

/**
 * POST /tt_user/oauth2/revoke/: revokes the app's access to the account and sends the event. The
 * response has no data.
 */
export async function revokeToken(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, ['client_id', 'client_secret', 'access_token'])
  requireApp(state, requireText(body, 'client_id'), requireText(body, 'client_secret'))
  const given = requireText(body, 'access_token')
  const access = state.accesses.find(({ accessToken }) => accessToken === given)
  if (access === undefined || access.revoked) throw new Refusal(40_131, 'Access token is invalid')
  removeAccess(state, access.openId, 5)
  return {}
}

/** POST /tt_user/token_info/get/: returns the account and the scopes of an access token. */
export async function readTokenInfo(state: BusinessState, { request }: Visit): Promise<object> {
  const body = await readJson(request, ['app_id', 'access_token'])
  const appId = requireText(body, 'app_id')
  const given = requireText(body, 'access_token')
  const access = state.accesses.find(({ accessToken }) => accessToken === given)
  if (access === undefined || access.revoked)
    throw new Refusal(40_105, 'Access token is incorrect or has been revoked.')
  if (access.expiresAt <= state.clock.now()) throw new Refusal(40_102, 'Access token has expired.')
  if (appId !== state.settings.appId) throw new Refusal(40_113, `Invalid app id ${appId.slice(0, 40)}`)
  return { app_id: appId, creator_id: access.openId, scope: access.scopes.join(',') }
}
