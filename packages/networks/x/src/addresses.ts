import type { Connection } from '@social/core/platform'

/**
 * Base URLs of X. https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 * (read 2026-11-22)
 */
export const ADDRESSES = {
  api: 'https://api.x.com/2',
  signIn: 'https://x.com/i/oauth2/authorize',
} as const

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<keyof typeof ADDRESSES, string>>

/** Returns the base URL and the authentication for the requests of an account. */
export function addressing({ addresses: { api } }: { readonly addresses: Addresses }) {
  const { origin } = new URL(api)
  return {
    origins: (_connection: Connection): readonly string[] => [origin],
    apiBase: (_connection: Connection): string => api,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
