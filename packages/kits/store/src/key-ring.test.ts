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
  ])('is not made of %j, and the refusal says how to make one without repeating it', (key) => {
    expect(() => new KeyRing([key])).toThrow(/randomBytes\(32\)/)
    expect(() => new KeyRing([key])).not.toThrow(/hunter2/)
  })

  it('is found by its name, the first being the newest', () => {
    const ring = new KeyRing([KEY, OTHER_KEY])
    const other = new KeyRing([OTHER_KEY]).newest

    expect(ring.newest).not.toBe(other)
    expect(ring.find(ring.newest)).toEqual(Uint8Array.from(bytes))
    expect(ring.find(other)).not.toBeNull()
    expect(ring.find('unknown')).toBeNull()
  })

  it('is not seen when the ring is printed', () => {
    expect(inspect(new KeyRing([KEY]), { depth: 9 })).toBe(
      `KeyRing { newest: '${new KeyRing([KEY]).newest}' }`,
    )
  })
})

describe('a proof', () => {
  const ring = new KeyRing([KEY])

  it('shows that whoever wrote a text had the key', () => {
    const proof = ring.sign(ring.newest, 'text')

    expect(ring.isSigned(ring.newest, 'text', proof)).toBe(true)
    expect(new KeyRing([OTHER_KEY, KEY]).isSigned(ring.newest, 'text', proof)).toBe(true)
  })

  it('is of one text, one key and no other length', () => {
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
