import { type Connection, hostUrl, type OutgoingRequest, type Sign } from '@social/core/platform'

/** The person's server. A loopback host can only be here because the sign-in was allowed to end in one. */
function serverUrl({ host }: Connection): string {
  return hostUrl(host ?? 'bsky.social', { allowLoopback: true })
}

/** Signs with the token alone, or with a proof of the connection's key, which is loaded when it is first needed. */
const sign: Sign = (request: OutgoingRequest, by) => {
  const { token } = by.connection
  if (token.kind === 'BEARER')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.accessToken}` } }
  return import('./sign-in/oauth-parts.js').then(({ signWithProof }) => signWithProof(request, by))
}

/** Where an account's requests go, and how they show whose they are. Everything goes through the person's own server. */
export function addresses() {
  return {
    origins: (connection: Connection): readonly string[] => [serverUrl(connection)],
    apiBase: serverUrl,
    authHeaders: ({ token }: Connection) => ({
      authorization: `${token.kind === 'DPOP' ? 'DPoP' : 'Bearer'} ${token.accessToken}`,
    }),
    sign,
  }
}
