import { createHmac } from 'node:crypto'

import type { AppCredentials, Connection, OutgoingRequest, Sign } from '@social/core/platform'

/**
 * `appsecret_proof` of a token: hex HMAC-SHA256 under the app's secret. Meta asks for it where the dashboard says "Require
 * app secret", and takes it everywhere else. https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
function proofOf(secret: string, accessToken: string): string {
  return createHmac('sha256', secret).update(accessToken).digest('hex')
}

/** The proof as fields of a request that carries a token of its own; none without a secret. */
export function proofFields(
  app: AppCredentials | null,
  accessToken: string,
): { readonly appsecret_proof: string | null } {
  const secret = app?.clientSecret ?? null
  return { appsecret_proof: secret === null ? null : proofOf(secret, accessToken) }
}

/** What `graphSigning` needs to know. */
export interface GraphSigning {
  /** False leaves `appsecret_proof` out. */
  readonly appSecretProof: boolean
  /** Origins that want `Authorization: OAuth` instead of `Bearer`, and no proof: upload hosts. */
  readonly isUploadHost?: ((url: string) => boolean) | undefined
}

/** The header that carries a token: never the address, which ends up in logs. */
export function tokenHeaders(
  { token }: Pick<Connection, 'token'>,
  scheme: 'Bearer' | 'OAuth' = 'Bearer',
): { readonly authorization: string } {
  return { authorization: `${scheme} ${token.accessToken}` }
}

/** Signs each attempt: the token in a header, and `appsecret_proof` in the address where the app's secret is stored. */
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
