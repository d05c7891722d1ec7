import { createHash } from 'node:crypto'
import { inspect } from 'node:util'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import type { Random } from '../contract/ports.js'
import { AuthError } from '../errors/index.js'
import { systemRandom } from '../http/time/clock.js'
import { Token } from '../models/index.js'
import {
  authorizeUrl,
  hexChallenge,
  makePkce,
  randomState,
  readCallback,
  readVerifier,
  sameText,
  type TokenReply,
  tokenReplySchema,
  toToken,
} from './index.js'

const fixed: Random = { bytes: (count) => new Uint8Array(count).fill(7), fraction: () => 0 }
const now = new Date('2026-01-01T00:00:00Z')

function read(reply: unknown): TokenReply {
  return v.parse(tokenReplySchema, reply)
}

describe('PKCE', () => {
  it('creates a verifier that is valid for RFC 7636, and its S256 challenge', () => {
    const { verifier, challenge } = makePkce(systemRandom)
    expect(verifier).toMatch(/^[\w-]{43,128}$/)
    expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
    expect(makePkce(systemRandom).verifier).not.toBe(verifier)
  })

  it('matches the example of RFC 7636, also in hexadecimal', () => {
    expect(hexChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      Buffer.from('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'base64url').toString('hex'),
    )
  })
})

describe('state', () => {
  it('is 32 random bytes, safe in a URL', () => {
    expect(randomState(fixed)).toBe(Buffer.alloc(32, 7).toString('base64url'))
    expect(randomState(systemRandom)).toHaveLength(43)
  })

  it('compares texts of any length', () => {
    expect(sameText('abc', 'abc')).toBe(true)
    expect(sameText('', '')).toBe(true)
    expect(sameText('abc', 'abcd')).toBe(false)
    expect(sameText('ünï', 'ünî')).toBe(false)
    expect(sameText('\uD800', '\uD801')).toBe(false)
  })
})

describe('the authorization URL', () => {
  it('adds fields and omits null and undefined', () => {
    expect(
      authorizeUrl('https://a.example/o', { scope: 'read write', lang: null, x: undefined, y: '&' }),
    ).toBe('https://a.example/o?scope=read%20write&y=%26')
  })

  it('keeps the query of the base', () => {
    expect(authorizeUrl('https://a.example/o?v=1', { n: 1, b: true })).toBe(
      'https://a.example/o?v=1&n=1&b=true',
    )
    expect(authorizeUrl('https://a.example/o', {})).toBe('https://a.example/o')
  })
})

describe('the callback', () => {
  const options = { platform: 'x', state: 'right' }

  it('returns the code', () => {
    const params = { code: 'c0de', state: 'right', open_id: '7' }
    expect(readCallback(params, options)).toEqual({ code: 'c0de', params })
  })

  it.each([
    ['a refusal', { error: 'access_denied', state: 'right' }, 'access_denied'],
    ['no state', { code: 'c0de' }, 'no state'],
    ['an empty state', { code: 'c0de', state: '' }, 'no state'],
    ['another state', { code: 'c0de', state: 'wrong' }, 'another state'],
    ['no code', { state: 'right' }, 'no code'],
  ])('is an AuthError with %s', (_case, params, message) => {
    const reading = (): unknown => readCallback(params, options)
    expect(reading).toThrow(AuthError)
    expect(reading).toThrow(message)
    expect(reading).not.toThrow('c0de')
  })

  it('returns the verifier, or reports that it is missing', () => {
    expect(readVerifier({ verifier: 'v' }, 'x')).toBe('v')
    expect(() => readVerifier({}, 'x')).toThrow(AuthError)
  })
})

describe('a token response', () => {
  it('becomes a token with both expiry times', () => {
    const reply = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: '7200' }
    const token = toToken(read(reply), { now })
    expect(token).toMatchObject({ accessToken: 'a', refreshToken: 'r', kind: 'BEARER' })
    expect(token.expiresAt).toEqual(new Date('2026-01-01T01:00:00Z'))
    expect(token.refreshTokenExpiresAt).toEqual(new Date('2026-01-01T02:00:00Z'))
  })

  it.each([[undefined], [null], [0], [-5], ['soon'], [{}], [1e300]])(
    'has no expiry if expires_in is %s',
    (value) => {
      expect(toToken(read({ access_token: 'a', expires_in: value }), { now }).expiresAt).toBeNull()
    },
  )

  it('keeps the old refresh token with its expiry if it has none', () => {
    const previous = new Token({ accessToken: 'a', refreshToken: 'r', refreshTokenExpiresAt: now })
    for (const refresh_token of [undefined, null, '']) {
      const token = toToken(read({ access_token: 'b', refresh_token }), { now, previous })
      expect(token.refreshToken).toBe('r')
      expect(token.refreshTokenExpiresAt).toEqual(now)
    }
    const rotated = toToken(read({ access_token: 'b', refresh_token: 's' }), { now, previous })
    expect(rotated.refreshToken).toBe('s')
    expect(rotated.refreshTokenExpiresAt).toBeNull()
  })

  it('is bound to its key if the token type is DPoP', () => {
    const first = toToken(read({ access_token: 'a', token_type: 'DPoP' }), { now, proofKey: 'k' })
    expect(first).toMatchObject({ kind: 'DPOP', proofKey: 'k' })
    expect(toToken(read({ access_token: 'b' }), { now, previous: first })).toMatchObject({ proofKey: 'k' })
    expect(inspect(first)).not.toContain("'k'")
  })

  it('is refused without an access token', () => {
    for (const access_token of ['', 'new\r\nX-Other: 1', 'caf\u00E9', 'a\u0000b'])
      expect(v.safeParse(tokenReplySchema, { access_token }).success).toBe(false)
    expect(v.safeParse(tokenReplySchema, { access_token: 'a b|~!' }).success).toBe(true)
  })
})

describe('a refusal in the callback', () => {
  const options = { platform: 'sample', state: 's' }
  const refusalOf = (params: Readonly<Record<string, string>>): unknown => {
    try {
      return readCallback(params, options)
    } catch (error) {
      return error
    }
  }

  it('is reported with the error and description of the network', () => {
    expect(refusalOf({ error: 'access_denied', error_description: 'They said no.' })).toMatchObject({
      message: expect.stringContaining('(access_denied)'),
      raw: { error: 'access_denied', error_description: 'They said no.' },
    })
    expect(refusalOf({ error_code: '200' })).toMatchObject({ raw: { error: '200', error_description: null } })
  })

  it('is truncated after 100 characters', () => {
    expect(refusalOf({ error: 'x'.repeat(500) })).toMatchObject({
      message: expect.stringContaining(`(${'x'.repeat(100)})`),
    })
  })
})
