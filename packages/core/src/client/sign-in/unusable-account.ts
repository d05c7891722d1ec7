import { ConfigError, PlatformError } from '../../errors/index.js'

/** Prefix of the messages with which `Connection` and `Token` refuse invalid values. */
const MODEL_MESSAGE = /^(?:Connection|Token)\./

/**
 * Reports invalid account data from a network, such as an empty id or an invalid time, as an error of the network. It is
 * not a mistake of the application.
 *
 * @returns A `PlatformError` for such data; any other error unchanged.
 */
export function asNetworkError(error: unknown, platform: string): unknown {
  if (!ConfigError.is(error) || !MODEL_MESSAGE.test(error.message)) return error
  const message = `${platform} returned invalid account data for the sign-in: ${error.message}`
  return new PlatformError(message, { platform, cause: error })
}
