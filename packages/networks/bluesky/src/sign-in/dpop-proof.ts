import { createHash } from 'node:crypto'

import {
  type Clock,
  ConfigError,
  type OutgoingRequest,
  type Random,
  type SignContext,
} from '@social/core/platform'

import { publicHalf } from '../app.js'

/** A private key as a JWK. Keep the key secret. */
export type PrivateKey = Readonly<Record<string, unknown>>

/** Data of the request for which a DPoP proof is created. */
export interface ProofOf {
  readonly key: PrivateKey
  readonly method: string
  readonly url: string
  /** Newest nonce of the server that receives the request; null before the server has sent one. */
  readonly nonce: string | null
  /** Token sent with the proof; null during the sign-in. */
  readonly accessToken: string | null
}

/**
 * Parses the private key stored in a connection.
 *
 * @throws ConfigError when the key is missing.
 */
export function readKey(text: string | null): PrivateKey {
  try {
    const key: unknown = JSON.parse(text ?? '')
    if (typeof key === 'object' && key !== null) return key as PrivateKey // safe cast: the condition proves an object, and the key was stored by `makeKey`
  } catch {
    // Invalid JSON leads to the ConfigError below.
  }
  throw new ConfigError(
    'The connection does not contain the key that its token is bound to. Store all fields of toRecord(connection), and sign the account in again.',
    { platform: 'bluesky' },
  )
}

/** Creates the key pair of a connection. One JWK contains both halves. */
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

/**
 * Creates a DPoP proof, which proves that the sender has the private key.
 * https://www.rfc-editor.org/rfc/rfc9449 section 4.2 (read 2026-11-21)
 */
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

/**
 * Creates a client assertion, which authenticates the application.
 * https://www.rfc-editor.org/rfc/rfc7523 (read 2026-11-21)
 */
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

/** Adds the token and a DPoP proof to one attempt of a request. */
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
