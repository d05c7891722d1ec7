import {
  type AppCredentials,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanRevoke,
  Connection,
  grantedScopes,
  hexChallenge,
  isLoopbackHost,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  assertApp,
  type PlatformBase,
  type RawData,
  readCallback,
  readVerifier,
  type Renewed,
  scopesOf,
  toToken,
} from '@social/core/platform'
import type { InferOutput } from 'valibot'

import { USER_COST } from './limits.js'
import { toProfileUrl } from './map.js'
import type { Settings } from './options.js'
import { tokenReply, userReply } from './schemas.js'

/** Methods for sign-in and token refresh. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

/** Default scopes of a sign-in. Applications that send only drafts do not need `video.publish`. */
const DEFAULT_SCOPES: readonly string[] = ['user.info.basic', 'video.upload', 'video.publish']

/** Default lifetime of an access token in seconds, when the response contains no lifetime. */
const ACCESS_SECONDS = 86_400

/** Website on which developers create apps. */
export const DEVELOPER_PORTAL = 'https://developers.tiktok.com'

/**
 * Advice for developers who create an app. TikTok reports success without mentioning these limits.
 */
export const APP_ADVICE =
  'Add Login Kit and the Content Posting API to it, and enter the redirect URI. Until TikTok has audited the app, at most 5 people can post in 24 hours, and TikTok forces every post to SELF_ONLY without an error. Inform your users that their posts are private until then.'

const MISSING_APP = { platform: 'tiktok', advice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}` }

/** Returns the fields that authenticate the app. TikTok calls the client id `client_key`. */
function clientFields(app: AppCredentials) {
  return { client_key: app.clientId, client_secret: app.clientSecret }
}

/**
 * Returns the fields of `/user/info/` that the scopes allow. TikTok refuses the whole request if
 * it contains any other field.
 */
export function userFields(scopes: readonly string[]): string {
  const username = scopes.includes('user.info.profile') ? ',username' : ''
  return `open_id,display_name,avatar_url${username}`
}

function warnOfLocalAddress({ redirectUri }: LoginRequest, { pkce }: Settings, call: LoginCall): void {
  const { hostname = '' } = URL.parse(redirectUri) ?? {}
  if (pkce || call.allowLoopback || !isLoopbackHost(hostname)) return
  call.warn(
    'TikTok accepts no local redirect URI for a web app. Register the URL of a tunnel, and pass it as redirectUri.',
  )
}

/** Builds the token. If the response contains no lifetime, the token gets the default lifetime. */
function tokenOf(reply: InferOutput<typeof tokenReply>, { clock }: LoginCall, previous?: Connection) {
  const stated = { ...reply, expires_in: reply.expires_in ?? ACCESS_SECONDS }
  return toToken(stated, { now: clock.now(), ...(previous && { previous: previous.token }) })
}

/**
 * Refreshes the token. https://developers.tiktok.com/doc/oauth-user-access-token-management (copy
 * of October 2026)
 */
async function refresh(call: Call): Promise<Renewed> {
  const { connection } = call
  const form = {
    ...clientFields(assertApp(await call.app(), MISSING_APP)),
    grant_type: 'refresh_token',
    refresh_token: connection.token.refreshToken,
  }
  const reply = await call.http.post('/oauth/token/', tokenReply, { form, auth: 'none' })
  const scopes = grantedScopes(reply.scope, [])
  return { token: tokenOf(reply, call, connection), ...(scopes.length > 0 && { scopes }) }
}

async function revoke(call: Call): Promise<void> {
  const form = {
    ...clientFields(assertApp(await call.app(), MISSING_APP)),
    token: call.connection.token.accessToken,
  }
  await call.http.request('POST', '/oauth/revoke/', null, { form, auth: 'none' })
}

/**
 * Signs a person in with OAuth 2 and TikTok's parameter names.
 * https://developers.tiktok.com/doc/login-kit-web (copy of October 2026)
 */
export function signingIn(settings: Settings): SignIn {
  const { api, signIn } = settings.addresses

  async function startLogin(login: LoginRequest, call: LoginCall): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    warnOfLocalAddress(login, settings, call)
    const verifier = settings.pkce ? makePkce(call.random).verifier : null
    const url = authorizeUrl(`${signIn}/`, {
      client_key: app.clientId,
      response_type: 'code',
      scope: scopesOf(login, DEFAULT_SCOPES).join(','),
      redirect_uri: login.redirectUri,
      state: login.state,
      // TikTok requires the challenge in hexadecimal.
      // https://developers.tiktok.com/doc/login-kit-desktop (copy of October 2026)
      code_challenge: verifier && hexChallenge(verifier),
      code_challenge_method: verifier && 'S256',
      disable_auto_auth: login.hints['disableAutoAuth'],
    })
    return {
      step: 'SEND_TO_NETWORK',
      url,
      state: login.state,
      remember: verifier === null ? {} : { verifier },
    }
  }

  /**
   * Builds the connection for a token. The token response contains the account id. One more
   * request reads name and picture.
   */
  async function readConnection(
    reply: InferOutput<typeof tokenReply>,
    scopes: readonly string[],
    call: LoginCall,
  ): Promise<Connection> {
    const canAsk = scopes.includes('user.info.basic')
    const { data } = canAsk
      ? await call.http.get(`${api}/user/info/`, userReply, {
          auth: 'none',
          headers: { authorization: `Bearer ${reply.access_token}` },
          query: { fields: userFields(scopes) },
          cost: USER_COST,
        })
      : { data: { user: null } }
    const { display_name: name, username, avatar_url: picture } = data.user ?? {}
    return new Connection({
      platform: 'tiktok',
      accountId: reply.open_id,
      accountName: name || username || reply.open_id,
      token: tokenOf(reply, call),
      scopes,
      avatarUrl: typeof picture === 'string' ? picture : null,
      extra: {
        openId: reply.open_id,
        ...(username && { username, profileUrl: toProfileUrl(username) }),
      },
    })
  }

  async function finishLogin(
    login: LoginRequest & { readonly remember: RawData },
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    const { code, params } = readCallback(callback, { platform: 'tiktok', state: login.state })
    const form = {
      ...clientFields(app),
      code,
      grant_type: 'authorization_code',
      redirect_uri: login.redirectUri,
      code_verifier: settings.pkce ? readVerifier(login.remember, 'tiktok') : null,
    }
    const reply = await call.http.post(`${api}/oauth/token/`, tokenReply, { form, auth: 'none' })
    const asked = scopesOf(login, DEFAULT_SCOPES)
    const granted = grantedScopes(reply.scope ?? params['scopes'] ?? null, asked)
    const scopes = granted.length > 0 ? granted : asked
    return { step: 'FINISHED', connection: await readConnection(reply, scopes, call) }
  }

  return {
    startLogin,
    finishLogin,
    refresh,
    revoke,
    renewal: () => ({ beforeSeconds: 300, needsRefreshToken: true, rotates: true }),
  }
}
