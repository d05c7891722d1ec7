import { createHmac } from 'node:crypto'

import type { AppCredentials, Connection, OutgoingRequest, Sign } from '@social/core/platform'

/**
 * Returns the `appsecret_proof` of a token: the hexadecimal HMAC-SHA256 with the app secret. Meta
 * requires the proof if "Require app secret" is enabled in the app dashboard, and otherwise
 * accepts it.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
function proofOf(secret: string, accessToken: string): string {
  return createHmac('sha256', secret).update(accessToken).digest('hex')
}

/**
 * Returns the proof as query parameters, for a request that sets its own token. Returns no
 * parameters without an app secret.
 */
export function proofFields(
  app: AppCredentials | null,
  accessToken: string,
): { readonly appsecret_proof: string | null } {
  const secret = app?.clientSecret ?? null
  return { appsecret_proof: secret === null ? null : proofOf(secret, accessToken) }
}

/** Options of `graphSigning`. */
export interface GraphSigning {
  /** If false, requests contain no `appsecret_proof`. */
  readonly appSecretProof: boolean
  /**
   * Returns true for the URL of an upload host. Upload hosts require `Authorization: OAuth`
   * instead of `Bearer`, and no proof.
   */
  readonly isUploadHost?: ((url: string) => boolean) | undefined
}

/** Returns the authorization header. A token is never sent in the URL, because URLs are logged. */
export function tokenHeaders(
  { token }: Pick<Connection, 'token'>,
  scheme: 'Bearer' | 'OAuth' = 'Bearer',
): { readonly authorization: string } {
  return { authorization: `${scheme} ${token.accessToken}` }
}

/**
 * Creates the function that signs each request attempt. It adds the token as a header, and
 * `appsecret_proof` to the query if the app secret is stored.
 */
export function graphSigning({ appSecretProof, isUploadHost }: GraphSigning): Sign {
  return async (request, by) => {
    const { connection } = by
    const isUpload = isUploadHost?.(request.url) === true
    const headers = { ...request.headers, ...tokenHeaders(connection, isUpload ? 'OAuth' : 'Bearer') }
    if (!appSecretProof || isUpload) return { ...request, headers }
    const { appsecret_proof: proof } = proofFields(await by.app(), connection.token.accessToken)
    return proof === null ? { ...request, headers } : { ...request, headers, url: withProof(request, proof) }
  }
}

function withProof({ url }: OutgoingRequest, proof: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}appsecret_proof=${proof}`
}
