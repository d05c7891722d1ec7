import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { Token } from './token.js'

const now = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

describe('a token', () => {
  // Holds R-0017.
  it('has its access token and expiry', () => {
    const token = new Token({ accessToken: 'a', expiresAt: '2026-01-01T01:00:00+01:00' })

    expect(token.accessToken).toBe('a')
    expect(token.expiresAt).toEqual(now)
  })

  it('has null or default values for missing fields', () => {
    expect(new Token({ accessToken: 'a' })).toMatchObject({
      refreshToken: null,
      proofKey: null,
      kind: 'BEARER',
      expiresAt: null,
      refreshTokenExpiresAt: null,
    })
  })

  // Holds R-0018.
  it.each([
    ['an invalid Date', new Date('nonsense')],
    ['text without an offset', '2026-01-01T00:00:00'],
    ['a plain date and time', { year: 2026 }],
  ])('refuses %s as its expiry', (_what, value) => {
    const expiresAt = value as Date // wrong type on purpose: JavaScript applications may pass any value

    expect(() => new Token({ accessToken: 'a', expiresAt })).toThrow(ConfigError)
    expect(() => new Token({ accessToken: 'a', refreshTokenExpiresAt: expiresAt })).toThrow(
      /Token\.refreshTokenExpiresAt/,
    )
  })

  it.each(['', '[hidden]', undefined])(
    'refuses %j as its access token and explains how to save a token',
    (value) => {
      const accessToken = value as string // wrong type on purpose: JavaScript applications may pass any value

      expect(() => new Token({ accessToken })).toThrow(/toRecord/)
    },
  )

  it('expires within the given seconds, inclusive', () => {
    const token = new Token({ accessToken: 'a', expiresAt: at(60), refreshTokenExpiresAt: at(3_600) })

    expect(token.expiresWithin(59, now)).toBe(false)
    expect(token.expiresWithin(60, now)).toBe(true)
    expect(token.refreshTokenExpiresWithin(3_599, now)).toBe(false)
    expect(token.refreshTokenExpiresWithin(3_600, now)).toBe(true)
  })

  it('never expires without an expiry', () => {
    const token = new Token({ accessToken: 'a' })

    expect([token.isExpired, token.refreshTokenIsExpired]).toEqual([false, false])
    expect(token.expiresWithin(1e9)).toBe(false)
  })

  it('is expired after its expiry', () => {
    const token = new Token({ accessToken: 'a', expiresAt: new Date(0), refreshTokenExpiresAt: new Date(0) })

    expect([token.isExpired, token.refreshTokenIsExpired]).toEqual([true, true])
  })

  it('never prints its secrets, in any format', () => {
    const token = new Token({
      accessToken: 'one-secret',
      refreshToken: 'two-secret',
      proofKey: 'three-secret',
      kind: 'DPOP',
    })
    const shown = [inspect(token), JSON.stringify(token), JSON.stringify(Object.assign({}, token))]

    expect(shown.join(' ')).not.toMatch(/-secret/)
    expect(JSON.parse(JSON.stringify(token))).toMatchObject({
      accessToken: '[hidden]',
      refreshToken: '[hidden]',
    })
    expect(new Token({ accessToken: 'a' }).toJSON()).toMatchObject({ refreshToken: null })
  })

  it('is frozen', () => {
    expect(Object.isFrozen(new Token({ accessToken: 'a' }))).toBe(true)
  })
})
