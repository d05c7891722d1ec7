import {
  AuthError,
  type Call,
  type CallbackParams,
  type Connection,
  type LoginCall,
  type LoginRequest,
  PlatformError,
  type RawData,
  type Renewed,
} from '@social/core/platform'

import type { Settings } from '../options.js'
import { type SessionReply, sessionReply } from '../schemas.js'
import { readDetails, SHOWN_SERVER } from './app-password-form.js'
import { askNamed, namedServer, type Server } from './named-server.js'
import { findAccount, findHome, serverOf } from './resolve-account.js'
import { sessionExtra, toConnection, toSessionToken } from './session.js'

/**
 * Server that receives the password. `did` is the expected account; null if the account is unknown
 * before the sign-in.
 */
type Target = Server & { readonly did: string | null }

function refuse(message: string): never {
  throw new AuthError(message, { platform: 'bluesky' })
}

/**
 * Returns the server that receives the password: the server that the account's DID document names.
 * The account of an e-mail address is unknown, so its password goes to the entryway from the
 * settings. A host from the visitor never selects the server. It only has to match the server.
 */
async function findTarget(
  identifier: string,
  { host, remember }: LoginRequest & { readonly remember: RawData },
  settings: Settings,
  call: LoginCall,
): Promise<Target> {
  const { entryway } = settings.addresses
  const isEmail = identifier.includes('@')
  const target = isEmail
    ? { url: entryway, host: new URL(entryway).host, did: null }
    : await findAccount(identifier, settings, call)
  const shown = remember[SHOWN_SERVER]
  const requested = typeof shown === 'string' ? shown : host
  if (requested === null || requested === '' || namedServer(requested, call).host === target.host)
    return target
  return isEmail
    ? refuse(
        `An e-mail address can only sign in at ${target.host}. Sign in at ${requested} with the handle. The password was not sent.`,
      )
    : refuse(
        `The document of ${identifier} names the server ${target.host}, not ${requested}. The password was not sent.`,
      )
}

/** Returns the account's server, from its DID document. Most sessions include this document. */
async function homeOf(
  session: SessionReply,
  requested: Target,
  settings: Settings,
  call: LoginCall,
): Promise<Server> {
  const documented = serverOf(session.didDoc, call)
  if (documented) return documented
  return requested.url === settings.addresses.entryway
    ? findHome(session.did, null, settings, call)
    : requested
}

/** Signs in with a handle and an app password. */
export async function finishWithPassword(
  login: LoginRequest & { readonly remember: RawData },
  callback: CallbackParams,
  settings: Settings,
  call: LoginCall,
): Promise<Connection> {
  const { identifier, password } = readDetails(callback)
  const target = await findTarget(identifier, login, settings, call)
  const signIn = (): Promise<SessionReply> =>
    call.http.post(`${target.url}/xrpc/com.atproto.server.createSession`, sessionReply, {
      json: { identifier, password },
      auth: 'none',
    })
  // The application configured the URL of the entryway, so errors of that URL stay ConfigErrors.
  const session = await (target.did === null ? signIn() : askNamed(signIn))
  if (target.did !== null && session.did !== target.did)
    refuse(`${target.host} signed in a different account than the one of the handle. Nothing was saved.`)
  return toConnection(session, await homeOf(session, target, settings, call), call)
}

/**
 * Returns the options of a session request. The request sends the refresh token and no body,
 * because servers refuse a body.
 */
function withRefreshToken({ token }: Connection) {
  return {
    auth: 'none',
    headers: { authorization: `Bearer ${token.refreshToken ?? ''}` },
  } as const
}

/**
 * Returns the server to which an account has moved. Returns null when the response names no server
 * or an unusable one.
 */
function newHome({ didDoc }: SessionReply, call: Call): Server | null {
  try {
    return serverOf(didDoc, call)
  } catch (error) {
    if (!AuthError.is(error)) throw error
    call.warn(`The server of the account is not changed: ${error.message}`)
    return null
  }
}

/**
 * Requests new session tokens. After an unreadable response, sends the request again, because the
 * server may already have replaced the tokens.
 */
async function askForSession({ http, connection }: Call): Promise<SessionReply> {
  // The request is retried after a lost response, because the reference server returns the same
  // session for two hours. On other servers the session would be lost anyway.
  // https://github.com/bluesky-social/atproto/blob/main/packages/pds/src/account-manager/account-manager.ts
  // (read 2026-11-22)
  const options = { ...withRefreshToken(connection), retry: 'always' } as const
  const ask = (): Promise<SessionReply> =>
    http.post('/xrpc/com.atproto.server.refreshSession', sessionReply, options)
  try {
    return await ask()
  } catch (error) {
    if (PlatformError.is(error) && error.statusCode !== null && error.statusCode < 300) return ask()
    throw error
  }
}

/** Refreshes a session. Afterwards the old refresh token is invalid. */
export async function refreshSession(call: Call): Promise<Renewed> {
  const { connection, clock } = call
  const session = await askForSession(call)
  const server = newHome(session, call)
  return {
    token: toSessionToken(session, clock),
    extra: { ...connection.extra, ...sessionExtra(session) },
    // The host can change, because an account can move to another server.
    ...(server && { host: server.host }),
  }
}

/** Ends a session. The access token stays valid until it expires. */
export async function deleteSession({ connection, http }: Call): Promise<void> {
  await http.request('POST', '/xrpc/com.atproto.server.deleteSession', null, withRefreshToken(connection))
}
