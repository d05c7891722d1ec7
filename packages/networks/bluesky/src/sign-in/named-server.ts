import {
  assertPublicUrl,
  AuthError,
  cleanHost,
  ConfigError,
  hostUrl,
  type LoginCall,
} from '@social/core/platform'

/** A server, by its name and its address without a trailing slash. */
export interface Server {
  readonly url: string
  readonly host: string
}

/** Letters of the longest server address that is read: it is a stranger's text. Our choice. */
const MAX_ADDRESS_LENGTH = 2048

function toRefusal(error: ConfigError): AuthError {
  return new AuthError(`The account names a server that cannot be used: ${error.message}`, {
    platform: 'bluesky',
    cause: error,
  })
}

/** What came from a person's name or document is theirs to correct, not a mistake of the application. */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/** The same for a request: where a name leads is known only when it is looked up. */
export async function askNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (ConfigError.is(error)) throw toRefusal(error)
    throw error
  }
}

/** The server at an address that a document names. @throws AuthError when it is no address, or not on the public internet. */
export function readAddress(address: string, { allowLoopback }: LoginCall): URL {
  return guarded(() =>
    assertPublicUrl(address.slice(0, MAX_ADDRESS_LENGTH), { platform: 'bluesky', allowLoopback }),
  )
}

/** The server of that name. @throws ConfigError when it is none. */
export function namedServer(host: string, { allowLoopback }: LoginCall): Server {
  const name = cleanHost(host, { platform: 'bluesky', allowLoopback })
  return { host: name, url: hostUrl(name, { allowLoopback }) }
}
