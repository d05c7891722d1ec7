import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { type MediaGrant, NONCE_BYTES, readToken, tokenKey, writeToken } from './media-token.js'

const key = tokenKey(Buffer.alloc(32, 'k'))
const nonce = Buffer.alloc(NONCE_BYTES, 7)
const grant: MediaGrant = {
  path: '/srv/customers/4711/launch.jpg',
  size: 600_000,
  contentType: 'image/jpeg',
  expiresAt: 1_795_000_000,
  isOurs: false,
}

describe('a media token', () => {
  it('returns the grant', () => {
    expect(readToken(writeToken(grant, key, nonce), key)).toEqual(grant)
    expect(readToken(writeToken({ ...grant, isOurs: true }, key, nonce), key)?.isOurs).toBe(true)
  })

  it('hides the path, and needs no encoding in a URL', () => {
    const token = writeToken(grant, key, nonce)
    const bytes = Buffer.from(token, 'base64url').toString('latin1')
    for (const word of ['srv', 'customers', '4711', 'launch', 'image'])
      expect([word, token.includes(word), bytes.includes(word)]).toEqual([word, false, false])
    expect(token).toMatch(/^[\w-]+$/)
    expect(writeToken(grant, key, Buffer.alloc(NONCE_BYTES, 8))).not.toBe(token)
  })

  it('is invalid with one character changed, removed or added, or with another key', () => {
    const token = writeToken(grant, key, nonce)
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(readToken(token.slice(0, at) + other + token.slice(at + 1), key)).toBeNull()
      expect(readToken(token.slice(0, at), key)).toBeNull()
      expect(readToken(token.slice(0, at) + token.slice(at + 1), key)).toBeNull()
    }
    for (const more of ['A', 'AAAA', '=', '.', ' ', '%']) expect(readToken(token + more, key)).toBeNull()
    expect(readToken(token, tokenKey(Buffer.alloc(32, 'z')))).toBeNull()
  })

  it('has only one valid encoding, so that a released token cannot be reused', () => {
    const token = writeToken(grant, key, nonce)
    const bytes = Buffer.from(token, 'base64url')
    expect(readToken(bytes.toString('base64'), key) === null || bytes.toString('base64') === token).toBe(true)
    for (const at of [0, 5, token.length])
      expect(readToken(`${token.slice(0, at)}\n${token.slice(at)}`, key)).toBeNull()
  })

  it.each([
    ['letters', (letters: number) => 'A'.repeat(letters)],
    ['letters of no alphabet', (letters: number) => '!'.repeat(letters)],
  ])('of many %s is read in linear time', (_what, make) => {
    // The division limits the longest text to the maximum length of a token.
    expect(
      growthOf(
        (token: string) => readToken(token, key),
        (letters) => make(letters / 4),
      ),
    ).toBeLessThan(MAX_GROWTH)
  })
})
