import { createHash } from 'node:crypto'

import {
  type Clock,
  ConfigError,
  type OutgoingRequest,
  type Random,
  type SignContext,
} from '@social/core/platform'

import { publicHalf } from '../app.js'

/** A private key as a JWK. A secret. */
export type PrivateKey = Readonly<Record<string, unknown>>

/** Inputs of a DPoP proof. */
export interface ProofOf {
  readonly key: PrivateKey
  readonly method: string
  readonly url: string
  /** The newest nonce of that server; null when it gave none yet. */
  readonly nonce: string | null
  /** The token it is shown with; null at the sign-in itself. */
  readonly accessToken: string | null
}

/** The key as a connection keeps it. @throws ConfigError when it is not there. */
export function readKey(text: string | null): PrivateKey {
  try {
    const key: unknown = JSON.parse(text ?? '')
    if (typeof key === 'object' && key !== null) return key as PrivateKey // an object, read by name only
  } catch {
    // said below
  }
  throw new ConfigError(
    'The connection has lost the key its token is bound to. Save toRecord(connection) whole, and sign the account in again.',
    { platform: 'bluesky' },
  )
}

/** Makes the key pair of a connection; both halves in one. */
export async function makeKey(): Promise<PrivateKey> {
  const [{ generateKeyPair }, { exportJWK }] = await Promise.all([
    import('jose/key/generate/keypair'),
    import('jose/key/export'),
  ])
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)) }
}

async function signJwt(
  key: PrivateKey,
  header: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const [{ SignJWT }, { importJWK }] = await Promise.all([import('jose/jwt/sign'), import('jose/key/import')])
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(await importJWK(key, 'ES256'))
}

function makeId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url')
}

const secondsOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000)

/** A DPoP proof: that whoever sends a request has the key. https://www.rfc-editor.org/rfc/rfc9449 section 4.2 (read 2026-11-21) */
export function makeProof(
  { key, method, url, nonce, accessToken }: ProofOf,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<string> {
  const { origin, pathname } = new URL(url)
  const { kid: _kid, ...jwk } = publicHalf(key)
  return signJwt(
    key,
    { typ: 'dpop+jwt', jwk },
    {
      jti: makeId(random),
      htm: method,
      htu: `${origin}${pathname}`,
      iat: secondsOf(clock),
      ...(nonce !== null && { nonce }),
      ...(accessToken !== null && {
        ath: createHash('sha256').update(accessToken).digest('base64url'),
      }),
    },
  )
}

/** A client assertion, by which the application authenticates itself. https://www.rfc-editor.org/rfc/rfc7523 (read 2026-11-21) */
export function makeAssertion(
  facts: { readonly key: PrivateKey; readonly clientId: string; readonly issuer: string },
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<string> {
  const { key, clientId, issuer } = facts
  const now = secondsOf(clock)
  return signJwt(
    key,
    { typ: 'JWT', kid: key['kid'] },
    { iss: clientId, sub: clientId, aud: issuer, jti: makeId(random), iat: now, exp: now + 60 },
  )
}

/** Signs one attempt of a request with token and proof. */
export async function signWithProof(request: OutgoingRequest, by: SignContext): Promise<OutgoingRequest> {
  const { token } = by.connection
  const { method, url } = request
  const key = readKey(token.proofKey)
  const proof = await makeProof({ key, method, url, nonce: by.nonce, accessToken: token.accessToken }, by)
  return {
    ...request,
    headers: { ...request.headers, authorization: `DPoP ${token.accessToken}`, dpop: proof },
  }
}
