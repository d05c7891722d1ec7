import type { RenewalRule } from '../contract/index.js'
import type { Connection } from '../models/index.js'
import { whyNotRenewable } from './why-not-renewable.js'

/** Health of a connection: whether its token works, and what to do if not. */
export interface Health {
  /** `RENEW_SOON`: works, and wants renewing or signing in again shortly; `todo` says which. */
  readonly state: 'OK' | 'RENEW_SOON' | 'SIGN_IN_AGAIN' | 'NOT_FOUND'
  /** What to do, for a person; null when there is nothing to do. */
  readonly todo: string | null
  /** When the access token runs out; null when it does not, or there is no connection. */
  readonly accessExpiresAt: Date | null
  /** When the refresh token runs out; null when the network never said, or there is none. */
  readonly refreshExpiresAt: Date | null
}

/** Seconds ahead of which a person is asked to sign in again: long enough to reach someone who is away over a weekend. */
const WARN_SECONDS = 7 * 86_400

/**
 * Tells the health of a connection from what is stored alone.
 *
 * @param connection - What is stored; null when nothing is.
 * @param rule - The platform's rule for it; null only without a connection.
 */
export function healthOf(connection: Connection | null, rule: RenewalRule | null, now: Date): Health {
  if (connection === null || rule === null)
    return {
      state: 'NOT_FOUND',
      todo: 'No such connection is stored. Sign the account in.',
      accessExpiresAt: null,
      refreshExpiresAt: null,
    }
  const { token } = connection
  const reason = whyNotRenewable(connection, rule, now)
  const moments = { accessExpiresAt: token.expiresAt, refreshExpiresAt: token.refreshTokenExpiresAt }
  if (token.expiresWithin(rule.beforeSeconds, now))
    return reason === null
      ? {
          state: 'RENEW_SOON',
          todo: 'The next call renews the token. For accounts that are seldom used, run client.renewDue.',
          ...moments,
        }
      : {
          state: 'SIGN_IN_AGAIN',
          todo: `The token cannot be renewed: ${reason}. Sign the account in again.`,
          ...moments,
        }
  const end = reason === null ? token.refreshTokenExpiresAt : token.expiresAt
  if (end !== null && now.getTime() + WARN_SECONDS * 1000 >= end.getTime())
    return {
      state: 'RENEW_SOON',
      todo: `Ask the person to sign in again before ${end.toISOString()}: the token cannot be renewed after that.`,
      ...moments,
    }
  return { state: 'OK', todo: null, ...moments }
}
