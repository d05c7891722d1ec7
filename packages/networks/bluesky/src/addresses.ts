import { type Connection, hostUrl, type OutgoingRequest, type Sign } from '@social/core/platform'

/** Base URLs of the services behind Bluesky. */
export interface BlueskyAddresses {
  /** Resolves handles to DIDs: `https://public.api.bsky.app`. */
  readonly resolver: string
  /** Stores the documents of `did:plc`: `https://plc.directory`. */
  readonly plc: string
  /** Signs in people whose server is unknown: `https://bsky.social`. */
  readonly entryway: string
  /** Processes videos: `https://video.bsky.app`. */
  readonly video: string
}

/** https://docs.bsky.app/docs/advanced-guides/api-directory (read 2026-11-21) */
export const ADDRESSES: BlueskyAddresses = {
  resolver: 'https://public.api.bsky.app',
  plc: 'https://plc.directory',
  entryway: 'https://bsky.social',
  video: 'https://video.bsky.app',
}

/** Signs a request with the token, or with a DPoP proof of the connection's key. The proof code is loaded on first use. */
const sign: Sign = (request: OutgoingRequest, by) => {
  const { token } = by.connection
  if (token.kind === 'BEARER')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.accessToken}` } }
  return import('./sign-in/dpop-proof.js').then(({ signWithProof }) => signWithProof(request, by))
}

/** Origins, base URL and authentication of an account's requests. All requests go to the person's own server. */
export function addressing({ addresses }: { readonly addresses: BlueskyAddresses }) {
  const entryway = [new URL(addresses.entryway).origin]
  // A loopback host is allowed here: the sign-in has already checked the permission for it.
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
