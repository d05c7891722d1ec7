import {
  assertPublicUrl,
  AuthError,
  cleanHost,
  ConfigError,
  hostUrl,
  type LoginCall,
} from '@social/core/platform'

/** A server: its host and its base URL without a trailing slash. */
export interface Server {
  readonly url: string
  readonly host: string
}

/**
 * Maximum characters that are read of a server URL, because the URL is untrusted text. Our choice.
 */
const MAX_ADDRESS_LENGTH = 2048

function toRefusal(error: ConfigError): AuthError {
  return new AuthError(`The account's server cannot be used: ${error.message}`, {
    platform: 'bluesky',
    cause: error,
  })
}

/**
 * Calls a function and converts its ConfigError to an AuthError. Here the invalid value comes from
 * a user or a document, not from the application's settings.
 */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/**
 * Converts errors like `guarded`, for a function that sends a request. Whether a host is public is
 * known only after its DNS resolution.
 */
export async function askNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/**
 * Parses a server URL from a document.
 *
 * @throws AuthError when the URL is invalid or not on the public internet.
 */
export function readAddress(address: string, { allowLoopback }: LoginCall): URL {
  return guarded(() =>
    assertPublicUrl(address.slice(0, MAX_ADDRESS_LENGTH), { platform: 'bluesky', allowLoopback }),
  )
}

/**
 * Returns the server with this host.
 *
 * @throws ConfigError for an invalid host.
 */
export function namedServer(host: string, { allowLoopback }: LoginCall): Server {
  const name = cleanHost(host, { platform: 'bluesky', allowLoopback })
  return { host: name, url: hostUrl(name, { allowLoopback }) }
}
