import {
  assertPublicUrl,
  AuthError,
  cleanHost,
  ConfigError,
  hostUrl,
  type LoginCall,
} from '@social/core/platform'

/** A server: its host, and its base URL without a trailing slash. */
export interface Server {
  readonly url: string
  readonly host: string
}

/** Maximum characters read of a server URL, which is untrusted text. Our choice. */
const MAX_ADDRESS_LENGTH = 2048

function toRefusal(error: ConfigError): AuthError {
  return new AuthError(`The account's server cannot be used: ${error.message}`, {
    platform: 'bluesky',
    cause: error,
  })
}

/**
 * Converts a ConfigError to an AuthError. Names and documents come from users, not from the application's settings.
 */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/** Like `guarded`, for a request. Whether a host is public is known only after its DNS resolution. */
export async function askNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/** Parses a server URL from a document. @throws AuthError when it is invalid or not on the public internet. */
export function readAddress(address: string, { allowLoopback }: LoginCall): URL {
  return guarded(() =>
    assertPublicUrl(address.slice(0, MAX_ADDRESS_LENGTH), { platform: 'bluesky', allowLoopback }),
  )
}

/** The server with this host. @throws ConfigError for an invalid host. */
export function namedServer(host: string, { allowLoopback }: LoginCall): Server {
  const name = cleanHost(host, { platform: 'bluesky', allowLoopback })
  return { host: name, url: hostUrl(name, { allowLoopback }) }
}
