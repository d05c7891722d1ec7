import type { RenewalRule } from '../contract/index.js'
import type { Connection } from '../models/index.js'

/**
 * Seconds before the expiry at which a token is due. A token whose required refresh token is missing is due only when it
 * expires, because it works until then.
 */
export function dueSeconds({ token }: Connection, rule: RenewalRule): number {
  return rule.needsRefreshToken && token.refreshToken === null ? 0 : rule.beforeSeconds
}
