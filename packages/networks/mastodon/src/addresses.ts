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

/** A server, by the host that a user typed or a form sent. */
export interface Server {
  readonly host: string
  /** Base URL of the server, without a trailing slash. */
  readonly url: string
}

/**
 * Reads the host of a server. No request is sent.
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

/** Query parameter of the redirect URI that names the server. */
export const SERVER_PARAMETER = 'server'

/**
 * Returns the redirect URI for one server. This URI differs for each server, and the server compares it exactly with
 * the registered URI. The difference detects a server that redirects the user to another server with the state of
 * this sign-in. RFC 9700, section 4.4.2.2 (read 2026-11-22)
 */
export function redirectFor(redirectUri: string, host: string): string {
  // `urn:ietf:wg:oauth:2.0:oob`: the server displays the code and does not redirect. Native apps use their own URI
  // scheme. The parameter is added to such a redirect URI as to any other.
  if (/^urn:/i.test(redirectUri)) return redirectUri
  const separator = redirectUri.includes('?') ? '&' : '?'
  return `${redirectUri}${separator}${SERVER_PARAMETER}=${encodeURIComponent(host)}`
}

/**
 * Returns the base URL of a connection's server. Loopback is always allowed here, because the sign-in has already
 * checked that it is permitted.
 */
function serverUrl(connection: Connection): string {
  return hostUrl(hostOf(connection), { allowLoopback: true })
}

/** Origins, base URL and authorization header of an account's requests. */
export function addressing({ servers }: Pick<ServerCache, 'servers'>) {
  return {
    /** Returns the origin of the server, and the origin of its stream if known. */
    origins(connection: Connection): readonly string[] {
      const stream = servers.get(hostOf(connection))?.stream ?? null
      const own = serverUrl(connection)
      return stream === null ? [own] : [own, stream.origin]
    },
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
