import type { CallPlatform } from './a-call.js'

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
