import type { Platform } from '@social/core/platform'

/** Parts of a platform that a request uses. */
export type CallPlatform = Pick<
  Platform,
  'name' | 'http' | 'sign' | 'authHeaders' | 'origins' | 'apiBase' | 'readError'
>

/** Rules of a network without special rules: a bearer token, and errors by status. */
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
