import { createHmac, createSign } from 'node:crypto'

import type { EmulatorClock } from '../../framework/clock.js'
import type { Push } from '../../framework/webhooks.js'
import type { Json, Subscription } from '../records.js'
import type { Keys, SigningKey } from './keys.js'

/** Errors that a test can cause in the token of a push. */
export const FORGERIES = [
  'NO_TOKEN',
  'OTHER_AUDIENCE',
  'OTHER_EMAIL',
  'EMAIL_NOT_VERIFIED',
  'NO_EMAIL',
  'EXPIRED',
  'NOT_YET',
  'OTHER_ISSUER',
  'OTHER_KEY',
  'UNKNOWN_KID',
  'ALG_NONE',
  'ALG_HS256',
  'CHANGED_CLAIMS',
] as const

/** One of the errors that a test can cause in the token of a push. */
export type Forgery = (typeof FORGERIES)[number]

/** Part of the state that is needed to sign pushes. */
export interface PushSigning {
  readonly clock: EmulatorClock
  readonly keys: Keys
  /** Errors for the tokens of the next pushes, one for each push. */
  readonly forgeries: Forgery[]
  /** Subscription for which each push is sent. */
  readonly pushedTo: WeakMap<Push, Subscription>
}

/** Lifetime of a push token in seconds: one hour. */
const LIFETIME_SECONDS = 3600

const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns the claims of a push token. `forgery` can change or remove one claim. */
function claimsOf(
  clock: EmulatorClock,
  to: Pick<Subscription, 'audience' | 'serviceAccount'>,
  forgery: Forgery | null,
): Json {
  const now = Math.floor(clock.now().getTime() / 1000)
  const claims: Json = {
    aud: to.audience,
    azp: '113774264463038321964',
    email: to.serviceAccount,
    email_verified: true,
    exp: now + LIFETIME_SECONDS,
    iat: now,
    iss: 'https://accounts.google.com',
    sub: '113774264463038321964',
  }
  switch (forgery) {
    case 'OTHER_AUDIENCE':
      return { ...claims, aud: 'https://elsewhere.example/webhooks' }
    case 'OTHER_EMAIL':
      return { ...claims, email: 'somebody@elsewhere.iam.gserviceaccount.com' }
    case 'EMAIL_NOT_VERIFIED':
      return { ...claims, email_verified: false }
    case 'NO_EMAIL': {
      const { email: _, email_verified: _too, ...rest } = claims
      return rest
    }
    case 'EXPIRED':
      return { ...claims, iat: now - 2 * LIFETIME_SECONDS, exp: now - LIFETIME_SECONDS }
    case 'NOT_YET':
      return { ...claims, iat: now + LIFETIME_SECONDS, exp: now + 2 * LIFETIME_SECONDS }
    case 'OTHER_ISSUER':
      return { ...claims, iss: 'https://issuer.example' }
    default:
      return claims
  }
}

function keyFor({ keys }: PushSigning, forgery: Forgery | null): SigningKey {
  const key = keys.current()
  if (forgery === 'OTHER_KEY') return keys.unpublished()
  return forgery === 'UNKNOWN_KID' ? { ...key, kid: 'f'.repeat(40) } : key
}

/**
 * Creates a push token as Pub/Sub does, signed with RS256. `forgery` falsifies one part of the
 * token.
 */
export function signToken(
  state: PushSigning,
  to: Pick<Subscription, 'audience' | 'serviceAccount'>,
  forgery: Forgery | null = null,
): string {
  const key = keyFor(state, forgery)
  const alg = forgery === 'ALG_NONE' ? 'none' : forgery === 'ALG_HS256' ? 'HS256' : 'RS256'
  const head = encode({ alg, kid: key.kid, typ: 'JWT' })
  const claims = claimsOf(state.clock, to, forgery)
  const signed = `${head}.${encode(claims)}`
  if (forgery === 'ALG_NONE') return `${signed}.`
  // In a known attack, the public key serves as the secret of an HMAC signature.
  if (forgery === 'ALG_HS256') {
    const secret = key.publicKey.export({ type: 'spki', format: 'pem' })
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
  const signature = createSign('RSA-SHA256').update(signed).sign(key.privateKey, 'base64url')
  if (forgery === 'CHANGED_CLAIMS') return `${head}.${encode({ ...claims, sub: '1' })}.${signature}`
  return `${signed}.${signature}`
}

/** Creates the headers of a push and removes the next planned error from the list. */
export function pushHeaders(state: PushSigning, push: Push): Record<string, string> {
  const subscription = state.pushedTo.get(push)
  const forgery = state.forgeries.shift() ?? null
  if (subscription === undefined || forgery === 'NO_TOKEN') return {}
  return { authorization: `Bearer ${signToken(state, subscription, forgery)}` }
}
