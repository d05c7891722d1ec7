import type { CanResumeLogin, CanRevoke, PlatformBase } from '@social/core/platform'
import { googleSignIn } from '@social/google-kit'

import { revokeUrl } from '../addresses.js'
import { SCOPES } from '../errors/index.js'
import { toChannelUrl } from '../map/index.js'
import type { Settings } from '../options.js'
import { CHANNELS, readChannels } from './channels.js'

export { assertScope } from './assert-scope.js'

/** Default scopes. The library needs the last scope to read comments. */
const DEFAULT_SCOPES: readonly string[] = [SCOPES.upload, SCOPES.read, SCOPES.comments]

/**
 * Page on which developers create apps.
 * https://developers.google.com/youtube/registering_an_application (read 2026-11-21)
 */
export const DEVELOPER_PORTAL = 'https://console.cloud.google.com/apis/credentials'

/** Advice for developers who create an app. */
export const APP_ADVICE =
  'It is an OAuth client of type "Web application". Enable the YouTube Data API v3 for its project.'

/**
 * Methods for sign-in and token refresh. The type is declared here because the bundle of the
 * internal kit contains no types.
 */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> &
  CanResumeLogin &
  CanRevoke

/**
 * Signs a person in with Google, then offers a choice of channels.
 * https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps (read 2026-11-21)
 */
export function signingIn({ addresses }: Settings): SignIn {
  return googleSignIn({
    platform: 'youtube',
    addresses: { ...addresses, revoke: revokeUrl(addresses) },
    scopes: DEFAULT_SCOPES,
    appAdvice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}`,
    choices: CHANNELS,
    readChoices: (token, call) => readChannels(addresses, token, call),
    toAccount: (accountId, { name, avatarUrl }) => ({
      accountId,
      accountName: name,
      avatarUrl,
      extra: { channelId: accountId, channelUrl: toChannelUrl(accountId) },
    }),
  })
}
