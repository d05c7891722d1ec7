import type { RenewalRule } from '../contract/index.js'
import type { Connection } from '../models/index.js'

/**
 * Why a connection's token cannot be renewed, told without asking the network.
 *
 * @returns The reason, as the end of a sentence; null when a renewal is worth a request.
 */
export function whyNotRenewable(connection: Connection, rule: RenewalRule, now: Date): string | null {
  const { token } = connection
  if (rule.needsRefreshToken) {
    if (token.refreshToken === null) return rule.withoutRefreshToken ?? 'it has no refresh token'
    if (token.refreshTokenExpiresWithin(0, now))
      return `its refresh token ran out on ${token.refreshTokenExpiresAt?.toISOString()}`
    return null
  }
  if (token.refreshToken === null && token.expiresWithin(0, now))
    return `it ran out on ${token.expiresAt?.toISOString()}, and only a working token buys the next one`
  return null
}
