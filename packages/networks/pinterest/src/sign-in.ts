import {
  type AppCredentials,
  authorizeUrl,
  type Call,
  type CallbackParams,
  ConfigError,
  Connection,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  assertApp,
  pictureUrl,
  type PlatformBase,
  readCallback,
  scopesOf,
  Token,
  toToken,
} from '@social/core/platform'

import { POSTING_SCOPES } from './errors/index.js'
import { READ_COST } from './limits.js'
import { toProfileUrl } from './map.js'
import type { Settings } from './options.js'
import { accountReply, type TokenReply, tokenReply } from './schemas.js'

/** Website on which developers create apps. */
export const DEVELOPER_PORTAL = 'https://developers.pinterest.com/apps'

/** Advice for creating an app, appended to the error for a missing app. */
export const APP_ADVICE = `Create an app at ${DEVELOPER_PORTAL}. A new app has Trial access: its pins are not public.`

/**
 * Default scopes of a sign-in, without secret boards. The library needs `user_accounts:read` to
 * identify the account.
 */
const DEFAULT_SCOPES: readonly string[] = [...POSTING_SCOPES, 'user_accounts:read']

/** Lifetime of an access token when the response contains none: 30 days.
 *  https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (read 2026-11-22) */
const ACCESS_SECONDS = 2_592_000

/** Refresh a day before expiry: access tokens are valid for a month, so a failed refresh can be repeated in time. */
const RENEW_BEFORE_SECONDS = 86_400

/** Client authentication. Pinterest accepts it only in the header, not in the form. Same page. */
function basicOf(given: AppCredentials | null): { readonly authorization: string } {
  const { clientId, clientSecret } = assertApp(given, { platform: 'pinterest', advice: APP_ADVICE })
  if (clientSecret === null)
    throw new ConfigError(
      'The app stored for pinterest has no client secret, which Pinterest requires. Store it with Storage.saveApp.',
      { platform: 'pinterest' },
    )
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
}

/**
 * Converts a response to a token. Uses the relative expiry of the refresh token if present,
 * because it does not depend on clocks.
 */
function readToken(reply: TokenReply, now: Date, previous?: Token): Token {
  const token = toToken(
    { ...reply, expires_in: reply.expires_in ?? ACCESS_SECONDS },
    { now, ...(previous && { previous }) },
  )
  const end = reply.refresh_token_expires_at
  if (reply.refresh_token === null || reply.refresh_token_expires_in !== null || end == null) return token
  const { accessToken, refreshToken, expiresAt } = token
  const refreshTokenExpiresAt = new Date(end * 1000)
  // An expiry that is out of range is ignored.
  if (Number.isNaN(refreshTokenExpiresAt.getTime())) return token
  return new Token({ accessToken, refreshToken, expiresAt, refreshTokenExpiresAt })
}

async function readConnection(
  granted: { readonly token: Token; readonly scopes: readonly string[] },
  { addresses: { api } }: Settings,
  { http }: LoginCall,
): Promise<Connection> {
  const headers = { authorization: `Bearer ${granted.token.accessToken}` }
  const account = await http.get(`${api}/user_account`, accountReply, {
    auth: 'none',
    headers,
    cost: READ_COST,
  })
  return new Connection({
    ...granted,
    platform: 'pinterest',
    // The id is preferred, because people can change the username. Old responses contain only the username.
    accountId: account.id ?? account.username,
    accountName: account.username,
    avatarUrl: pictureUrl(account.profile_image),
    extra: { profileUrl: toProfileUrl(account.username), accountType: account.account_type ?? null },
  })
}

/**
 * Sign-in: OAuth 2 with a code, without PKCE, which Pinterest does not support. Every refresh replaces the refresh token,
 * which is valid for 60 days. Pinterest cannot revoke tokens, so there is no `revoke`.
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (read 2026-11-22)
 */
export function signingIn(
  settings: Settings,
): Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> {
  const { api, signIn } = settings.addresses
  const continuous = settings.continuousRefresh ? { continuous_refresh: 'true' } : {}

  return {
    renewal: () => ({ beforeSeconds: RENEW_BEFORE_SECONDS, needsRefreshToken: true, rotates: true }),

    async startLogin(login): Promise<LoginStep> {
      const app = assertApp(login.app, { platform: 'pinterest', advice: APP_ADVICE })
      const url = authorizeUrl(`${signIn}/`, {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: login.redirectUri,
        scope: scopesOf(login, DEFAULT_SCOPES).join(','), // Pinterest does not accept spaces as separators
        state: login.state,
      })
      return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
    },

    async finishLogin(login: LoginRequest, callback: CallbackParams, call: LoginCall): Promise<LoginStep> {
      const headers = basicOf(login.app)
      const { code } = readCallback(callback, { platform: 'pinterest', state: login.state })
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: login.redirectUri,
        ...continuous,
      }
      const reply = await call.http.post(`${api}/oauth/token`, tokenReply, {
        form,
        headers,
        auth: 'none',
        cost: READ_COST,
      })
      const granted = {
        token: readToken(reply, call.clock.now()),
        scopes: grantedScopes(reply.scope, scopesOf(login, DEFAULT_SCOPES)),
      }
      return { step: 'FINISHED', connection: await readConnection(granted, settings, call) }
    },

    async refresh(call: Call): Promise<Token> {
      const { token } = call.connection
      const headers = basicOf(await call.app())
      const form = { grant_type: 'refresh_token', refresh_token: token.refreshToken, ...continuous }
      const reply = await call.http.post('/oauth/token', tokenReply, {
        form,
        headers,
        auth: 'none',
        cost: READ_COST,
      })
      return readToken(reply, call.clock.now(), token)
    },
  }
}
