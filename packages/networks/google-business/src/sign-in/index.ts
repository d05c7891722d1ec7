import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanResumeLogin,
  type CanRevoke,
  clientFields,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  needApp,
  type PlatformBase,
  type RawData,
  readCallback,
  readVerifier,
  scopesOf,
  type Token,
  type TokenReply,
  tokenReplySchema,
  toToken,
} from '@social/core/platform'

import type { Addresses } from '../addresses.js'
import { SCOPE } from '../errors/index.js'
import { USUAL_LIFETIME_SECONDS } from '../limits.js'
import type { Settings } from '../options.js'
import { readPlaces } from './places.js'
import { packResumeToken, resumeConnection } from './resume-token.js'

/** What signs people in, and keeps them signed in. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> &
  CanResumeLogin &
  CanRevoke

/** Where apps are made. https://developers.google.com/my-business/content/basic-setup (copy of 2026) */
export const DEVELOPER_PORTAL = 'https://console.cloud.google.com/apis/credentials'

/** What everybody has to know who makes an app. */
export const APP_ADVICE =
  'It is an OAuth client of type "Web application". Switch the Business Profile APIs on for its project (Account Management, Business Information, Verifications, My Business), and apply for access to them at https://developers.google.com/my-business/content/prereqs: until Google has approved the project by hand, every quota is 0.'

const MISSING_APP = { platform: 'google_business', advice: `Make one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}` }

function tokenOf(reply: TokenReply, now: Date, previous?: Token): Token {
  const whole = { ...reply, expires_in: reply.expires_in ?? USUAL_LIFETIME_SECONDS }
  return toToken(whole, { now, ...(previous && { previous }) })
}

/** Both `access_type` and `prompt` are needed: without either Google gives no refresh token. */
async function startLogin(addresses: Addresses, login: LoginRequest, call: LoginCall): Promise<LoginStep> {
  const app = needApp(login.app, MISSING_APP)
  const { verifier, challenge } = makePkce(call.random)
  const url = authorizeUrl(addresses.signIn, {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: login.redirectUri,
    scope: scopesOf(login, [SCOPE]).join(' '),
    state: login.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
    login_hint: login.hints['loginHint'],
    hl: login.hints['lang'],
  })
  return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: { verifier } }
}

async function finishLogin(
  addresses: Addresses,
  login: LoginRequest & { readonly remember: RawData },
  callback: CallbackParams,
  call: LoginCall,
): Promise<LoginStep> {
  const app = needApp(login.app, MISSING_APP)
  const { code } = readCallback(callback, { platform: 'google_business', state: login.state })
  const form = {
    grant_type: 'authorization_code',
    code,
    ...clientFields(app),
    redirect_uri: login.redirectUri,
    code_verifier: readVerifier(login.remember, 'google_business'),
  }
  const reply = await call.http.post(addresses.token, tokenReplySchema, { form, auth: 'none' })
  if (reply.refresh_token === null)
    throw new AuthError(
      'Google gave no refresh token, so the sign-in would end within the hour; nothing was saved. The person can take the access of the app away at https://myaccount.google.com/permissions and sign in again.',
      { platform: 'google_business' },
    )
  const token = tokenOf(reply, call.clock.now())
  const places = await readPlaces(addresses, token, call)
  return {
    step: 'CHOOSE_ACCOUNT',
    options: places.map(({ id, title }) => ({ id, name: title, kind: 'location' })),
    resumeToken: packResumeToken({
      token,
      scopes: grantedScopes(reply.scope, scopesOf(login, [SCOPE])),
      places,
    }),
  }
}

async function refresh(addresses: Addresses, call: Call): Promise<Token> {
  const { token } = call.connection
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token.refreshToken,
    ...clientFields(needApp(await call.app(), MISSING_APP)),
  }
  const reply = await call.http.post(addresses.token, tokenReplySchema, {
    form,
    auth: 'none',
    retry: 'always',
  })
  return tokenOf(reply, call.clock.now(), token)
}

/** Takes every permission back that the person gave to any app of the same Cloud project. 400: it was dead already. */
async function revoke(addresses: Addresses, { connection, http }: Call): Promise<void> {
  const { refreshToken, accessToken } = connection.token
  const form = { token: refreshToken ?? accessToken }
  await http.request('POST', addresses.revoke, null, { form, auth: 'none', retry: 'always', accept: [400] })
}

/**
 * Signing in: OAuth 2 with a code and PKCE, then always the choice of a location, over all accounts and groups.
 * https://developers.google.com/my-business/content/implement-oauth (copy of 2026)
 */
export function signingIn({ addresses }: Settings): SignIn {
  return {
    startLogin: (login, call) => startLogin(addresses, login, call),
    finishLogin: (login, callback, call) => finishLogin(addresses, login, callback, call),
    resumeLogin: async (_login, choice) => ({ step: 'FINISHED', connection: resumeConnection(choice) }),
    refresh: (call) => refresh(addresses, call),
    revoke: (call) => revoke(addresses, call),
    // Google keeps the refresh token: a lost reply may be asked for again.
    renewal: () => ({ beforeSeconds: 300, needsRefreshToken: true, rotates: false }),
  }
}
