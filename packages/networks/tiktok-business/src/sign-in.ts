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
  assertApp,
  type PlatformBase,
  readCallback,
  type Renewed,
  scopesOf,
  toToken,
} from '@social/core/platform'

import { ACCESS_SECONDS } from './limits.js'
import type { Settings } from './options.js'
import { doneReply, type TokenData, tokenReply } from './schemas.js'

/** Sign-in and token refresh. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

/**
 * Asked for unless the application names its own: finding the videos, reading comments, answering and hiding them.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'user.info.basic',
  'video.list',
  'comment.list',
  'comment.list.manage',
]

/** Website on which apps are created. */
export const DEVELOPER_PORTAL = 'https://business-api.tiktok.com/portal'

/** Notes for developers who create an app. */
export const APP_ADVICE =
  'It is another portal than that of the tiktok network, with an app and keys of its own. Ask for the permission TikTok Accounts; since March 2026 TikTok wants the form for access to the Accounts API first. One scope that the app is not approved for makes TikTok refuse the whole sign-in.'

const MISSING_APP = {
  platform: 'tiktok_business',
  advice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}`,
}

/** The app's own proof of itself, in JSON. */
const clientFields = (app: AppCredentials) => ({ client_id: app.clientId, client_secret: app.clientSecret })

/**
 * TikTok registers addresses with https, without a port, that end in a slash; the mounted callback route takes both forms.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
function warnOfRedirect({ redirectUri }: LoginRequest, call: LoginCall): void {
  const { protocol, port, pathname } = new URL(redirectUri)
  if (call.allowLoopback || (protocol === 'https:' && port === '' && pathname.endsWith('/'))) return
  call.warn(
    'TikTok Business takes a redirect address with https, without a port, that ends in a slash. Register and pass such a one: https://app.example/social/callback/tiktok_business/.',
  )
}

/** The life that TikTok gives every token is taken for one it does not state. */
function tokenOf(data: TokenData, { clock }: LoginCall, previous?: Connection) {
  const stated = {
    ...data,
    token_type: null,
    refresh_expires_in: null,
    expires_in: data.expires_in ?? ACCESS_SECONDS,
  }
  return toToken(stated, { now: clock.now(), ...(previous && { previous: previous.token }) })
}

/**
 * Signing in: a code for a pair of tokens, in JSON. The answer names the account, so nothing else is asked for.
 * https://business-api.tiktok.com/portal/docs?id=1738084387220481 (copy of August 2026)
 */
export function signingIn({ addresses: { api, signIn } }: Settings): SignIn {
  async function startLogin(login: LoginRequest, call: LoginCall): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    warnOfRedirect(login, call)
    const url = authorizeUrl(`${signIn}/`, {
      client_key: app.clientId,
      response_type: 'code',
      scope: scopesOf(login, DEFAULT_SCOPES).join(','),
      redirect_uri: login.redirectUri,
      state: login.state,
      disable_auto_auth: login.hints['disableAutoAuth'],
    })
    return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
  }

  async function finishLogin(
    login: LoginRequest,
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    const app = assertApp(login.app, MISSING_APP)
    // `auth_code` is what TikTok's flow for advertisers calls it.
    const given = { ...callback, code: callback['code'] ?? callback['auth_code'] ?? '' }
    const { code, params } = readCallback(given, { platform: 'tiktok_business', state: login.state })
    const { data } = await call.http.post(`${api}/tt_user/oauth2/token/`, tokenReply, {
      json: {
        ...clientFields(app),
        grant_type: 'authorization_code',
        auth_code: code,
        redirect_uri: login.redirectUri,
      },
      auth: 'none',
    })
    const asked = scopesOf(login, DEFAULT_SCOPES)
    const granted = grantedScopes(data.scope ?? params['scopes'] ?? null, asked)
    const connection = new Connection({
      platform: 'tiktok_business',
      accountId: data.open_id,
      accountName: 'tiktok_business',
      token: tokenOf(data, call),
      scopes: granted.length > 0 ? granted : asked,
      extra: { openId: data.open_id },
    })
    return { step: 'FINISHED', connection }
  }

  return {
    startLogin,
    finishLogin,
    refresh,
    revoke,
    renewal: () => ({ beforeSeconds: 300, needsRefreshToken: true, rotates: true }),
  }
}

async function refresh(call: Call): Promise<Renewed> {
  const { connection } = call
  const { data } = await call.http.post('/tt_user/oauth2/refresh_token/', tokenReply, {
    json: {
      ...clientFields(assertApp(await call.app(), MISSING_APP)),
      grant_type: 'refresh_token',
      refresh_token: connection.token.refreshToken,
    },
    auth: 'none',
  })
  const scopes = grantedScopes(data.scope, [])
  return { token: tokenOf(data, call, connection), ...(scopes.length > 0 && { scopes }) }
}

async function revoke(call: Call): Promise<void> {
  await call.http.post('/tt_user/oauth2/revoke/', doneReply, {
    json: {
      ...clientFields(assertApp(await call.app(), MISSING_APP)),
      access_token: call.connection.token.accessToken,
    },
    auth: 'none',
  })
}
