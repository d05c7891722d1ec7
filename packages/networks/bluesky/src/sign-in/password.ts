import {
  AuthError,
  type Call,
  type CallbackParams,
  type Connection,
  type LoginCall,
  type LoginRequest,
  type Renewed,
} from '@social/core/platform'

import type { Settings } from '../options.js'
import { type SessionReply, sessionReply } from '../schemas.js'
import { readDetails } from './details.js'
import { findAccount, findHome, type Home, namedServer, serverOf } from './resolve.js'
import { sessionExtra, toConnection, toSessionToken } from './session.js'

type Server = Pick<Home, 'url' | 'host'> & { readonly did: string | null }

/** The server to sign in at: the one that was named, the entryway for an e-mail address, else the account's own. */
async function findServer(
  identifier: string,
  { host }: LoginRequest,
  settings: Settings,
  call: LoginCall,
): Promise<Server> {
  if (host !== null && host !== '') return { ...namedServer(host, call), did: null }
  if (!identifier.includes('@')) return findAccount(identifier, settings, call)
  const url = settings.addresses.entryway
  return { url, host: new URL(url).host, did: null }
}

/** Where the account lives: its document says so, and comes with most sessions. */
async function homeOf(
  session: SessionReply,
  asked: Server,
  settings: Settings,
  call: LoginCall,
): Promise<Pick<Home, 'url' | 'host'>> {
  const told = serverOf(session.didDoc, call)
  if (told) return told
  return asked.url === settings.addresses.entryway ? findHome(session.did, null, settings, call) : asked
}

/** Signs in with a handle and an app password. */
export async function finishWithPassword(
  login: LoginRequest,
  callback: CallbackParams,
  settings: Settings,
  call: LoginCall,
): Promise<Connection> {
  const { identifier, password } = readDetails(callback)
  const server = await findServer(identifier, login, settings, call)
  const session = await call.http.post(`${server.url}/xrpc/com.atproto.server.createSession`, sessionReply, {
    json: { identifier, password },
    auth: 'none',
    fromPerson: server.url !== settings.addresses.entryway,
  })
  if (server.did !== null && session.did !== server.did)
    throw new AuthError(
      'The server signed another account in than the handle belongs to. Nothing was saved.',
      {
        platform: 'bluesky',
      },
    )
  return toConnection(session, await homeOf(session, server, settings, call), call)
}

/** The session's own calls carry the refresh token, and no body: a server refuses any. */
function withRefreshToken({ token }: Connection) {
  return {
    auth: 'none',
    headers: { authorization: `Bearer ${token.refreshToken ?? ''}` },
  } as const
}

/** Renews a session; the old refresh token counts as dead from here on. */
export async function refreshSession(call: Call): Promise<Renewed> {
  const { connection, http, clock } = call
  const session = await http.post(
    '/xrpc/com.atproto.server.refreshSession',
    sessionReply,
    withRefreshToken(connection),
  )
  const server = serverOf(session.didDoc, call)
  return {
    token: toSessionToken(session, clock),
    extra: { ...connection.extra, ...sessionExtra(session) },
    // An account can move to another server.
    ...(server && { host: server.host }),
  }
}

/** Ends a session. The access token lives on until its end. */
export async function deleteSession({ connection, http }: Call): Promise<void> {
  await http.request('POST', '/xrpc/com.atproto.server.deleteSession', null, withRefreshToken(connection))
}
