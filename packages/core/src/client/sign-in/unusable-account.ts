import { PlatformError } from '../../errors/index.js'
import { isInvalidField } from '../../models/access/invalid-field.js'

/**
 * Converts invalid account data from a network, such as an empty id or an invalid time, to an error of the network.
 * Without this, the application would be blamed for the mistake.
 *
 * @returns A `PlatformError` for invalid account data; any other error unchanged.
 */
export function asNetworkError(error: unknown, platform: string): unknown {
  if (!isInvalidField(error)) return error
  const message = `${platform} returned invalid account data for the sign-in: ${error.message}`
  return new PlatformError(message, { platform, cause: error })
}
