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

/** What a token says of itself; its signature is the server's business. */
interface Claims {
  readonly exp?: unknown
  readonly scope?: unknown
}

/** Seconds after which a token that does not tell its end is renewed. Our choice. */
const UNREADABLE_LIVES_SECONDS = 60
/** Seconds for the picture; a sign-in does not wait longer for it. Our choice. */
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

/** A session's two tokens. Both are new with every renewal. */
export function toSessionToken(
  { accessJwt, refreshJwt }: Pick<SessionReply, 'accessJwt' | 'refreshJwt'>,
  clock: Clock,
): Token {
  return new Token({
    accessToken: accessJwt,
    refreshToken: refreshJwt,
    expiresAt:
      endOf(readClaims(accessJwt)) ?? new Date(clock.now().getTime() + UNREADABLE_LIVES_SECONDS * 1000),
    refreshTokenExpiresAt: endOf(readClaims(refreshJwt)),
  })
}

/** Whether an app password was made with the box for messages; null where the token does not say. */
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

/** Session data stored in addition to the tokens. */
export function sessionExtra(session: SessionReply): RawData {
  return {
    handle: session.handle,
    profileUrl: toProfileUrl(session.handle, session.did),
    directMessages: mayMessage(session.accessJwt),
    ...(session.active === false && { status: session.status ?? 'inactive' }),
  }
}

/** Asks for the account's profile, once. Whatever goes wrong, the sign-in goes on without it. */
async function readPicture(
  ask: () => Promise<HttpReply<unknown>>,
  call: LoginCall,
): Promise<ProfileReply | null> {
  try {
    const { status, data } = await ask()
    return status === 200 ? (data as ProfileReply) : null // read by `profileReply`, see `profileOptions`
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    call.warn(`The profile could not be read: ${error.message}`)
    return null
  }
}

/** How the profile is asked for. */
const profileOptions = {
  auth: 'none',
  retry: 'never',
  timeoutSeconds: PROFILE_SECONDS,
} as const

/** The connection of a session. */
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
