import { type Connection, hostUrl, type OutgoingRequest, type Sign } from '@social/core/platform'

/** Base URLs of the services behind Bluesky. */
export interface BlueskyAddresses {
  /**
   * Base URL of the service that resolves handles to DIDs. Default: `https://public.api.bsky.app`.
   */
  readonly resolver: string
  /** Base URL of the directory of `did:plc` documents. Default: `https://plc.directory`. */
  readonly plc: string
  /**
   * Base URL of the server at which users sign in whose server is unknown. Default:
   * `https://bsky.social`.
   */
  readonly entryway: string
  /** Base URL of the service that processes videos. Default: `https://video.bsky.app`. */
  readonly video: string
}

/**
 * Base URLs of Bluesky's services. https://docs.bsky.app/docs/advanced-guides/api-directory (read
 * 2026-11-21)
 */
export const ADDRESSES: BlueskyAddresses = {
  resolver: 'https://public.api.bsky.app',
  plc: 'https://plc.directory',
  entryway: 'https://bsky.social',
  video: 'https://video.bsky.app',
}

/**
 * Adds the token to a request, or the token and a DPoP proof. The code for proofs is loaded on
 * first use.
 */
const sign: Sign = (request: OutgoingRequest, by) => {
  const { token } = by.connection
  if (token.kind === 'BEARER')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.accessToken}` } }
  return import('./sign-in/dpop-proof.js').then(({ signWithProof }) => signWithProof(request, by))
}

/**
 * Returns the origins, the base URL and the authentication for the requests of an account. All
 * requests go to the account's own server.
 */
export function addressing({ addresses }: { readonly addresses: BlueskyAddresses }) {
  const entryway = [new URL(addresses.entryway).origin]
  // Loopback hosts are always allowed here, because the sign-in has already checked that the
  // application permits them.
  const serverUrl = ({ host }: Connection): string =>
    host === null ? addresses.entryway : hostUrl(host, { allowLoopback: true })
  return {
    origins: (connection: Connection): readonly string[] =>
      connection.host === null ? entryway : [serverUrl(connection)],
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({
      authorization: `${token.kind === 'DPOP' ? 'DPoP' : 'Bearer'} ${token.accessToken}`,
    }),
    sign,
  }
}
