import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanResumeLogin,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  assertApp,
  type PlatformBase,
  readCallback,
  scopesOf,
  type Token,
  TokenExpiredError,
} from '@social/core/platform'
import { exchangeFields, tradeToken, withoutFragment } from '@social/meta-kit'

import { APP_ADVICE } from '../errors/index.js'
import type { Settings } from '../options.js'
import { type Bearer, connectPage, readGranted, readOwnId, readPages } from './pages.js'
import { packResumeToken, readResumeToken } from './resume-token.js'

/**
 * Default scopes: list pages, read pages and comments, publish, like, moderate, and access pages
 * owned by a business.
 * https://developers.facebook.com/docs/permissions (read 2026-11-22)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_posts',
  'pages_manage_engagement',
  'business_management',
]

/**
 * Seconds before the expiry at which a token is refreshed: five days. Page tokens do not expire.
 */
const RENEW_BEFORE_SECONDS = 432_000

/**
 * The parameters are sent in a form, which keeps the secret out of URLs. Facebook documents a
 * query, but accepts both.
 */
const BY_FORM = { method: 'POST' } as const

const appOf = (app: Parameters<typeof assertApp>[0]) =>
  assertApp(app, { platform: 'facebook', advice: APP_ADVICE })

function startLogin(settings: Settings, login: LoginRequest): LoginStep {
  const { configId, rerequest } = login.hints
  const url = authorizeUrl(settings.addresses.signIn, {
    client_id: appOf(login.app).clientId,
    redirect_uri: login.redirectUri,
    response_type: 'code',
    scope: configId === undefined ? scopesOf(login, DEFAULT_SCOPES).join(',') : null,
    state: login.state,
    // Facebook Login for Business stores the permissions in a configuration of the app.
    config_id: configId,
    override_default_response_type: configId === undefined ? null : true,
    auth_type: rerequest === 'true' ? 'rerequest' : null,
  })
  return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
}

/**
 * Exchanges the code for a short-lived token, and this token for a token of sixty days. Then reads
 * the pages with their tokens.
 */
async function finishLogin(
  settings: Settings,
  login: LoginRequest,
  callback: CallbackParams,
  call: LoginCall,
): Promise<LoginStep> {
  const app = appOf(login.app)
  const { code } = readCallback(withoutFragment(callback), { platform: 'facebook', state: login.state })
  const { token: endpoint } = settings.addresses
  const byCode = { client_id: app.clientId, client_secret: app.clientSecret, code }
  const short = await tradeToken(call, endpoint, { ...byCode, redirect_uri: login.redirectUri }, BY_FORM)
  const { accessToken } = await tradeToken(
    call,
    endpoint,
    exchangeFields('fb', app, short.accessToken),
    BY_FORM,
  )
  const bearer = { accessToken, app, settings }
  const personId = await readOwnId(bearer, call)
  const pages = await readPages(bearer, call)
  const scopes = await readGranted(bearer, call, scopesOf(login, DEFAULT_SCOPES))
  return {
    step: 'CHOOSE_ACCOUNT',
    options: pages.map(({ id, name }) => ({ id, name: name || id, kind: 'page' })),
    resumeToken: packResumeToken({ accessToken, personId, scopes: [...scopes] }),
  }
}

/**
 * Refreshes a token that expires by exchanging it for a longer-lived token. Page tokens do not
 * expire and need no refresh.
 */
async function refresh(settings: Settings, call: Call): Promise<Token> {
  const { token } = call.connection
  if (token.expiresAt === null) return token
  const app = appOf(await call.app())
  try {
    return await tradeToken(
      call,
      settings.addresses.token,
      exchangeFields('fb', app, token.accessToken),
      BY_FORM,
    )
  } catch (error) {
    if (!AuthError.is(error)) throw error
    throw new TokenExpiredError(error.message, { platform: 'facebook', raw: error.raw, cause: error })
  }
}

/**
 * Signs a person in with OAuth 2, then offers a choice of pages, even if there is only one page.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function signingIn(
  settings: Settings,
): Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'refresh' | 'renewal'> & CanResumeLogin {
  return {
    startLogin: async (login) => startLogin(settings, login),
    finishLogin: (login, callback, call) => finishLogin(settings, login, callback, call),
    resumeLogin: async (login, { resumeToken, accountId }, call) => {
      const open = readResumeToken(resumeToken)
      const bearer: Bearer = { accessToken: open.accessToken, app: appOf(login.app), settings }
      return { step: 'FINISHED', connection: await connectPage(accountId, open, bearer, call) }
    },
    refresh: (call) => refresh(settings, call),
    renewal: () => ({ beforeSeconds: RENEW_BEFORE_SECONDS, needsRefreshToken: false, rotates: false }),
  }
}
