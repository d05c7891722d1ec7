import {
  cleanHost,
  ConfigError,
  type Connection,
  hostUrl,
  type LoginCall,
  type LoginRequest,
} from '@social/core/platform'

import { hostOf } from './map/index.js'
import type { Settings } from './options.js'

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

/** A loopback host can only be here because the sign-in was allowed to end in one, so it needs no second permission. */
function serverUrl(connection: Connection): string {
  return hostUrl(hostOf(connection), { allowLoopback: true })
}

/** Where an account's requests go, and how they show whose they are. */
export function addressing(_settings: Settings) {
  return {
    origins: (connection: Connection): readonly string[] => [serverUrl(connection)],
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}
