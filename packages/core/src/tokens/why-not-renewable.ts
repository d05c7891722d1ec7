import type { RenewalRule } from '../contract/index.js'
import type { Connection } from '../models/index.js'

/**
 * Determines without a request why a connection's token cannot be renewed.
 *
 * @returns The reason, as the end of a sentence. Null if a renewal may succeed.
 */
export function whyNotRenewable(connection: Connection, rule: RenewalRule, now: Date): string | null {
  const { token } = connection
  if (rule.needsRefreshToken) {
    if (token.refreshToken === null) return rule.withoutRefreshToken ?? 'it has no refresh token'
    if (token.refreshTokenExpiresWithin(0, now))
      return `its refresh token expired on ${token.refreshTokenExpiresAt?.toISOString()}`
    return null
  }
  if (token.refreshToken === null && token.expiresWithin(0, now))
    return `it expired on ${token.expiresAt?.toISOString()}, and only a valid token can be exchanged for a new one`
  return null
}
