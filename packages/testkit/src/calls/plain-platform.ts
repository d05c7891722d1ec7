import type { Platform } from '@social/core/platform'

/** Fields of a platform that the HTTP client of a call uses. */
export type CallPlatform = Pick<
  Platform,
  'name' | 'http' | 'sign' | 'authHeaders' | 'origins' | 'apiBase' | 'readError'
>

/**
 * Returns the rules of a simple network: bearer tokens, and errors that depend only on the HTTP
 * status.
 */
export function plainPlatform(name: string): CallPlatform {
  const base = `https://${name}.example`
  return {
    name,
    apiBase: () => base,
    origins: () => [base],
    authHeaders: ({ token }) => ({ authorization: `Bearer ${token.accessToken}` }),
    readError: () => null,
  }
}
