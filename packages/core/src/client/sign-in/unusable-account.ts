import { ConfigError, PlatformError } from '../../errors/index.js'

/** How a `Connection` and a `Token` begin to say what they cannot be made of. */
const OF_MODELS = /^(?:Connection|Token)\./

/**
 * What a network said of an account, and no connection can be made of, is no mistake of the application: an id that is
 * empty, a moment that is none.
 *
 * @returns A `PlatformError` for that; any other error as it is.
 */
export function asNetworkError(error: unknown, platform: string): unknown {
  if (!ConfigError.is(error) || !OF_MODELS.test(error.message)) return error
  const message = `${platform} answered the sign-in with something that no connection can be made of: ${error.message}`
  return new PlatformError(message, { platform, cause: error })
}
