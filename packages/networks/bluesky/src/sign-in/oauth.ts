import {
  AuthError,
  authorizeUrl,
  type CallbackParams,
  ConfigError,
  Connection,
  type LoginCall,
  type LoginRequest,
  type LoginStep,
  makePkce,
  pictureUrl,
  type RawData,
  readCallback,
  readVerifier,
  sameText,
} from '@social/core/platform'
import * as v from 'valibot'

import { clientIdOf, DEFAULT_SCOPES, type OauthOptions } from '../app.js'
import { toName, toProfileUrl } from '../map/index.js'
import type { Settings } from '../options.js'
import { profileReply } from '../schemas.js'
import { cleanHandle } from './app-password-form.js'
import { makeKey } from './dpop-proof.js'
import { sendProven } from './dpop-request.js'
import { askNamed, namedServer } from './named-server.js'
import { findOauthServer } from './oauth-server.js'
import { clientFields, oauthTokenReply, toProvenToken } from './oauth-token.js'
import { findAccount, findHome, type Home } from './resolve-account.js'

const parReply = v.looseObject({ request_uri: v.string() })

/** State that is stored between the start and the end of a sign-in. The whole state is secret. */
const kept = v.object({
  verifier: v.string(),
  key: v.record(v.string(), v.unknown()),
  clientId: v.string(),
  issuer: v.string(),
  tokenEndpoint: v.string(),
  revocationEndpoint: v.nullable(v.string()),
  did: v.nullable(v.string()),
})

function assertOauth({ oauth }: Settings): OauthOptions {
  if (oauth) return oauth
  throw new ConfigError('A sign-in with OAuth requires bluesky({ oauth: { clientId, redirectUris, … } }).', {
    platform: 'bluesky',
  })
}

/**
 * Returns the server of the sign-in, and the account if a handle was given. A host determines only
 * the server.
 */
async function findTarget(
  { hints, host }: LoginRequest,
  settings: Settings,
  call: LoginCall,
): Promise<{ readonly url: string; readonly home: Home | null; readonly loginHint: string | undefined }> {
  const handle = cleanHandle(hints['handle'])
  if (handle) {
    const home = await findAccount(handle, settings, call)
    return { url: home.url, home, loginHint: handle }
  }
  const url = host ? namedServer(host, call).url : settings.addresses.entryway
  return { url, home: null, loginHint: undefined }
}

/**
 * Sends the sign-in parameters to the server (PAR), then returns the URL to which the user is
 * redirected. This URL contains only the client id and a reference to the parameters.
 */
export async function startOauth(
  login: LoginRequest,
  settings: Settings,
  call: LoginCall,
): Promise<LoginStep> {
  const oauth = assertOauth(settings)
  const scopes = login.scopes.length > 0 ? login.scopes : (oauth.scopes ?? DEFAULT_SCOPES)
  const clientId = clientIdOf(oauth, { redirectUri: login.redirectUri, scopes })
  const { url, home, loginHint } = await findTarget(login, settings, call)
  const server = await findOauthServer(url, call)
  const key = await makeKey()
  const { verifier, challenge } = makePkce(call.random)
  const fields = await clientFields({ clientId, issuer: server.issuer }, oauth, call)
  const { request_uri } = await askNamed(() =>
    sendProven(
      {
        method: 'POST',
        url: server.parEndpoint,
        schema: parReply,
        key,
        form: {
          response_type: 'code',
          redirect_uri: login.redirectUri,
          scope: scopes.join(' '),
          state: login.state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          login_hint: loginHint,
          ...fields,
        },
      },
      call,
    ),
  )
  const { issuer, tokenEndpoint, revocationEndpoint } = server
  const remember: v.InferInput<typeof kept> & { readonly method: 'oauth' } = {
    method: 'oauth',
    verifier,
    key,
    clientId,
    issuer,
    tokenEndpoint,
    revocationEndpoint,
    did: home?.did ?? null,
  }
  const address = authorizeUrl(server.authorizationEndpoint, { client_id: clientId, request_uri })
  return { step: 'SEND_TO_NETWORK', url: address, state: login.state, remember }
}

function readSaved(remember: RawData): v.InferOutput<typeof kept> {
  readVerifier(remember, 'bluesky')
  const read = v.safeParse(kept, remember)
  if (read.success) return read.output
  throw new AuthError('The stored state of the bluesky sign-in is incomplete. Start the sign-in again.', {
    platform: 'bluesky',
  })
}

/**
 * Refuses an authorization server unless the account's own server names it. Otherwise the
 * authorization server could claim any account.
 */
async function assertOwnHome(
  did: string,
  { did: expected, issuer }: v.InferOutput<typeof kept>,
  settings: Settings,
  call: LoginCall,
): Promise<Home> {
  if (expected !== null && expected !== did)
    throw new AuthError('A different account than the requested one signed in. Nothing was saved.', {
      platform: 'bluesky',
    })
  const home = await findHome(did, null, settings, call)
  const { issuer: own } = await findOauthServer(home.url, call)
  if (own === issuer) return home
  throw new AuthError(`The account ${did} does not sign in at ${issuer}. Nothing was saved.`, {
    platform: 'bluesky',
  })
}

/** Exchanges the authorization code for a token that is bound to the key of this sign-in. */
export async function finishOauth(
  login: LoginRequest & { readonly remember: RawData },
  callback: CallbackParams,
  settings: Settings,
  call: LoginCall,
): Promise<Connection> {
  const oauth = assertOauth(settings)
  const { code, params } = readCallback(callback, { platform: 'bluesky', state: login.state })
  const remembered = readSaved(login.remember)
  const { key, clientId, issuer, tokenEndpoint, revocationEndpoint, verifier } = remembered
  if (!sameText(params['iss'] ?? '', issuer))
    throw new AuthError(
      'The callback came from a different server than the one of the sign-in. Start the sign-in again.',
      {
        platform: 'bluesky',
      },
    )
  const fields = await clientFields({ clientId, issuer }, oauth, call)
  const reply = await askNamed(() =>
    sendProven(
      {
        method: 'POST',
        url: tokenEndpoint,
        schema: oauthTokenReply,
        key,
        form: {
          grant_type: 'authorization_code',
          code,
          redirect_uri: login.redirectUri,
          code_verifier: verifier,
          ...fields,
        },
      },
      call,
    ),
  )
  const home = await assertOwnHome(reply.sub, remembered, settings, call)
  const profile = await sendProven(
    {
      method: 'GET',
      url: `${home.url}/xrpc/app.bsky.actor.getProfile`,
      schema: profileReply,
      query: { actor: home.did },
      key,
      accessToken: reply.access_token,
      retry: 'never',
    },
    call,
  ).catch((error: unknown) => {
    call.signal.throwIfAborted()
    call.warn(`The profile could not be read: ${error instanceof Error ? error.message : 'no reason given'}`)
    return null
  })
  const handle = profile?.handle ?? home.handle ?? ''
  const scopes = reply.scope?.split(/\s+/).filter(Boolean) ?? []
  return new Connection({
    platform: 'bluesky',
    accountId: home.did,
    accountName: toName(handle, home.did),
    host: home.host,
    scopes,
    token: toProvenToken(reply, { key: JSON.stringify(key), previous: null, clock: call.clock }),
    avatarUrl: pictureUrl(profile?.avatar),
    extra: {
      signedInWith: 'oauth',
      handle,
      profileUrl: toProfileUrl(handle, home.did),
      directMessages: scopes.includes('transition:chat.bsky') || null,
      oauth: { clientId, issuer, tokenEndpoint, revocationEndpoint },
    },
  })
}
