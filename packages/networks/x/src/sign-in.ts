import {
  type AppCredentials,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanRevoke,
  Connection,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  MissingPermissionError,
  assertApp,
  type PlatformBase,
  type RawData,
  readCallback,
  readVerifier,
  type Renewed,
  type RequestOptions,
  scopesOf,
  type Token,
  toToken,
} from '@social/core/platform'
import type { InferOutput } from 'valibot'

import { SUBSCRIPTION, USER_COST } from './limits/index.js'
import { toProfileUrl } from './map/index.js'
import type { Settings } from './options.js'
import { meReply, tokenReply } from './schemas.js'

/** Methods for sign-in, token refresh and revocation. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

/**
 * Default scopes of a sign-in. `offline.access` gives a refresh token. Without it, the connection
 * expires after two hours.
 */
const DEFAULT_SCOPES: readonly string[] = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
]

/** Lifetime of an access token in seconds, if X's response contains no lifetime. */
const ACCESS_SECONDS = 7200

/** X's website on which developers create apps. */
export const DEVELOPER_PORTAL = 'https://developer.x.com/en/portal/dashboard'

/** Part of error messages that explains how to create an app. */
export const APP_ADVICE =
  'Enable OAuth 2.0 for it, enter the redirect URI, and buy credits or choose a plan at https://console.x.com. A public client (a mobile or single-page app) has clientSecret: null.'

const MISSING_APP = { platform: 'x', advice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}` }

/**
 * Returns the headers that authenticate the app. A confidential client sends its id and secret. A
 * public client has no secret and sends its id in the form instead.
 */
function proofOf({ clientId, clientSecret }: AppCredentials): Pick<RequestOptions, 'headers'> {
  if (clientSecret === null) return {}
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return { headers: { authorization: `Basic ${pair}` } }
}

function toStatedToken(reply: InferOutput<typeof tokenReply>, { clock }: LoginCall, previous?: Token): Token {
  const stated = { ...reply, expires_in: reply.expires_in ?? ACCESS_SECONDS }
  return toToken(stated, { now: clock.now(), ...(previous && { previous }) })
}

/**
 * Refuses a call without its scope before the request, because X returns 403 without a reason for
 * a missing scope.
 *
 * @throws MissingPermissionError with the missing scope. Connections with unknown scopes are
 * accepted.
 */
export function assertScope({ scopes }: Connection, needs: string): void {
  if (scopes.length === 0 || scopes.includes(needs)) return
  throw new MissingPermissionError({
    platform: 'x',
    needs,
    suggestion: `Sign the account in again and request ${needs}.`,
  })
}

/**
 * Refreshes the access token.
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (read 2026-11-22)
 */
async function refresh(call: Call): Promise<Renewed> {
  const { token } = call.connection
  const app = assertApp(await call.app(), MISSING_APP)
  const form = { grant_type: 'refresh_token', refresh_token: token.refreshToken, client_id: app.clientId }
  const reply = await call.http.post('/oauth2/token', tokenReply, { form, ...proofOf(app), auth: 'none' })
  const scopes = grantedScopes(reply.scope, [])
  return { token: toStatedToken(reply, call, token), ...(scopes.length > 0 && { scopes }) }
}

async function revoke(call: Call): Promise<void> {
  const { accessToken, refreshToken } = call.connection.token
  const app = assertApp(await call.app(), MISSING_APP)
  const form = { token: refreshToken ?? accessToken, client_id: app.clientId }
  await call.http.request('POST', '/oauth2/revoke', null, { form, ...proofOf(app), auth: 'none' })
}

/**
 * Creates the methods for sign-in by OAuth 2 with an authorization code and PKCE. Apps with and
 * without a secret are supported.
 */
export function signingIn(settings: Settings): SignIn {
  const { api, signIn } = settings.addresses

  async function startLogin(login: LoginRequest, call: LoginCall): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    const scopes = scopesOf(login, DEFAULT_SCOPES)
    if (!scopes.includes('offline.access'))
      call.warn(
        'The scopes do not include offline.access. X returns no refresh token, and the connection expires after two hours.',
      )
    const { verifier, challenge } = makePkce(call.random)
    const url = authorizeUrl(signIn, {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: login.redirectUri,
      scope: scopes.join(' '),
      state: login.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: { verifier } }
  }

  async function readConnection(
    granted: { readonly token: Token; readonly scopes: readonly string[] },
    call: LoginCall,
  ): Promise<Connection> {
    const { data } = await call.http.get(`${api}/users/me`, meReply, {
      auth: 'none',
      headers: { authorization: `Bearer ${granted.token.accessToken}` },
      query: { 'user.fields': 'profile_image_url,subscription_type' },
      cost: USER_COST,
    })
    const picture = data.profile_image_url
    return new Connection({
      ...granted,
      platform: 'x',
      accountId: data.id,
      accountName: `@${data.username}`,
      avatarUrl: typeof picture === 'string' ? picture : null,
      extra: {
        profileUrl: toProfileUrl(data.username),
        ...(typeof data.subscription_type === 'string' && { [SUBSCRIPTION]: data.subscription_type }),
      },
    })
  }

  async function finishLogin(
    login: LoginRequest & { readonly remember: RawData },
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    const { code } = readCallback(callback, { platform: 'x', state: login.state })
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: login.redirectUri,
      code_verifier: readVerifier(login.remember, 'x'),
      client_id: app.clientId,
    }
    const reply = await call.http.post(`${api}/oauth2/token`, tokenReply, {
      form,
      ...proofOf(app),
      auth: 'none',
    })
    const requested = scopesOf(login, DEFAULT_SCOPES)
    const granted = grantedScopes(reply.scope, requested)
    const scopes = granted.length > 0 ? granted : requested
    const token = toStatedToken(reply, call)
    return { step: 'FINISHED', connection: await readConnection({ token, scopes }, call) }
  }

  return {
    startLogin,
    finishLogin,
    refresh,
    revoke,
    renewal: () => ({
      beforeSeconds: 300,
      needsRefreshToken: true,
      rotates: true,
      withoutRefreshToken:
        'X returned no refresh token, because the sign-in did not request the scope offline.access',
    }),
  }
}
