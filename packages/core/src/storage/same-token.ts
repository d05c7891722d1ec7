import type { Token } from '../models/index.js'

/**
 * Returns true if both tokens have the same secrets. A renewal or a new sign-in changes at least one of the secrets.
 */
export function sameToken(one: Token, other: Token): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken
}
