import type { RenewalRule } from '../contract/index.js'
import type { Connection } from '../models/index.js'
import { whyNotRenewable } from './why-not-renewable.js'

/** Connection health: whether the token works, and the required action if not. */
export interface Health {
  /**
   * State of the connection. `RENEW_SOON` means that the token works, but must soon be renewed, or that the person
   * must soon sign in again. `todo` contains the action.
   */
  readonly state: 'OK' | 'RENEW_SOON' | 'SIGN_IN_AGAIN' | 'NOT_FOUND'
  /** Required action, as a sentence for a person. Null if no action is required. */
  readonly todo: string | null
  /** Expiry of the access token. Null if the access token does not expire, or if no connection is stored. */
  readonly accessExpiresAt: Date | null
  /**
   * Expiry of the refresh token. Null if the network did not report it, or if the connection has no refresh token.
   */
  readonly refreshExpiresAt: Date | null
}

/**
 * Seconds before expiry at which a person is asked to sign in again. Our choice: enough for a person who is away
 * over a weekend.
 */
const WARN_SECONDS = 7 * 86_400

/**
 * Determines the health of a connection only from stored data.
 *
 * @param connection - The stored connection. Null if none is stored.
 * @param rule - The platform's renewal rule for this connection. Null only if `connection` is null.
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
