import { type AuthError, ConfigError } from '../errors/index.js'
import type { Connection } from '../models/index.js'

/** Words of a token endpoint about the app, not the person: RFC 6749, section 5.2; `deleted_client` is Google's. */
const APP_REFUSALS: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'unauthorized_client',
  'deleted_client',
])

/** True when the network refused a renewal because of the application's own keys: the connection is not at fault. */
export function isAppRefused(refusal: AuthError): boolean {
  return APP_REFUSALS.has(refusal.raw['error'])
}

/** Says so to the operator, for whom it is meant. */
export function appRefused(connection: Connection, refusal: AuthError): ConfigError {
  const { platform, host, id } = connection
  const where = host === null ? '' : ` at ${host}`
  return new ConfigError(
    `${platform} refused the app${where}, so the token of ${id} was not renewed. Compare client id and secret with those the network shows, and save them with Storage.saveApp; the connection itself is not at fault. It said: ${refusal.message}`,
    { platform, raw: refusal.raw, cause: refusal },
  )
}
