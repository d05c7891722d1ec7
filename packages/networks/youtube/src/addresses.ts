import type { Connection } from '@social/core/platform'

/**
 * Base URLs of Google. https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps and
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21),
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-24)
 */
export const ADDRESSES = {
  api: 'https://www.googleapis.com/youtube/v3',
  upload: 'https://www.googleapis.com/upload/youtube/v3/videos',
  analytics: 'https://youtubeanalytics.googleapis.com/v2',
  signIn: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
} as const

/** YouTube hosts with separate base URLs. */
export type YoutubeAddress = keyof typeof ADDRESSES

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<YoutubeAddress, string>>

/** Second host of the YouTube API. YouTube may redirect an upload to this host. */
const SECOND_ORIGIN = 'https://youtube.googleapis.com'

/** Origins to which the access token may be sent. */
export function tokenOrigins({ api, upload, analytics }: Addresses): readonly string[] {
  const own = [api, upload, analytics].map((address) => new URL(address).origin)
  return [...new Set(api === ADDRESSES.api ? [...own, SECOND_ORIGIN] : own)]
}

/** Returns the URL that revokes tokens, which is next to the token endpoint. */
export function revokeUrl({ token }: Addresses): string {
  return new URL('revoke', token).href
}

/**
 * Returns the base URL, the authorization header and the token origins for an account's requests.
 */
export function addressing({ addresses }: { readonly addresses: Addresses }) {
  const origins = tokenOrigins(addresses)
  return {
    origins: (_connection: Connection): readonly string[] => origins,
    apiBase: (_connection: Connection): string => addresses.api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
