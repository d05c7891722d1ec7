import {
  AuthError,
  authorizeUrl,
  type Call,
  type CallbackParams,
  type CanRevoke,
  clientFields,
  Connection,
  grantedScopes,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  assertApp,
  pictureUrl,
  type PlatformBase,
  type RawData,
  readCallback,
  readVerifier,
  scopesOf,
  type Token,
  tokenReplySchema,
  toToken,
} from '@social/core/platform'

import { readServer, redirectFor, type Server, SERVER_PARAMETER } from './addresses.js'
import { DEFAULT_SCOPES } from './app.js'
import { hostOf, toHandle } from './map/index.js'
import type { Settings } from './options.js'
import { accountReply } from './schemas.js'

/** Methods for sign-in, token refresh and revocation. */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> & CanRevoke

/** Returns the advice for a missing app. Every server needs its own app. */
function adviceFor(host: string | null): { readonly platform: string; readonly advice: string } {
  const where = JSON.stringify(host ?? 'social.example')
  const advice = `Every server needs one: client.createApp('mastodon', { host: ${where}, name, redirectUri }) registers it.`
  return { platform: 'mastodon', advice }
}

async function startLogin(login: LoginRequest, call: LoginCall): Promise<LoginStep> {
  const { host, url } = readServer(login, call)
  const app = assertApp(login.app, adviceFor(host))
  const { verifier, challenge } = makePkce(call.random)
  const { forceLogin, lang } = login.hints
  const address = authorizeUrl(`${url}/oauth/authorize`, {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectFor(login.redirectUri, host),
    scope: scopesOf(login, DEFAULT_SCOPES).join(' '),
    state: login.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    force_login: forceLogin,
    lang,
  })
  return { step: 'SEND_TO_NETWORK', url: address, state: login.state, remember: { verifier } }
}

/** Creates the connection for a token. One request reads the account's id and avatar. */
async function readConnection(
  server: Server,
  granted: { readonly token: Token; readonly scopes: readonly string[] },
  { http }: LoginCall,
): Promise<Connection> {
  const { host, url } = server
  const account = await http.get(`${url}/api/v1/accounts/verify_credentials`, accountReply, {
    auth: 'none',
    headers: { authorization: `Bearer ${granted.token.accessToken}` },
  })
  return new Connection({
    ...granted,
    platform: 'mastodon',
    host,
    // The host is part of the id, because the same id belongs to different people on different
    // servers.
    accountId: `${host}:${account.id}`,
    accountName: `@${toHandle(account.acct, host)}`,
    avatarUrl: pictureUrl(account.avatar),
    extra: { serverAccountId: account.id, profileUrl: pictureUrl(account.url) },
  })
}

/**
 * Refuses a callback from another server than the one of the sign-in, because its code must not be
 * sent to this server (RFC 9700, section 4.4). If the callback names its server (`iss`, RFC 9207),
 * that name has to match too.
 *
 * @throws AuthError with the expected server.
 */
function refuseOtherServer(login: LoginRequest, callback: CallbackParams, { host, url }: Server): void {
  const { [SERVER_PARAMETER]: from, iss } = callback
  const isNamed = redirectFor(login.redirectUri, host) === login.redirectUri || from === host
  const isItself = iss === undefined || iss === url || iss === `${url}/`
  if (isNamed && isItself) return
  throw new AuthError(
    `The sign-in was started at ${host}, but the callback came from another server. Nothing was sent to either server. Start the sign-in again. A manually registered app needs the redirect URI ${redirectFor(login.redirectUri, host)}.`,
    { platform: 'mastodon' },
  )
}

async function finishLogin(
  login: LoginRequest & { readonly remember: RawData },
  callback: CallbackParams,
  call: LoginCall,
): Promise<LoginStep> {
  const server = readServer(login, call)
  const app = assertApp(login.app, adviceFor(server.host))
  refuseOtherServer(login, callback, server)
  const { code } = readCallback(callback, { platform: 'mastodon', state: login.state })
  const form = {
    grant_type: 'authorization_code',
    code,
    ...clientFields(app),
    redirect_uri: redirectFor(login.redirectUri, server.host),
    code_verifier: readVerifier(login.remember, 'mastodon'),
  }
  const reply = await call.http.post(`${server.url}/oauth/token`, tokenReplySchema, { form, auth: 'none' })
  const granted = {
    token: toToken(reply, { now: call.clock.now() }),
    scopes: grantedScopes(reply.scope, scopesOf(login, DEFAULT_SCOPES)),
  }
  return { step: 'FINISHED', connection: await readConnection(server, granted, call) }
}

/**
 * Refreshes the token. Mastodon's own tokens do not expire. Only some other programs return an
 * expiry and a refresh token.
 */
async function refresh(call: Call): Promise<Token> {
  const { token, host } = call.connection
  if (token.refreshToken === null) return token
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token.refreshToken,
    ...clientFields(assertApp(await call.app(), adviceFor(host))),
  }
  const reply = await call.http.post('/oauth/token', tokenReplySchema, { form, auth: 'none' })
  return toToken(reply, { now: call.clock.now(), previous: token })
}

async function revoke(call: Call): Promise<void> {
  const { connection, http } = call
  const app = assertApp(await call.app(), adviceFor(hostOf(connection)))
  const form = { ...clientFields(app), token: connection.token.accessToken }
  // Revoking a token twice causes no error, so the request can be retried.
  // https://www.rfc-editor.org/rfc/rfc7009#section-2.2 (read 2026-11-22)
  await http.request('POST', '/oauth/revoke', null, { form, auth: 'none', retry: 'always' })
}

/**
 * Creates the methods for sign-in by OAuth 2 with an authorization code and PKCE. Each person
 * signs in at their own server.
 * https://docs.joinmastodon.org/methods/oauth/ (read 2026-09-24)
 */
export function signingIn(_settings: Settings): SignIn {
  return {
    startLogin,
    finishLogin,
    refresh,
    revoke,
    // Some programs may invalidate a refresh token after its first use. A refresh without a
    // response is therefore never sent again.
    renewal: () => ({ beforeSeconds: 300, needsRefreshToken: true, rotates: true }),
  }
}
