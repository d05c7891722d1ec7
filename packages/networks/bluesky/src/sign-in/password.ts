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

/** Where a password may go, and whose account is expected there; null where the server finds the account itself. */
type Target = Server & { readonly did: string | null }

function refuse(words: string): never {
  throw new AuthError(words, { platform: 'bluesky' })
}

/**
 * The server that gets the password: the one that the account's own document names. Nobody can be asked whose an e-mail
 * address is, so that one goes to the entryway, which the application named or Bluesky runs. What a visitor asked for
 * chooses neither: it only has to agree.
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
  const asked = typeof shown === 'string' ? shown : host
  if (asked === null || asked === '' || namedServer(asked, call).host === target.host) return target
  return isEmail
    ? refuse(
        `An e-mail address signs in at ${target.host} alone, because nobody else tells whose it is. Sign in at ${asked} with the handle. The password was sent nowhere.`,
      )
    : refuse(
        `${identifier} lives on ${target.host}, not on ${asked}: its own document says so. The password was sent nowhere.`,
      )
}

/** Where the account lives: its document says so, and comes with most sessions. */
async function homeOf(
  session: SessionReply,
  asked: Target,
  settings: Settings,
  call: LoginCall,
): Promise<Server> {
  const told = serverOf(session.didDoc, call)
  if (told) return told
  return asked.url === settings.addresses.entryway ? findHome(session.did, null, settings, call) : asked
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
  // The entryway is the application's own word.
  const session = await (target.did === null ? signIn() : askNamed(signIn))
  if (target.did !== null && session.did !== target.did)
    refuse(`${target.host} signed another account in than the handle belongs to. Nothing was saved.`)
  return toConnection(session, await homeOf(session, target, settings, call), call)
}

/** The session's own calls carry the refresh token, and no body: a server refuses any. */
function withRefreshToken({ token }: Connection) {
  return {
    auth: 'none',
    headers: { authorization: `Bearer ${token.refreshToken ?? ''}` },
  } as const
}

/** The server an account has moved to; null where the reply names none, or none that can be used: then it stays. */
function newHome({ didDoc }: SessionReply, call: Call): Server | null {
  try {
    return serverOf(didDoc, call)
  } catch (error) {
    if (!AuthError.is(error)) throw error
    call.warn(`The account stays where it is: ${error.message}`)
    return null
  }
}

/** Asks for the next session, once more where the answer could not be read: what was given out must not be lost. */
async function askForSession({ http, connection }: Call): Promise<SessionReply> {
  // Repeated when the answer is lost: the reference server gives the same session again for two hours, and on one that
  // does not the session is lost either way.
  // https://github.com/bluesky-social/atproto/blob/main/packages/pds/src/account-manager/account-manager.ts (read 2026-11-22)
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

/** Renews a session; the old refresh token counts as dead from here on. */
export async function refreshSession(call: Call): Promise<Renewed> {
  const { connection, clock } = call
  const session = await askForSession(call)
  const server = newHome(session, call)
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
