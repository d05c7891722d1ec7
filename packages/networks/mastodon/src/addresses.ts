import {
  cleanHost,
  ConfigError,
  type Connection,
  hostUrl,
  type LoginCall,
  type LoginRequest,
} from '@social/core/platform'

import type { ServerCache } from './limits/index.js'
import { hostOf } from './map/index.js'

/** A Mastodon server. A user typed its host, or a form sent it. */
export interface Server {
  readonly host: string
  /** Base URL of the server, without a trailing slash. */
  readonly url: string
}

/**
 * Reads the host of a server from a sign-in. Sends no request.
 *
 * @throws ConfigError when the host is missing or invalid.
 */
export function readServer(request: Pick<LoginRequest, 'host'>, { allowLoopback }: LoginCall): Server {
  if (!request.host)
    throw new ConfigError(
      'mastodon requires a host: every Mastodon server is separate. Pass host, such as mastodon.social.',
      { platform: 'mastodon' },
    )
  const host = cleanHost(request.host, { platform: 'mastodon', allowLoopback })
  return { host, url: hostUrl(host, { allowLoopback }) }
}

/** Name of the query parameter in the redirect URI. Its value is the server's host. */
export const SERVER_PARAMETER = 'server'

/**
 * Returns the redirect URI for one server. Each server gets a different redirect URI and compares
 * it exactly with the registered URI. This detects a server that redirects the user to another
 * server with the state of this sign-in. RFC 9700, section 4.4.2.2 (read 2026-11-22)
 */
export function redirectFor(redirectUri: string, host: string): string {
  // With `urn:ietf:wg:oauth:2.0:oob` the server displays the code and does not redirect, so the URI
  // stays unchanged. A redirect URI with the own URI scheme of a native app gets the parameter.
  if (/^urn:/i.test(redirectUri)) return redirectUri
  const separator = redirectUri.includes('?') ? '&' : '?'
  return `${redirectUri}${separator}${SERVER_PARAMETER}=${encodeURIComponent(host)}`
}

/**
 * Returns the base URL of a connection's server. Loopback servers are always allowed here, because
 * the sign-in has already checked that the application permits them.
 */
function serverUrl(connection: Connection): string {
  return hostUrl(hostOf(connection), { allowLoopback: true })
}

/**
 * Returns the origins, the base URL and the authorization header for the requests of an account.
 */
export function addressing({ servers }: Pick<ServerCache, 'servers'>) {
  return {
    /** Returns the origins that receive the token: the server, and its stream server if known. */
    origins(connection: Connection): readonly string[] {
      const stream = servers.get(hostOf(connection))?.stream ?? null
      const own = serverUrl(connection)
      return stream === null ? [own] : [own, stream.origin]
    },
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
