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

/** A server, by the name that a person typed or a page sent. */
export interface Server {
  readonly host: string
  /** Address without a trailing slash. */
  readonly url: string
}

/**
 * Reads the name of a server. Nothing is sent to it here.
 *
 * @throws ConfigError when there is none, or it is no host.
 */
export function readServer(request: Pick<LoginRequest, 'host'>, { allowLoopback }: LoginCall): Server {
  if (!request.host)
    throw new ConfigError(
      'mastodon needs a host: every Mastodon server is separate. Pass host, such as mastodon.social.',
      { platform: 'mastodon' },
    )
  const host = cleanHost(request.host, { platform: 'mastodon', allowLoopback })
  return { host, url: hostUrl(host, { allowLoopback }) }
}

/** What the address that a server sends people back to says of it. */
export const SERVER_PARAMETER = 'server'

/**
 * Where a server sends people back to: an address of its own, which it was registered with and has to match exactly. A
 * server that passes somebody on to another one, with the state of the sign-in here, is found out by it.
 * RFC 9700, section 4.4.2.2 (read 2026-11-22)
 */
export function redirectFor(redirectUri: string, host: string): string {
  // `urn:ietf:wg:oauth:2.0:oob`: the server shows the code, and nobody comes back. Programs on a phone or a desktop have
  // an address of their own scheme, to which people come back as to any other.
  if (/^urn:/i.test(redirectUri)) return redirectUri
  const separator = redirectUri.includes('?') ? '&' : '?'
  return `${redirectUri}${separator}${SERVER_PARAMETER}=${encodeURIComponent(host)}`
}

/** A loopback host can only be here because the sign-in was allowed to end in one, so it needs no second permission. */
function serverUrl(connection: Connection): string {
  return hostUrl(hostOf(connection), { allowLoopback: true })
}

/** Where an account's requests go, and how they show whose they are. */
export function addressing({ servers }: Pick<ServerCache, 'servers'>) {
  return {
    /** The server's own, and that of its stream where it has said that one. */
    origins(connection: Connection): readonly string[] {
      const stream = servers.get(hostOf(connection))?.stream ?? null
      const own = serverUrl(connection)
      return stream === null ? [own] : [own, stream.origin]
    },
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
