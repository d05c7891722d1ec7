import type { Connection } from '@social/core/platform'

/**
 * Base URLs of TikTok Business.
 * https://business-api.tiktok.com/portal/docs?id=1738084387220481 (copy of August 2026)
 */
export const ADDRESSES = {
  api: 'https://business-api.tiktok.com/open_api/v1.3',
  signIn: 'https://www.tiktok.com/v2/auth/authorize',
} as const

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<keyof typeof ADDRESSES, string>>

/**
 * Returns the base URL and the authorization header for an account's requests. TikTok has its own
 * header for the token.
 */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (_connection: Connection): readonly string[] => [origin],
    apiBase: (_connection: Connection): string => api,
    authHeaders: ({ token }: Connection) => ({ 'access-token': token.accessToken }),
  }
}
