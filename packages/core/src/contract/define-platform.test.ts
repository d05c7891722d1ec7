import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { definePlatform } from './define-platform.js'

/** Calls `definePlatform` with any object, like JavaScript code. */
const define = (definition: object) =>
  definePlatform(definition as unknown as Parameters<typeof definePlatform>[0]) as {
    readonly name: string
    readonly features: ReadonlySet<string>
  }

const like = async () => null

describe('a platform', () => {
  it.each(['x', 'tiktok_business', 'google-business', 'a1'])('accepts the name %s', (name) => {
    expect(define({ name, features: [] }).name).toBe(name)
  })

  it.each(['', 'X', '1a', '_x', 'my network', 'x!', 'Ax', 'x\n'])('refuses the name %j', (name) => {
    expect(() => define({ name, features: [] })).toThrow(ConfigError)
    expect(() => define({ name, features: [] })).toThrow('is not a valid platform name.')
  })

  it('requires the methods of its flags, and names a missing one', () => {
    expect(() => define({ name: 'x', features: ['LIKE'], like })).toThrow(
      'x lists LIKE but has no unlike(). Implement the method, or remove the flag.',
    )
    expect(() => define({ name: 'x', features: ['LIKE'], like, unlike: 'no function' })).toThrow(ConfigError)
    expect(() => define({ name: 'x', features: ['SCHEDULE'] })).toThrow(
      'x lists SCHEDULE but has no publish()',
    )
    expect([...define({ name: 'x', features: ['LIKE'], like, unlike: like }).features]).toEqual(['LIKE'])
  })

  it('omits undefined members', () => {
    const made = define({ name: 'x', features: [], readStats: undefined, loginHints: undefined })
    expect(Object.keys(made)).toEqual(['name', 'features'])
    expect(() => define({ name: 'x', features: ['LIKE'], like, unlike: undefined })).toThrow(
      'has no unlike()',
    )
  })

  it('is frozen, and has all members of its definition', () => {
    const made = define({ name: 'x', features: [], extra: 5 })
    expect(Object.isFrozen(made)).toBe(true)
    expect(made).toMatchObject({ name: 'x', extra: 5 })
  })
})
