import {
  type AccountProfile,
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
  MissingPermissionError,
  assertApp,
  assertWork,
  pictureUrl,
  type PlatformBase,
  readCallback,
  type Renewed,
  scopesOf,
  toToken,
} from '@social/core/platform'

import { ACCESS_SECONDS, PROFILE_COST } from './limits.js'
import type { Settings } from './options.js'
import { doneReply, profileReply, type TokenData, tokenReply } from './schemas.js'

/** Methods for sign-in and token refresh. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

/**
 * Default scopes of a sign-in: list videos, read comments, reply to comments and hide comments.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'user.info.basic',
  'video.list',
  'comment.list',
  'comment.list.manage',
]

/**
 * Scopes that calls check: reading videos, their watch time, and writing comments. Same source as
 * `DEFAULT_SCOPES`.
 */
export const SCOPES = {
  videos: 'video.list',
  insights: 'video.insights',
  manage: 'comment.list.manage',
} as const

/**
 * Refuses a call without its scope before any request. Connections with unknown scopes are accepted.
 *
 * @throws MissingPermissionError with the missing scope.
 */
export function assertScope({ scopes }: Connection, needs: string): void {
  if (scopes.length === 0 || scopes.includes(needs)) return
  throw new MissingPermissionError({
    platform: 'tiktok_business',
    needs,
    suggestion: `Sign the account in again, request ${needs}, and leave every permission selected.`,
  })
}

/** Website on which developers create apps. */
export const DEVELOPER_PORTAL = 'https://business-api.tiktok.com/portal'

/** Advice for developers who create an app. */
export const APP_ADVICE =
  'This portal, its apps and their credentials are separate from those of the tiktok network. Request the permission TikTok Accounts. Since March 2026 TikTok first requires the access form of the Accounts API. TikTok refuses the whole sign-in if the app is not approved for one of its scopes.'

const MISSING_APP = {
  platform: 'tiktok_business',
  advice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}`,
}

/** Returns the fields that authenticate the app, in JSON. */
const clientFields = (app: AppCredentials) => ({ client_id: app.clientId, client_secret: app.clientSecret })

/**
 * Warns about an invalid redirect URI. TikTok accepts only https URIs without a port that end in a
 * slash. The mounted callback route accepts URIs with and without the slash.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
function warnOfRedirect({ redirectUri }: LoginRequest, call: LoginCall): void {
  const { protocol, port, pathname } = new URL(redirectUri)
  if (call.allowLoopback || (protocol === 'https:' && port === '' && pathname.endsWith('/'))) return
  call.warn(
    'TikTok Business requires a redirect URI with https, without a port, that ends in a slash. Register and pass one such as https://app.example/social/callback/tiktok_business/.',
  )
}

/** Builds the token. If the response contains no lifetime, the token gets the default lifetime. */
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
 * Signs a person in by exchanging a code for tokens, in JSON. The response contains the account
 * id, so no profile is requested.
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
    // TikTok's sign-in for advertisers calls the code `auth_code`.
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

/**
 * Reads the name and the picture of the account, which the sign-in does not return. Requires the scope `user.info.basic`.
 * https://business-api.tiktok.com/portal/docs?id=1762228399168514 (copy of August 2026)
 *
 * @throws MissingPermissionError if the connection lacks the scope.
 * @example
 * const { name } = await account.run(businessProfile)
 */
export async function businessProfile(call: Call): Promise<AccountProfile> {
  assertWork('businessProfile', call)
  const { http, connection } = call
  const query = {
    business_id: connection.accountId,
    fields: JSON.stringify(['display_name', 'profile_image']),
  }
  const { data } = await http.get('/business/get/', profileReply, { query, cost: PROFILE_COST })
  return { name: data.display_name || connection.accountId, avatarUrl: pictureUrl(data.profile_image) }
}
