import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  Connection,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  needApp,
  type PlatformBase,
  RateLimitError,
  readCallback,
  scopesOf,
  type Token,
} from '@social/core/platform'
import { exchangeFields, refreshFields, tradeToken, withoutFragment } from '@social/meta-kit'

import { APP_ADVICE } from './errors.js'
import { FRESH_SECONDS, RENEW_BEFORE_SECONDS } from './limits/index.js'
import { profileUrlOf } from './map.js'
import type { Settings } from './options.js'
import { accountReply, codeReply } from './schemas.js'

/** Asked for unless the application names its own.
 *  https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions (copy of 12 August 2026) */
const DEFAULT_SCOPES: readonly string[] = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_delete',
]

const MISSING_APP = { platform: 'threads', advice: APP_ADVICE }

/** Whose token it is. */
async function readConnection(
  { addresses }: Settings,
  facts: { readonly token: Token; readonly scopes: readonly string[]; readonly userId: string | null },
  { http }: LoginCall,
): Promise<Connection> {
  const { token, scopes, userId } = facts
  const account = await http.get(`${addresses.api}/me`, accountReply, {
    query: { fields: 'id,username,threads_profile_picture_url' },
    auth: 'none',
    headers: { authorization: `Bearer ${token.accessToken}` },
  })
  const accountId = account.id ?? userId
  if (accountId === null)
    throw new AuthError('threads did not say whose account it is. Start the sign-in again.', {
      platform: 'threads',
    })
  const { username } = account
  return new Connection({
    platform: 'threads',
    accountId,
    accountName: username ?? accountId,
    token,
    scopes,
    avatarUrl: account.threads_profile_picture_url,
    extra: {
      threadsId: accountId,
      ...(username !== null && { username, profileUrl: profileUrlOf(username) }),
    },
  })
}

/** Signing in: a code, a token of an hour, a token of sixty days, and whose they are. */
export function signingIn(
  settings: Settings,
): Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> {
  const { addresses } = settings

  async function startLogin(login: LoginRequest): Promise<LoginStep> {
    const app = needApp(login.app, MISSING_APP)
    const url = authorizeUrl(addresses.signIn, {
      client_id: app.clientId,
      redirect_uri: login.redirectUri,
      scope: scopesOf(login, DEFAULT_SCOPES).join(','),
      response_type: 'code',
      state: login.state,
    })
    return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
  }

  async function finishLogin(
    login: LoginRequest,
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep> {
    const app = needApp(login.app, MISSING_APP)
    const { code } = readCallback(withoutFragment(callback), { platform: 'threads', state: login.state })
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
    const fields = exchangeFields('th', app, short.access_token)
    const token = await tradeToken(call, addresses.token, fields, { method: 'GET' })
    // Threads does not tell what the person unticked: a missing permission shows when it is needed.
    const facts = { token, scopes: scopesOf(login, DEFAULT_SCOPES), userId: short.user_id }
    return { step: 'FINISHED', connection: await readConnection(settings, facts, call) }
  }

  async function refresh(call: Call): Promise<Token> {
    refuseFresh(call)
    const fields = refreshFields('th', call.connection.token.accessToken)
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

/** Threads renews no token of less than a day; how old one is shows by what is left of its sixty days. */
function refuseFresh({ connection, clock }: Call): void {
  const { expiresAt } = connection.token
  if (expiresAt === null) return
  const retryAfter = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000 - FRESH_SECONDS)
  if (retryAfter <= 0) return
  throw new RateLimitError(
    `threads renews a token once it is a day old; this one is younger and good for ${FRESH_SECONDS / 86_400} days more. Try again in ${retryAfter} seconds.`,
    { platform: 'threads', retryAfter },
  )
}
