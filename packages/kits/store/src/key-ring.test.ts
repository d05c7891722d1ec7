import { inspect } from 'node:util'

import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from './__fixtures__/keys.js'
import { KeyRing } from './key-ring.js'

describe('a sealing key', () => {
  const bytes = new Uint8Array(32).fill(0xaa)

  it('is the same key as bytes, hex, base64 and base64url', () => {
    const forms = [
      bytes,
      KEY,
      Buffer.from(bytes).toString('base64'),
      Buffer.from(bytes).toString('base64url'),
    ]
    const names = forms.map((key) => new KeyRing([key]).newest)

    expect(new Set(names).size).toBe(1)
  })

  it.each([
    '',
    'hunter2',
    'a'.repeat(63),
    'a'.repeat(65),
    `g${KEY}`,
    'ü'.repeat(43),
    `${'A'.repeat(43)}==`,
    `=${'A'.repeat(43)}`,
    new Uint8Array(16),
  ])('cannot be %j, and the error explains how to generate one without quoting it', (key) => {
    expect(() => new KeyRing([key])).toThrow(/randomBytes\(32\)/)
    expect(() => new KeyRing([key])).not.toThrow(/hunter2/)
  })

  it('is found by its name, with the first as the newest', () => {
    const ring = new KeyRing([KEY, OTHER_KEY])
    const other = new KeyRing([OTHER_KEY]).newest

    expect(ring.newest).not.toBe(other)
    expect(ring.find(ring.newest)).toEqual(Uint8Array.from(bytes))
    expect(ring.find(other)).not.toBeNull()
    expect(ring.find('unknown')).toBeNull()
  })

  it('is hidden when the ring is printed', () => {
    expect(inspect(new KeyRing([KEY]), { depth: 9 })).toBe(
      `KeyRing { newest: '${new KeyRing([KEY]).newest}' }`,
    )
  })
})

describe('a proof', () => {
  const ring = new KeyRing([KEY])

  it('proves possession of the key', () => {
    const proof = ring.sign(ring.newest, 'text')

    expect(ring.isSigned(ring.newest, 'text', proof)).toBe(true)
    expect(new KeyRing([OTHER_KEY, KEY]).isSigned(ring.newest, 'text', proof)).toBe(true)
  })

  it('is valid for one text, one key and one length only', () => {
    const other = new KeyRing([OTHER_KEY])
    const proof = ring.sign(ring.newest, 'text')

    expect(ring.isSigned(ring.newest, 'other text', proof)).toBe(false)
    expect(other.isSigned(ring.newest, 'text', proof)).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', other.sign(other.newest, 'text'))).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', `${proof}A`)).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', '')).toBe(false)
  })

  it('is not made with a key that is not on the ring', () => {
    expect(() => ring.sign('unknown', 'text')).toThrow(ConfigError)
    expect(() => ring.sign('unknown', 'text')).toThrow(/The key "unknown" is not in keys/)
  })
})
