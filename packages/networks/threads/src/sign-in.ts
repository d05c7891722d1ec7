import { AuthError, type Call, Connection, type LoginCall, RateLimitError } from '@social/core/platform'
import { codeSignIn, type CodeSignIn, type SignedIn } from '@social/meta-kit'

import { APP_ADVICE } from './errors.js'
import { FRESH_SECONDS, RENEW_BEFORE_SECONDS } from './limits/index.js'
import { profileUrlOf } from './map.js'
import type { Settings } from './options.js'
import { accountReply, codeReply } from './schemas.js'

/**
 * Default scopes of a sign-in.
 * https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 * (copy of 12 August 2026)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_delete',
]

/** Reads the account of a token. */
async function readConnection(
  { addresses }: Settings,
  { token, scopes, userId }: SignedIn,
  { http }: LoginCall,
): Promise<Connection> {
  const account = await http.get(`${addresses.api}/me`, accountReply, {
    query: { fields: 'id,username,threads_profile_picture_url' },
    auth: 'none',
    headers: { authorization: `Bearer ${token.accessToken}` },
  })
  const accountId = account.id ?? userId
  if (accountId === null)
    throw new AuthError('threads did not return the account of the token. Start the sign-in again.', {
      platform: 'threads',
    })
  const { username } = account
  return new Connection({
    platform: 'threads',
    accountId,
    accountName: username ?? accountId,
    token,
    scopes,
    avatarUrl: account.threads_profile_picture_url,
    extra: {
      threadsId: accountId,
      ...(username !== null && { username, profileUrl: profileUrlOf(username) }),
    },
  })
}

/**
 * Creates the methods for sign-in. The authorization code is exchanged for a token of one hour,
 * then for a token of sixty days. Then the account of the token is read.
 */
export function signingIn(settings: Settings): CodeSignIn {
  return codeSignIn({
    platform: 'threads',
    grant: 'th',
    addresses: settings.addresses,
    scopes: DEFAULT_SCOPES,
    appAdvice: APP_ADVICE,
    codeReply,
    renewBeforeSeconds: RENEW_BEFORE_SECONDS,
    // Threads does not report which permissions the person deselected. The first call that needs a
    // missing permission detects it.
    readConnection: (signedIn, call) => readConnection(settings, signedIn, call),
    checkRenewal: refuseFresh,
  })
}

/**
 * Refuses to refresh a token that is younger than a day, because Threads would refuse it too. The
 * age follows from the remaining part of the token's sixty days.
 */
function refuseFresh({ connection, clock }: Call): void {
  const { expiresAt } = connection.token
  if (expiresAt === null) return
  const retryAfter = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000 - FRESH_SECONDS)
  if (retryAfter <= 0) return
  throw new RateLimitError(
    `threads refreshes a token only after one day. This one is younger, and valid for more than ${FRESH_SECONDS / 86_400} days. Try again in ${retryAfter} seconds.`,
    { platform: 'threads', retryAfter },
  )
}
