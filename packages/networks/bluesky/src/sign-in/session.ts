import {
  type Clock,
  Connection,
  type HttpReply,
  type LoginCall,
  pictureUrl,
  type RawData,
  SocialBaseError,
  Token,
} from '@social/core/platform'

import { toName, toProfileUrl } from '../map/index.js'
import { type ProfileReply, profileReply, type SessionReply } from '../schemas.js'

/**
 * Claims of a token. The library does not verify the signature, because only the server relies on
 * the token.
 */
interface Claims {
  readonly exp?: unknown
  readonly scope?: unknown
}

/** Assumed lifetime in seconds of a token without a readable expiry. Our choice. */
const DEFAULT_LIFETIME_SECONDS = 60
/**
 * Timeout in seconds of the request for the profile. Without the profile, the sign-in continues.
 * Our choice.
 */
const PROFILE_SECONDS = 10

function readClaims(jwt: string): Claims {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

function endOf({ exp }: Claims): Date | null {
  return typeof exp === 'number' && Number.isFinite(exp) ? new Date(exp * 1000) : null
}

/** Converts the two tokens of a session. Every refresh replaces both. */
export function toSessionToken(
  { accessJwt, refreshJwt }: Pick<SessionReply, 'accessJwt' | 'refreshJwt'>,
  clock: Clock,
): Token {
  return new Token({
    accessToken: accessJwt,
    refreshToken: refreshJwt,
    expiresAt:
      endOf(readClaims(accessJwt)) ?? new Date(clock.now().getTime() + DEFAULT_LIFETIME_SECONDS * 1000),
    refreshTokenExpiresAt: endOf(readClaims(refreshJwt)),
  })
}

/**
 * Returns whether an app password allows private messages; null when the token does not contain
 * this information.
 */
function mayMessage(accessJwt: string): boolean | null {
  switch (readClaims(accessJwt).scope) {
    case 'com.atproto.appPass':
      return false
    case 'com.atproto.appPassPrivileged':
    case 'com.atproto.access':
      return true
    default:
      return null
  }
}

/** Returns the session data that a connection stores in addition to the tokens. */
export function sessionExtra(session: SessionReply): RawData {
  return {
    handle: session.handle,
    profileUrl: toProfileUrl(session.handle, session.did),
    directMessages: mayMessage(session.accessJwt),
    ...(session.active === false && { status: session.status ?? 'inactive' }),
  }
}

/** Reads the account's profile once. After an error, the sign-in continues without the profile. */
async function readPicture(
  ask: () => Promise<HttpReply<unknown>>,
  call: LoginCall,
): Promise<ProfileReply | null> {
  try {
    const { status, data } = await ask()
    return status === 200 ? (data as ProfileReply) : null // safe cast: the request validated the data with `profileReply`
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    call.warn(`The profile could not be read: ${error.message}`)
    return null
  }
}

const profileOptions = {
  auth: 'none',
  retry: 'never',
  timeoutSeconds: PROFILE_SECONDS,
} as const

/** Creates the connection of a session. */
export async function toConnection(
  session: SessionReply,
  server: { readonly url: string; readonly host: string },
  call: LoginCall,
): Promise<Connection> {
  const { did, handle, accessJwt } = session
  const profile = await readPicture(
    () =>
      call.http.request('GET', `${server.url}/xrpc/app.bsky.actor.getProfile`, profileReply, {
        ...profileOptions,
        query: { actor: did },
        headers: { authorization: `Bearer ${accessJwt}` },
      }),
    call,
  )
  return new Connection({
    platform: 'bluesky',
    accountId: did,
    accountName: toName(handle, did),
    host: server.host,
    token: toSessionToken(session, call.clock),
    avatarUrl: pictureUrl(profile?.avatar),
    extra: { signedInWith: 'app-password', ...sessionExtra(session) },
  })
}
