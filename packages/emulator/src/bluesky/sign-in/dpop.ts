import { createHash, createPublicKey, verify } from 'node:crypto'

import type { BlueskyState } from '../state.js'
import { isInput } from '../wire/input.js'

/** Server that issued a nonce. The resource server and the sign-in server use different nonces. */
type Audience = 'server' | 'sign-in'

/** Lifetime of a nonce in seconds. */
const NONCE_SECONDS = 180

/** Returns the nonce that DPoP proofs must contain at the current time. */
export function nonceOf(state: BlueskyState, audience: Audience): string {
  const window = Math.floor(state.clock.now().getTime() / (NONCE_SECONDS * 1000))
  return createHash('sha256').update(`nonce ${audience} ${window}`).digest('base64url').slice(0, 22)
}

/** Result of a proof check: the thumbprint of the key, or the error. */
export type Proof =
  | { readonly problem: null; readonly thumbprint: string }
  | { readonly problem: 'invalid_dpop_proof' | 'use_dpop_nonce' }

const WRONG: Proof = { problem: 'invalid_dpop_proof' }

function parsePart(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8'))
    return isInput(value) ? value : {}
  } catch {
    return {}
  }
}

const thumbprintOf = (jwk: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: jwk['crv'], kty: jwk['kty'], x: jwk['x'], y: jwk['y'] }))
    .digest('base64url')

/**
 * Checks the DPoP proof of a request as strictly as the real server.
 * https://www.rfc-editor.org/rfc/rfc9449 section 4.3 (read 2026-11-21)
 */
export function checkProof(
  state: BlueskyState,
  request: Request,
  { accessToken, audience }: { readonly accessToken: string | null; readonly audience: Audience },
): Proof {
  const [head, body, signature, ...more] = (request.headers.get('dpop') ?? '').split('.')
  const header = parsePart(head)
  const claims = parsePart(body)
  const { jwk } = header
  if (!signature || more.length > 0 || header['typ'] !== 'dpop+jwt' || header['alg'] !== 'ES256') return WRONG
  if (!isInput(jwk) || jwk['d'] !== undefined || jwk['crv'] !== 'P-256') return WRONG
  const url = new URL(request.url)
  const { kty, crv, x, y } = jwk as Readonly<Record<string, string>> // safe cast: `createPublicKey` throws for other types
  const key = createPublicKey({
    key: { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const now = Math.floor(state.clock.now().getTime() / 1000)
  const hash = accessToken === null ? undefined : createHash('sha256').update(accessToken).digest('base64url')
  const fits =
    isSigned &&
    claims['htm'] === request.method &&
    claims['htu'] === `${url.origin}${url.pathname}` &&
    typeof claims['jti'] === 'string' &&
    Math.abs(Number(claims['iat']) - now) < 60 &&
    claims['ath'] === hash &&
    claims['iss'] === undefined
  if (!fits) return WRONG
  if (claims['nonce'] !== nonceOf(state, audience)) return { problem: 'use_dpop_nonce' }
  return { problem: null, thumbprint: thumbprintOf(jwk) }
}
