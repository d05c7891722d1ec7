import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanResumeLogin,
  type CanRevoke,
  clientFields,
  Connection,
  type ConnectionInit,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  assertApp,
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

import { type Choices, packLogin, pickChoice } from './choices.js'

/**
 * Default lifetime of an access token in seconds. Used if Google's response contains no lifetime.
 * https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21)
 */
const DEFAULT_LIFETIME_SECONDS = 3600

/** URLs of Google that a sign-in uses. */
export interface GoogleSignInAddresses {
  /** URL of the consent page, which the person opens. */
  readonly signIn: string
  /** URL of the token endpoint, which exchanges a code or a refresh token for an access token. */
  readonly token: string
  /** URL of the endpoint that revokes tokens. */
  readonly revoke: string
}

/** Sign-in rules that differ between Google's networks, such as YouTube and Google Business. */
export interface GoogleSignInRules<Choice> {
  readonly platform: string
  readonly addresses: GoogleSignInAddresses
  /** Scopes to request if the application requests no scopes. */
  readonly scopes: readonly string[]
  /**
   * Error text for an operator without app credentials. Explains how to create an app at Google.
   */
  readonly appAdvice: string
  /** Resources from which the person chooses. */
  readonly choices: Choices<Choice>
  /**
   * Reads the resources of the account from the network.
   *
   * @returns Resources by id.
   * @throws AuthError if the account has no resources.
   */
  readonly readChoices: (token: Token, call: LoginCall) => Promise<ReadonlyMap<string, Choice>>
  /** Returns the account fields of the connection for a chosen resource. Sends no request. */
  readonly toAccount: (
    id: string,
    choice: Choice,
  ) => Pick<ConnectionInit, 'accountId' | 'accountName' | 'avatarUrl' | 'extra'>
}

/** Members of a platform for sign-in, token renewal and revocation. */
export type GoogleSignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> &
  CanResumeLogin &
  CanRevoke

function tokenOf(reply: TokenReply, now: Date, previous?: Token): Token {
  const whole = { ...reply, expires_in: reply.expires_in ?? DEFAULT_LIFETIME_SECONDS }
  return toToken(whole, { now, ...(previous && { previous }) })
}

/**
 * Builds the URL of the consent page. Google only returns a refresh token if both `access_type`
 * and `prompt` are set.
 */
async function startLogin<Choice>(
  { platform, addresses, scopes, appAdvice }: GoogleSignInRules<Choice>,
  login: LoginRequest,
  call: LoginCall,
): Promise<LoginStep> {
  const app = assertApp(login.app, { platform, advice: appAdvice })
  const { verifier, challenge } = makePkce(call.random)
  const url = authorizeUrl(addresses.signIn, {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: login.redirectUri,
    scope: scopesOf(login, scopes).join(' '),
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

async function finishLogin<Choice>(
  { platform, addresses, scopes, appAdvice, choices, readChoices }: GoogleSignInRules<Choice>,
  login: LoginRequest & { readonly remember: RawData },
  callback: CallbackParams,
  call: LoginCall,
): Promise<LoginStep> {
  const app = assertApp(login.app, { platform, advice: appAdvice })
  const { code } = readCallback(callback, { platform, state: login.state })
  const form = {
    grant_type: 'authorization_code',
    code,
    ...clientFields(app),
    redirect_uri: login.redirectUri,
    code_verifier: readVerifier(login.remember, platform),
  }
  const reply = await call.http.post(addresses.token, tokenReplySchema, { form, auth: 'none' })
  if (reply.refresh_token === null)
    throw new AuthError(
      'Google returned no refresh token, so the sign-in would end within an hour. Nothing was saved. The person can remove the access of the app at https://myaccount.google.com/permissions and sign in again.',
      { platform },
    )
  const token = tokenOf(reply, call.clock.now())
  const found = await readChoices(token, call)
  const granted = grantedScopes(reply.scope, scopesOf(login, scopes))
  return {
    step: 'CHOOSE_ACCOUNT',
    options: [...found].map(([id, one]) => ({ id, name: choices.nameOf(one), kind: choices.kind })),
    resumeToken: packLogin({ token, scopes: granted, choices: found }, choices),
  }
}

async function refresh<Choice>(
  { platform, addresses, appAdvice }: GoogleSignInRules<Choice>,
  call: Call,
): Promise<Token> {
  const { token } = call.connection
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token.refreshToken,
    ...clientFields(assertApp(await call.app(), { platform, advice: appAdvice })),
  }
  const options = { form, auth: 'none', retry: 'always' } as const
  return tokenOf(await call.http.post(addresses.token, tokenReplySchema, options), call.clock.now(), token)
}

/**
 * Revokes all permissions that the person gave to apps of the same Google Cloud project. Status
 * 400 counts as success, because the token is already invalid.
 */
async function revoke({ revoke: url }: GoogleSignInAddresses, { connection, http }: Call): Promise<void> {
  const { refreshToken, accessToken } = connection.token
  const form = { token: refreshToken ?? accessToken }
  await http.request('POST', url, null, { form, auth: 'none', retry: 'always', accept: [400] })
}

/**
 * Creates the sign-in with Google: OAuth 2 with a code and PKCE, and then the choice of a
 * resource.
 * https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21)
 *
 * @param rules - Rules of the network.
 * @returns Members of a platform that sign people in, renew tokens and revoke tokens.
 */
export function googleSignIn<Choice>(rules: GoogleSignInRules<Choice>): GoogleSignIn {
  const { platform, addresses, choices, toAccount } = rules
  return {
    startLogin: (login, call) => startLogin(rules, login, call),
    finishLogin: (login, callback, call) => finishLogin(rules, login, callback, call),
    resumeLogin: async (_login, picked) => {
      const { token, scopes, choice } = pickChoice(picked, choices, platform)
      const account = toAccount(picked.accountId, choice)
      return { step: 'FINISHED', connection: new Connection({ platform, ...account, token, scopes }) }
    },
    refresh: (call) => refresh(rules, call),
    revoke: (call) => revoke(addresses, call),
    // `rotates: false`: Google keeps the refresh token valid, so a renewal whose response was lost
    // can be repeated.
    renewal: () => ({ beforeSeconds: 300, needsRefreshToken: true, rotates: false }),
  }
}
