import { AuthError, Connection, grantedScopes, type LoginCall } from '@social/core/platform'
import { codeSignIn, type CodeSignIn, type SignedIn } from '@social/meta-kit'

import { APP_ADVICE } from '../errors.js'
import { RENEW_BEFORE_SECONDS } from '../limits.js'
import type { Settings } from '../options.js'
import { accountReply, codeReply } from '../schemas.js'

/**
 * Default scopes.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 * 2026-11-22)
 */
const DEFAULT_SCOPES: readonly string[] = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
]

const ACCOUNT_FIELDS = 'user_id,username,name,account_type,profile_picture_url'

/**
 * Reads the owner of a token. A personal account cannot use the API, even if the account granted every permission.
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
      { platform: 'instagram' },
    )
  // Id of the professional account, used in webhooks. `id` is specific to this app.
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
 * Signs in with a code, which becomes a token of one hour, then a token of sixty days. The sign-in does not involve
 * a Facebook page.
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
