import type { Platform } from '@social/core/platform'

/** The parts of a platform that a request goes through. */
export type CallPlatform = Pick<
  Platform,
  'name' | 'http' | 'sign' | 'authHeaders' | 'origins' | 'apiBase' | 'readError'
>

/** The rules of a network without rules of its own: a bearer token, and errors by status. */
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
