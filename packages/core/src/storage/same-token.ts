import type { Token } from '../models/index.js'

/** True when both are the same token: a renewal or a new sign-in changes at least one of its secrets. */
export function sameToken(one: Token, other: Token): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken
}
