import { type Connection, hostUrl, type OutgoingRequest, type Sign } from '@social/core/platform'

/** Base addresses of the services behind Bluesky. */
export interface BlueskyAddresses {
  /** Answers whose DID a handle is; `https://public.api.bsky.app`. */
  readonly resolver: string
  /** Keeps the documents of `did:plc`; `https://plc.directory`. */
  readonly plc: string
  /** Signs in people whose server is not known: `https://bsky.social`. */
  readonly entryway: string
  /** Works videos out: `https://video.bsky.app`. */
  readonly video: string
}

/** https://docs.bsky.app/docs/advanced-guides/api-directory (read 2026-11-21) */
export const ADDRESSES: BlueskyAddresses = {
  resolver: 'https://public.api.bsky.app',
  plc: 'https://plc.directory',
  entryway: 'https://bsky.social',
  video: 'https://video.bsky.app',
}

/** Signs with the token alone, or with a proof of the connection's key, which is loaded when it is first needed. */
const sign: Sign = (request: OutgoingRequest, by) => {
  const { token } = by.connection
  if (token.kind === 'BEARER')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.accessToken}` } }
  return import('./sign-in/dpop-proof.js').then(({ signWithProof }) => signWithProof(request, by))
}

/** Where an account's requests go, and how they show whose they are. Everything goes through the person's own server. */
export function addressing({ addresses }: { readonly addresses: BlueskyAddresses }) {
  const entryway = [new URL(addresses.entryway).origin]
  // A loopback host can only be here because the sign-in was allowed to end in one.
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
