import { SignatureError } from '@social/core/platform'
import { FakeClock } from '@social/testkit/platform'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'

import { googleBusiness } from '../platform.js'

const AUDIENCE = 'https://app.example/hook'
const SERVICE_ACCOUNT = 'push@p1.iam.gserviceaccount.com'
const NOW = Date.parse('2026-11-22T12:00:00Z') / 1000

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let pair: Keys
let keys: Awaited<ReturnType<typeof exportJWK>>[]
beforeAll(async () => {
  pair = await generateKeyPair('RS256')
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: '1' }]
})

interface Made {
  readonly header?: { readonly kid?: string }
  readonly claims?: Readonly<Record<string, unknown>>
  readonly prefix?: string
}

/** Checks a push request. Its token equals a token of Google except for the given fields. */
async function check({ header = { kid: '1' }, claims = {}, prefix = 'Bearer ' }: Made = {}) {
  const token = await new SignJWT({
    aud: AUDIENCE,
    iss: 'https://accounts.google.com',
    email: SERVICE_ACCOUNT,
    email_verified: true,
    iat: NOW,
    exp: NOW + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', ...header })
    .sign(pair.privateKey)
  const clock = new FakeClock({ now: new Date(NOW * 1000) })
  const secret = { keys, audience: AUDIENCE, serviceAccount: SERVICE_ACCOUNT }
  const headers = { authorization: `${prefix}${token}` }
  await googleBusiness().checkSignature(new Uint8Array(), headers, { secret, clock })
}

describe('the token of a push', () => {
  // Holds R-0196, R-0198.
  it.each<[string, Made]>([
    ['as Google makes it', {}],
    ['with the other name of Google', { claims: { iss: 'accounts.google.com' } }],
    ['without a maker', { claims: { iss: undefined } }],
    ['that ended a minute ago, by a clock that goes differently', { claims: { exp: NOW - 59 } }],
    ['made five minutes ahead of our clock', { claims: { iat: NOW + 300 } }],
    ['that does not say when it was made', { claims: { iat: undefined } }],
    ['in another spelling of the scheme', { prefix: 'bearer ' }],
  ])('%s is valid', async (_what, made) => {
    await expect(check(made)).resolves.toBeUndefined()
  })

  // Holds R-0197.
  it.each<[string, Made]>([
    ['that names no key', { header: {} }],
    ['that names another key', { header: { kid: '2' } }],
    ['for somebody else', { claims: { aud: 'https://other.example/hook' } }],
    ['of another sender', { claims: { email: 'other@p1.iam.gserviceaccount.com' } }],
    ['of a sender who is not proved', { claims: { email_verified: false } }],
    ['of a sender who is proved in words', { claims: { email_verified: 'true' } }],
    ['of another maker', { claims: { iss: 'https://evil.example' } }],
    ['that ended', { claims: { exp: NOW - 60 } }],
    ['that never ends', { claims: { exp: undefined } }],
    ['made too far ahead of our clock', { claims: { iat: NOW + 301 } }],
    ['behind another scheme', { prefix: 'Basic ' }],
    ['behind no scheme', { prefix: '' }],
  ])('%s is invalid', async (_what, made) => {
    await expect(check(made)).rejects.toThrow(SignatureError)
  })

  it('is refused without its cause', async () => {
    const error: unknown = await check({ header: {} }).catch((thrown: unknown) => thrown)
    expect(error).not.toHaveProperty('cause')
    expect(String(error)).toContain('is invalid')
  })
})
