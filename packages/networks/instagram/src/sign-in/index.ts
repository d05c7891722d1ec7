import { AuthError, Connection, grantedScopes, type LoginCall } from '@social/core/platform'
import { codeSignIn, type CodeSignIn, type SignedIn } from '@social/meta-kit'

import { APP_ADVICE } from '../errors/index.js'
import { RENEW_BEFORE_SECONDS } from '../limits.js'
import { TEXTS } from '../messages.js'
import type { Settings } from '../options.js'
import { accountReply, codeReply } from '../schemas.js'

/**
 * Default scopes of a sign-in.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * (read 2026-11-22)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
]

const ACCOUNT_FIELDS = 'user_id,username,name,account_type,profile_picture_url'

/**
 * Reads the account of a token. Refuses a personal account, which cannot use the API even with
 * every permission.
 */
async function readConnection(
  { addresses }: Settings,
  { token, scopes, userId }: SignedIn,
  { http }: LoginCall,
): Promise<Connection> {
  const account = await http.get(`${addresses.api}/me`, accountReply, {
    query: { fields: ACCOUNT_FIELDS },
    auth: 'none',
    headers: { authorization: `Bearer ${token.accessToken}` },
  })
  if (account.account_type?.toUpperCase() === 'PERSONAL')
    throw new AuthError(
      'This is a personal Instagram account, to which applications cannot post. The person can convert it to a professional account in the Instagram app (Settings, Account type) and sign in again.',
      { platform: 'instagram', reason: 'PERSONAL_ACCOUNT', userText: TEXTS.PERSONAL_ACCOUNT },
    )
  // `user_id` is the id of the professional account, which webhooks also use. `id` is specific to
  // this app.
  const accountId = account.user_id ?? userId
  if (accountId === null)
    throw new AuthError('instagram did not return the account of the token. Start the sign-in again.', {
      platform: 'instagram',
    })
  const username = account.username
  return new Connection({
    platform: 'instagram',
    accountId,
    accountName: username ?? accountId,
    token,
    scopes,
    avatarUrl: account.profile_picture_url,
    extra: {
      instagramId: accountId,
      ...(account.id !== null && { personId: account.id }),
      ...(username !== null && { username, profileUrl: `https://www.instagram.com/${username}` }),
    },
  })
}

/**
 * Creates the methods for sign-in. The authorization code is exchanged for a token of one hour,
 * then for a token of sixty days. No Facebook page is needed.
 */
export function signingIn(settings: Settings): CodeSignIn {
  return codeSignIn({
    platform: 'instagram',
    grant: 'ig',
    addresses: settings.addresses,
    scopes: DEFAULT_SCOPES,
    appAdvice: APP_ADVICE,
    codeReply,
    renewBeforeSeconds: RENEW_BEFORE_SECONDS,
    query: ({ hints }) => ({ force_reauth: hints['forceReauth'] }),
    grantedOf: ({ permissions }, asked) => {
      const reported = Array.isArray(permissions) ? permissions.join(',') : permissions
      const granted = grantedScopes(reported, asked)
      return granted.length > 0 ? granted : asked
    },
    readConnection: (signedIn, call) => readConnection(settings, signedIn, call),
  })
}
