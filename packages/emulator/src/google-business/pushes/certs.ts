import type { GoogleState } from '../state.js'

const headersOf = ({ settings, clock }: GoogleState): Record<string, string> => ({
  'cache-control': `public, max-age=${settings.keyCacheSeconds}, must-revalidate, no-transform`,
  expires: new Date(clock.now().getTime() + settings.keyCacheSeconds * 1000).toUTCString(),
})

/**
 * GET /oauth2/v3/certs: returns the published keys as JWKs. `Cache-Control` states how long a
 * receiver can cache the keys.
 */
export function listKeys(state: GoogleState): Response {
  const keys = state.keys.published().map(({ kid, publicKey }) => {
    const { n, e } = publicKey.export({ format: 'jwk' })
    return { kty: 'RSA', alg: 'RS256', use: 'sig', kid, n, e }
  })
  return Response.json({ keys }, { headers: headersOf(state) })
}

/** GET /oauth2/v1/certs: returns the same keys as `/oauth2/v3/certs`, in the older PEM format. */
export function listPemKeys(state: GoogleState): Response {
  const pems = state.keys
    .published()
    .map(({ kid, publicKey }) => [kid, publicKey.export({ type: 'spki', format: 'pem' })] as const)
  return Response.json(Object.fromEntries(pems), { headers: headersOf(state) })
}
