import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  Connection,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  needApp,
  type PlatformBase,
  readCallback,
  scopesOf,
  type Token,
} from '@social/core/platform'
import { exchangeFields, refreshFields, tradeToken, withoutFragment } from '@social/meta-kit'

import { APP_ADVICE } from '../errors.js'
import { RENEW_BEFORE_SECONDS } from '../limits.js'
import type { Settings } from '../options.js'
import { accountReply, codeReply } from '../schemas.js'

/** Asked for unless the application names its own.
 *  https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-22) */
const DEFAULT_SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
]

const MISSING_APP = { platform: 'instagram', advice: APP_ADVICE }
const ACCOUNT_FIELDS = 'user_id,username,name,account_type,profile_picture_url'

/** Whose token it is. A personal account cannot use the API, whatever its person allowed. */
async function readConnection(
  { addresses }: Settings,
  facts: { readonly token: Token; readonly scopes: readonly string[]; readonly userId: string | null },
  { http }: LoginCall,
): Promise<Connection> {
  const { token, scopes, userId } = facts
  const account = await http.get(`${addresses.api}/me`, accountReply, {
    query: { fields: ACCOUNT_FIELDS },
    auth: 'none',
    headers: { authorization: `Bearer ${token.accessToken}` },
  })
  if (account.account_type === 'PERSONAL')
    throw new AuthError(
      'This is a personal account of Instagram, which no application may post to. The person can turn it into a professional one in the Instagram app (Settings, Account type) and sign in again.',
      { platform: 'instagram' },
    )
  // The professional account's id, under which Instagram pushes; `id` is another one, for this app alone.
  const accountId = account.user_id ?? userId
  if (accountId === null)
    throw new AuthError('instagram did not say whose account it is. Start the sign-in again.', {
      platform: 'instagram',
    })
  const username = account.username
  return new Connection({
    platform: 'instagram',
    accountId,
    accountName: username ?? accountId,
    token,
    scopes,
    avatarUrl: account.profile_picture_url,
    extra: {
      instagramId: accountId,
      ...(account.id !== null && { personId: account.id }),
      ...(username !== null && { username, profileUrl: `https://www.instagram.com/${username}` }),
    },
  })
}

/** Signing in: a code, a token of an hour, a token of sixty days. No page of Facebook has to do with it. */
export function signingIn(
  settings: Settings,
): Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> {
  const { addresses } = settings

  async function startLogin(login: LoginRequest): Promise<LoginStep> {
    const app = needApp(login.app, MISSING_APP)
    const url = authorizeUrl(addresses.signIn, {
      client_id: app.clientId,
      redirect_uri: login.redirectUri,
      response_type: 'code',
      scope: scopesOf(login, DEFAULT_SCOPES).join(','),
      state: login.state,
      force_reauth: login.hints['forceReauth'],
    })
    return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
  }

  async function finishLogin(
    login: LoginRequest,
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    const app = needApp(login.app, MISSING_APP)
    const { code } = readCallback(withoutFragment(callback), { platform: 'instagram', state: login.state })
    const short = await call.http.post(addresses.code, codeReply, {
      form: {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: login.redirectUri,
        code,
      },
      auth: 'none',
    })
    const fields = exchangeFields('ig', app, short.access_token)
    const token = await tradeToken(call, addresses.token, fields, { method: 'GET' })
    const asked = scopesOf(login, DEFAULT_SCOPES)
    const { permissions, user_id: userId } = short
    const told = Array.isArray(permissions) ? permissions.join(',') : permissions
    const granted = grantedScopes(told, asked)
    const scopes = granted.length > 0 ? granted : asked
    return { step: 'FINISHED', connection: await readConnection(settings, { token, scopes, userId }, call) }
  }

  async function refresh(call: Call): Promise<Token> {
    const fields = refreshFields('ig', call.connection.token.accessToken)
    return tradeToken(call, addresses.refresh, fields, { method: 'GET' })
  }

  return {
    startLogin,
    finishLogin,
    refresh,
    // The working token buys the next one; what was bought is not taken back by a lost answer.
    renewal: () => ({ beforeSeconds: RENEW_BEFORE_SECONDS, needsRefreshToken: false, rotates: false }),
  }
}
