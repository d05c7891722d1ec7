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

/** Where apps are made. */
export const DEVELOPER_PORTAL = 'https://developers.pinterest.com/apps'

/** Put behind the refusal of a sign-in without an app. */
export const APP_ADVICE = `Make an app at ${DEVELOPER_PORTAL}. With Trial access, which is what it starts with, people see none of its pins.`

/** What the library needs; `user_accounts:read` tells whose token it is. Secret boards are not asked for. */
const DEFAULT_SCOPES: readonly string[] = [...POSTING_SCOPES, 'user_accounts:read']

/** Lifetime of an access token that does not say its own: 30 days.
 *  https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (read 2026-11-22) */
const ACCESS_SECONDS = 2_592_000

/** Access tokens live a month, so a renewal begins a day ahead: one that fails then is no harm. */
const RENEW_BEFORE_SECONDS = 86_400

/** The app proves itself in a header alone; a secret in the form is not accepted. Same page. */
function basicOf(given: AppCredentials | null): { readonly authorization: string } {
  const { clientId, clientSecret } = assertApp(given, { platform: 'pinterest', advice: APP_ADVICE })
  if (clientSecret === null)
    throw new ConfigError(
      'The app stored for pinterest has no client secret, and Pinterest signs nobody in without. Save it with Storage.saveApp.',
      { platform: 'pinterest' },
    )
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
}

/** Makes a token. The reply tells the end of the refresh token twice; seconds from now do not depend on two clocks. */
function readToken(reply: TokenReply, now: Date, previous?: Token): Token {
  const token = toToken(
    { ...reply, expires_in: reply.expires_in ?? ACCESS_SECONDS },
    { now, ...(previous && { previous }) },
  )
  const end = reply.refresh_token_expires_at
  if (reply.refresh_token === null || reply.refresh_token_expires_in !== null || end == null) return token
  const { accessToken, refreshToken, expiresAt } = token
  const refreshTokenExpiresAt = new Date(end * 1000)
  // A number that no moment has.
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
    // The name can be changed by the person; accounts from before the id was there have nothing else.
    accountId: account.id ?? account.username,
    accountName: account.username,
    avatarUrl: pictureUrl(account.profile_image),
    extra: { profileUrl: toProfileUrl(account.username), accountType: account.account_type ?? null },
  })
}

/**
 * Signing in: OAuth 2 with a code, without PKCE, which is no part of Pinterest's flow. Every renewal replaces the refresh
 * token, which lasts 60 days. Pinterest withdraws no token of a person, so there is no `revoke`.
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
        scope: scopesOf(login, DEFAULT_SCOPES).join(','), // a list with spaces is not understood
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
