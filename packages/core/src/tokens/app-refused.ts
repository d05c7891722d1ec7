import { type AuthError, ConfigError } from '../errors/index.js'
import type { Connection } from '../models/index.js'

/**
 * Error codes of a token endpoint that are about the app, not about the person (RFC 6749, section 5.2). Only Google
 * uses `deleted_client`.
 */
const APP_REFUSALS: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'unauthorized_client',
  'deleted_client',
])

/** Returns true if the network refused a renewal because of the app's credentials, not because of the connection. */
export function isAppRefused(refusal: AuthError): boolean {
  return APP_REFUSALS.has(refusal.raw['error'])
}

/** Makes the error that informs the operator that the network refused the app. */
export function appRefused(connection: Connection, refusal: AuthError): ConfigError {
  const { platform, host, id } = connection
  const where = host === null ? '' : ` at ${host}`
  return new ConfigError(
    `${platform} refused the app${where}, so the token of ${id} was not renewed. Compare client id and secret with those the network shows, and save them with Storage.saveApp. The connection itself is valid. The network reported: ${refusal.message}`,
    { platform, raw: refusal.raw, cause: refusal },
  )
}
