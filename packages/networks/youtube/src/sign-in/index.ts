import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanResumeLogin,
  type CanRevoke,
  clientFields,
  ConfigError,
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

import { type Addresses, revokeUrl } from '../addresses.js'
import { APP_REFUSALS, SCOPES } from '../errors/index.js'
import type { Settings } from '../options.js'
import { readChannels } from './channels.js'
import { packResumeToken, resumeConnection } from './resume-token.js'

/** What signs people in, and keeps them signed in. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> &
  CanResumeLogin &
  CanRevoke

/** Asked for unless the application names its own. Comments cannot be read without the last one. */
const DEFAULT_SCOPES: readonly string[] = [SCOPES.upload, SCOPES.read, SCOPES.comments]

/** Seconds an access token lives where Google does not say. */
const USUAL_LIFETIME_SECONDS = 3600

/** Where apps are made. https://developers.google.com/youtube/registering_an_application (read 2026-11-21) */
export const DEVELOPER_PORTAL = 'https://console.cloud.google.com/apis/credentials'

/** What everybody has to know who makes an app. */
export const APP_ADVICE =
  'It is an OAuth client of type "Web application"; switch the YouTube Data API v3 on for its project.'

const MISSING_APP = { platform: 'youtube', advice: `Make one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}` }

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
    scope: scopesOf(login, DEFAULT_SCOPES).join(' '),
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
  const { code } = readCallback(callback, { platform: 'youtube', state: login.state })
  const form = {
    grant_type: 'authorization_code',
    code,
    ...clientFields(app),
    redirect_uri: login.redirectUri,
    code_verifier: readVerifier(login.remember, 'youtube'),
  }
  const reply = await call.http.post(addresses.token, tokenReplySchema, { form, auth: 'none' })
  if (reply.refresh_token === null)
    throw new AuthError(
      'Google gave no refresh token, so the sign-in would end within the hour; nothing was saved. The person can take the access of the app away at https://myaccount.google.com/permissions and sign in again.',
      { platform: 'youtube' },
    )
  const token = tokenOf(reply, call.clock.now())
  const channels = await readChannels(addresses, token, call)
  return {
    step: 'CHOOSE_ACCOUNT',
    options: channels.map(({ id, name }) => ({ id, name, kind: 'channel' })),
    resumeToken: packResumeToken({
      token,
      scopes: grantedScopes(reply.scope, scopesOf(login, DEFAULT_SCOPES)),
      channels,
    }),
  }
}

/** A refused app is a mistake in the set-up: it must not make a connection look dead. */
async function refresh(addresses: Addresses, call: Call): Promise<Token> {
  const { token } = call.connection
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token.refreshToken,
    ...clientFields(needApp(await call.app(), MISSING_APP)),
  }
  try {
    const reply = await call.http.post(addresses.token, tokenReplySchema, {
      form,
      auth: 'none',
      retry: 'always',
    })
    return tokenOf(reply, call.clock.now(), token)
  } catch (error) {
    if (!AuthError.is(error) || !APP_REFUSALS.includes(String(error.raw['error']))) throw error
    throw new ConfigError(error.message, { platform: 'youtube', raw: error.raw, cause: error })
  }
}

/** Takes every permission back that the person gave to any app of the same Cloud project. 400: it was dead already. */
async function revoke(addresses: Addresses, { connection, http }: Call): Promise<void> {
  const { refreshToken, accessToken } = connection.token
  const form = { token: refreshToken ?? accessToken }
  await http.request('POST', revokeUrl(addresses), null, {
    form,
    auth: 'none',
    retry: 'always',
    accept: [400],
  })
}

/**
 * Signing in: OAuth 2 with a code and PKCE, then always the choice of a channel.
 * https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps (read 2026-11-21)
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
