import { createHmac } from 'node:crypto'

import type { AppCredentials, Connection, OutgoingRequest, Sign } from '@social/core/platform'

/**
 * `appsecret_proof` of a token: hex HMAC-SHA256 with the app secret. Meta requires it if "Require app secret" is set
 * in the dashboard, and accepts it otherwise. https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
function proofOf(secret: string, accessToken: string): string {
  return createHmac('sha256', secret).update(accessToken).digest('hex')
}

/** Proof fields for a request with its own token. Empty without a secret. */
export function proofFields(
  app: AppCredentials | null,
  accessToken: string,
): { readonly appsecret_proof: string | null } {
  const secret = app?.clientSecret ?? null
  return { appsecret_proof: secret === null ? null : proofOf(secret, accessToken) }
}

/** Options of `graphSigning`. */
export interface GraphSigning {
  /** False omits `appsecret_proof`. */
  readonly appSecretProof: boolean
  /** True for upload hosts. They take `Authorization: OAuth` instead of `Bearer`, and no proof. */
  readonly isUploadHost?: ((url: string) => boolean) | undefined
}

/** Authorization header. Tokens are never sent in URLs, which are logged. */
export function tokenHeaders(
  { token }: Pick<Connection, 'token'>,
  scheme: 'Bearer' | 'OAuth' = 'Bearer',
): { readonly authorization: string } {
  return { authorization: `${scheme} ${token.accessToken}` }
}

/** Signs each attempt: the token in a header, and `appsecret_proof` in the query if the app secret is stored. */
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
